// Films of a flow that stands still, with a moving camera.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "files/png_file.h"

namespace {

using app::readPng;
using test::arguments;
using test::expectFailure;
using test::ProgramResult;
using test::runProgram;
using test::sceneIn;
using test::TemporaryFolder;

/// A camera path that moves aside and back between frames 0 and 4.
std::string cameraIn(const TemporaryFolder& folder) {
  test::writeFile(folder / "round.toml",
                  "[[key]]\ntime = 0\n[[key]]\ntime = 0.0666\neye = [0.5, 0, 2]\n[[key]]\ntime = 0.1332\neye = [0.3, "
                  "0, 2]\n");
  return folder / "round.toml";
}

TEST(RunHeld, TheCameraMovesAndTheFlowDoesNot) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder), camera = cameraIn(folder), state = folder / "s.ringlet";
  const auto film = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.end(), {"--frames", "5", "--camera", camera, "--json", "--record", folder / (name + "-%d.png")});
    const ProgramResult result = runProgram(more);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::json::parse(result.out);
  };
  const auto picture = [&](const std::string& name, int k) {
    return readPng(folder / fmt::format("{}-{}.png", name, k)).rgb;
  };
  film("moving", {"run", scene, "--headless"});
  const nlohmann::json report = film("held", {"run", scene, "--headless", "--hold-flow"});
  EXPECT_EQ(report.at("steps"), 0);
  EXPECT_EQ(picture("held", 0), picture("moving", 0));
  EXPECT_NE(picture("held", 0), picture("held", 2)) << "the camera has moved";
  EXPECT_EQ(picture("held", 0), picture("held", 4)) << "and come back";
  EXPECT_NE(picture("held", 4), picture("moving", 4));

  ASSERT_EQ(runProgram(arguments(scene, {"--frames", "4", "--checkpoint", state})).exitCode, 0);
  film("later", {"run", "--resume", state, "--headless", "--hold-flow"});
  EXPECT_EQ(picture("later", 0), picture("later", 4));
  EXPECT_NE(picture("later", 0), picture("held", 0)) << "the flow of the fourth frame";
}

TEST(RunHeld, WantsACameraAndKeepsNoRecords) {
  const TemporaryFolder folder;
  const std::string scene = sceneIn(folder), camera = cameraIn(folder);
  expectFailure(runProgram(arguments(scene, {"--hold-flow", "--record", folder / "a.mp4"})), 2, "--camera");
  for (const char* kept : {"--checkpoint", "--diagnostics"})
    expectFailure(runProgram(arguments(scene, {"--hold-flow", "--camera", camera, kept, folder / "a.ringlet"})), 2,
                  kept);
}

}  // namespace
