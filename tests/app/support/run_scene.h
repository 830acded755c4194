#pragma once

// A scene that is quick to run, and common expectations of tests of `ringlet run`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/support/run_program.h"

namespace test {

inline constexpr int kWidth = 96, kHeight = 64;

/// A scene with few particles, whose ring crosses the picture.
inline const char* const kScene = R"(title = "Test ring"
[physics]
dt = 0.02
backend = "cpu"
[particles]
elements = 200
tracers = 800
seed = 3
[[ring]]
centre = [0, 0, 0]
axis = [1, 0, 0]
radius = 0.3
circulation = 1
core_radius = 0.08
[view]
eye = [0.3, 0, 2]
target = [0.3, 0, 0]
follow = false
[film]
seconds = 0.2
fps = 30
size = [96, 64]
)";

inline std::string sceneIn(const TemporaryFolder& folder) {
  writeFile(folder / "test.toml", kScene);
  return folder / "test.toml";
}

/// The same for endless runs: without stretching, strengths cannot grow.
inline std::string endlessSceneIn(const TemporaryFolder& folder) {
  std::string text = kScene;
  text.insert(text.find("backend"), "stretching = \"off\"\n");
  writeFile(folder / "test.toml", text);
  return folder / "test.toml";
}

inline std::vector<std::string> arguments(const std::string& scene, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"run", scene, "--headless"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

inline bool isOneLine(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

inline void expectFailure(const ProgramResult& result, int code, const std::string& words) {
  EXPECT_EQ(result.exitCode, code) << result.err;
  EXPECT_THAT(result.err, ::testing::AllOf(::testing::StartsWith("ringlet: "), ::testing::HasSubstr(words)));
  EXPECT_TRUE(isOneLine(result.err)) << result.err;
}

}  // namespace test
