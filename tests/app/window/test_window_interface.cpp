// The interface goes on while a slow picture is made.
#include <GL/glew.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "scene/text/scene_file.h"
#include "window/drawing_place.h"
#include "window/window.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
using WindowInterface = WindowTest;

TEST_F(WindowInterface, GoesOnWhileWorkIsDoneInAnotherContext) {
  Window window({"Ringlet", std::make_pair(kWidth, kHeight), false, {}}, {});
  DrawingPlace place(window.sharedContext());
  ASSERT_TRUE(place.isApart());
  const Buffer buffer(sizeof(int));
  std::thread::id worker;
  int glances = 0;
  std::promise<void> looked;
  place.run(
      [&] {
        worker = std::this_thread::get_id();
        looked.get_future().wait();  // the caller is free before this is done
        const int value = 42;
        glClearNamedBufferData(buffer.name(), GL_R32I, GL_RED_INTEGER, GL_INT, &value);
      },
      [&] {
        if (++glances == 3) looked.set_value();
      });
  int value = 0;
  buffer.read(&value, sizeof(value));
  EXPECT_EQ(value, 42) << "both contexts have the same buffers";
  EXPECT_NE(worker, std::this_thread::get_id());
  EXPECT_GE(glances, 3);

  EXPECT_THROW(place.run([] { throw GlError("work"); }), GlError);
  bool done = false;
  const auto slowly = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    done = true;
  };
  EXPECT_THROW(place.run(slowly, [] { throw std::runtime_error("meanwhile"); }), std::runtime_error);
  EXPECT_TRUE(done) << "work ends before what it uses";
}

TEST_F(WindowInterface, WorkStaysInTheOnlyContext) {
  DrawingPlace place(nullptr);
  std::thread::id worker;
  place.run([&] { worker = std::this_thread::get_id(); }, [] { FAIL() << "there is no time to spend"; });
  EXPECT_EQ(worker, std::this_thread::get_id());
}

/// The wanted rate is 30 a second; much less is asked of machines that do other things as well. What needs the renderer
/// waits for the picture that is being made.
TEST_F(WindowInterface, IsShownAndHearsKeysDuringASlowPicture) {
  Scene scene = smallScene();
  scene.view = loadScene("leapfrog").view;  // its first picture, at full quality, takes long
  ApplicationOptions options;
  options.size = {kWidth, kHeight};
  options.paused = true;
  application_.emplace(FlowStart(scene), options);
  const bool slow = drawsOnCpu();  // where a GPU draws, no picture is
  ASSERT_TRUE(framesUntil([&] { return application_->simulation().hasNews(); }));
  const std::future<void> presses = std::async(std::launch::async, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (const char* key : {"h", "s"}) runTool({"xdotool", "key", key});
  });
  const std::uint64_t before = application_->timesShown();
  const Clock::time_point start = Clock::now();
  frames(1);
  const double taken = std::chrono::duration<double>(Clock::now() - start).count();
  const bool heard = panel().help;
  presses.wait();
  const auto shown = static_cast<double>(application_->timesShown() - before);
  EXPECT_TRUE(!slow || shown >= std::floor(5 * taken)) << shown << " times in " << taken << " s";
  EXPECT_TRUE(!slow || heard || taken < 3) << "in a picture of " << taken << " s";
  EXPECT_TRUE(framesUntil([&] { return panel().help; }));
  ASSERT_TRUE(framesUntil([&] { return std::filesystem::exists("ringlet-0001.png"); })) << panel().toast.message;
  EXPECT_EQ(readPng("ringlet-0001.png").width, kWidth);
}

}  // namespace
}  // namespace app
