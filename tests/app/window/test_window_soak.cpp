// Long use: changed scenes, films, switched views, solvers and precisions. The use of memory, descriptors and threads
// does not grow, and no frame of a film is lost. RINGLET_SOAK_MINUTES sets the duration; the default is a few rounds.

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/support/film_support.h"
#include "app/support/holdings.h"
#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class WindowSoak : public WindowTest {
 protected:
  /// Loads a scene from a file, shows frames of it in every view, and records a film.
  void round(int number) {
    load(number % 2 == 0 ? "rings.toml" : "lattice.toml");
    for (const char* name : {"space", "m", "l", "c", "e", "t", "i", "k", "g", "p"}) {
      key(name);
      frames(3);
    }
    film();
    key("r");
    key(number % 3 == 0 ? "d" : "f");
    frames(3);
    for (const char* name : {"k", "i", "t", "e"}) key(name);
    key("space");
    frames(2);
  }

  void load(const std::string& path) {
    const std::uint64_t generation = state().generation;
    click("File");
    key("ctrl+a");
    type(path);
    key("Return");
    click("Load");
    ASSERT_TRUE(framesUntil([&] { return state().generation > generation; })) << panel().message;
  }

  /// Records a film, and expects as many frames in the file as the program reports.
  void film() {
    const std::string name = panel().filmName;
    key("v");
    const std::uint64_t first = state().number;
    ASSERT_TRUE(framesUntil([&] { return state().number >= first + 3; })) << told();
    key("v");
    ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved " + name) == 0; })) << told();
    const std::size_t frames = test::frameTimes(name).size();
    EXPECT_NE(panel().message.find(fmt::format("({} frame", frames)), std::string::npos) << panel().message;
    filmed_ += frames;
    fs::remove(name);
  }

  /// Status of a stalled simulation, for the message of a failed test.
  std::string told() const {
    const SimulationStatus status = application_->simulation().status();
    return fmt::format("{}; {}, {}, at state {}, t = {}; {}{}{}", panel().message,
                       status.playing ? "playing" : "paused", status.busy ? "busy" : "idle", state().number,
                       state().time, status.stopped, status.halt, status.failure);
  }

  std::size_t filmed_ = 0;
};

TEST_F(WindowSoak, NothingGrows) {
  const char* const given = std::getenv("RINGLET_SOAK_MINUTES");
  const std::chrono::duration<double, std::ratio<60>> wanted(given != nullptr ? std::atof(given) : 0);
  constexpr int kFirstRounds = 4, kLeastRounds = 8;
  Scene lattice = smallScene();
  lattice.settings.regularisation = fmm::Regularisation::gaussian8;
  lattice.settings.redistribution = {fmm::Redistribution::kAutomatic};
  saveScene(smallScene(), "rings.toml", false);
  saveScene(lattice, "lattice.toml", false);
  open(smallScene());
  test::Holdings first;
  const Clock::time_point start = Clock::now();
  int rounds = 0;
  for (; rounds < kLeastRounds || Clock::now() - start < wanted; ++rounds) {
    ASSERT_NO_FATAL_FAILURE(round(rounds));
    ASSERT_FALSE(left_);
    if (rounds + 1 == kFirstRounds) first = test::holdings();
  }
  const test::Holdings last = test::holdings();
  EXPECT_LE(last.memory, first.memory + test::kMostGrowth) << "MiB after " << rounds << " rounds";
  constexpr std::ptrdiff_t kMadeLate = 2;  // by a library, once
  EXPECT_LE(last.descriptors, first.descriptors + kMadeLate);
  EXPECT_LE(last.threads, first.threads + kMadeLate);
  EXPECT_GE(filmed_, static_cast<std::size_t>(3 * rounds));
  fmt::print("{} rounds, {} frames filmed: {:.0f} to {:.0f} MiB, {} to {} descriptors, {} to {} threads\n", rounds,
             filmed_, first.memory, last.memory, first.descriptors, last.descriptors, first.threads, last.threads);
}

}  // namespace
}  // namespace app
