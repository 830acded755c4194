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
    const std::uint64_t generation = state().generation;
    drop({number % 2 == 0 ? "rings.toml" : "lattice.toml"});
    ASSERT_TRUE(begins(generation + 1)) << panel().message;
    for (const char* name : {"Space", "M", "L", "C", "E", "T", "I", "K", "G", "P"}) {
      act(name);
      frames(1);
    }
    film();
    act(number % 3 == 0 ? "R D" : "R F");
    frames(3);
    act("K I T E Space");
  }

  /// Records a film, and expects as many frames in the file as the program reports.
  void film() {
    const std::string name = panel().filmName;
    act("V");
    const std::uint64_t first = state().number;
    ASSERT_TRUE(framesUntil([&] { return state().number >= first + 3; })) << told();
    act("V");
    ASSERT_TRUE(says("Saved " + name)) << told();
    const std::size_t frames = test::frameTimes(name).size();
    EXPECT_TRUE(holds(panel().message, fmt::format("({} frame", frames))) << panel().message;
    filmed_ += frames;
    fs::remove(name);
  }

  /// Status of a stalled simulation, for the message of a failed test.
  std::string told() const {
    const SimulationStatus now = status();
    return fmt::format("{}; {}, {}, at state {}, t = {}; {}{}{}", panel().message, now.playing ? "playing" : "paused",
                       now.busy ? "busy" : "idle", state().number, state().time, now.stopped, now.halt, now.failure);
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
  xdotool({"search", "--name", "^Ringlet$", "windowsize", "640", "400"});
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
