#include "gl/draw_timer.h"

#include <gtest/gtest.h>

#include <chrono>

#include "gl/headless_context.h"
#include "render/scene_renderer.h"
#include "state/particle_stream.h"

namespace app {
namespace {

TEST(DrawTimer, TakesNoLongerThanThereWasTime) {
  const HeadlessContext context;
  const auto none = makeHostParticleStream();
  none->map(0);
  none->unmap();
  SceneRenderer renderer(320, 180);
  DrawTimer timer;
  EXPECT_FALSE(timer.take());
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < 3; ++k) {
    timer.start();
    renderer.draw({*none}, Camera(CameraPose{{0, 0, 3}, {0, 0, 0}, {0, 1, 0}, 35}), {});
    timer.stop();
    glFinish();
    const std::optional<double> seconds = timer.take();
    ASSERT_TRUE(seconds);
    EXPECT_GT(*seconds, 0);
    EXPECT_LT(*seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
}

}  // namespace
}  // namespace app
