// The layout of window and panel, kept for the next start, with a real window.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "panel/panel_layout.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowLayout : public WindowTest {
 protected:
  std::string file() const { return *folder_ / "config/ringlet/layout.toml"; }

  void start(bool remember, bool reset = false) {
    application_.reset();
    left_ = false;
    ApplicationOptions options;
    options.paused = true;
    options.vsync = false;
    options.rememberLayout = remember;
    options.resetLayout = reset;
    application_.emplace(FlowStart(smallScene()), options);
    ASSERT_TRUE(framesUntil([&] { return state().generation == 1; }));
    frames(3);
  }
  void leave() {
    application_->close();
    frames(3);
    ASSERT_TRUE(left_);
  }
  PanelLayout kept() const { return parseLayout(test::readFile(file()), file()); }
};

TEST_F(WindowLayout, ComesBackAsItWasLeftOrStartsAnew) {
  start(true);
  act("[Flow] [Camera]");
  xdotool({"search", "--name", "^Ringlet$", "windowsize", "900", "600", "windowmove", "120", "60"});
  frames(5);
  act("I");
  frames(3);
  leave();
  const PanelLayout layout = kept();
  ASSERT_TRUE(layout.window);
  EXPECT_EQ(layout.window->size, (std::pair<int, int>{900, 600}));
  EXPECT_EQ(layout.window->position, (std::pair<int, int>{120, 60}));

  start(true);
  EXPECT_TRUE(panel().openSections.at("Camera"));
  EXPECT_FALSE(panel().openSections.at("Flow"));
  EXPECT_TRUE(panel().diagnostics.open);
  act("Tab");
  leave();
  EXPECT_EQ(kept().window, layout.window);

  start(true);
  EXPECT_FALSE(panel().visible);
  EXPECT_TRUE(has("Keys sign")) << "it says how the panel comes back";
  EXPECT_EQ(screen().width, kWidth);
  act("Tab Tab");
  EXPECT_FALSE(panel().visible);
  EXPECT_FALSE(has("Keys sign")) << "who hides it knows the key";
  act("Tab I");
  leave();
  EXPECT_TRUE(kept().diagnostics);

  start(true, true);
  EXPECT_FALSE(panel().diagnostics.open);
  leave();
  EXPECT_FALSE(kept().diagnostics) << "and that is what is kept then";

  test::writeFile(file(), "[window]\nsize = [5000, 4000]\nposition = [30000, 20000]\nscale = 1\n");
  start(true);
  leave();
  const auto place = kept().window;
  ASSERT_TRUE(place);
  EXPECT_LE(place->size.first, kWidth) << "a place that no screen shows is not taken";
  EXPECT_LE(place->size.second, kHeight);
  EXPECT_LT(place->position.value_or(std::pair<int, int>{}).first, kWidth);
}

TEST_F(WindowLayout, IsNotKeptByTestsScriptsAndRuns) {
  start(false);
  leave();
  const std::string scene = "leapfrog";
  EXPECT_EQ(test::runProgram({scene, "--elements", "256", "--tracers", "1024", "--exit-after", "2"}).exitCode, 0);
  EXPECT_EQ(test::runProgram({"run", scene, "--headless", "--elements", "256", "--tracers", "1024", "--frames", "1"})
                .exitCode,
            0);
  EXPECT_FALSE(fs::exists("config"));
}

}  // namespace
}  // namespace app
