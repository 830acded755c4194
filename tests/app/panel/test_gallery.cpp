// The gallery of scenes.
#include "app/panel/panel_fixture.h"
#include "files/data_paths.h"
#include "files/png_file.h"

namespace app {
namespace {

TEST_F(Panel, TheGalleryOpensTheSceneThatIsClicked) {
  EXPECT_EQ(gui.click("Gallery").action, Action::gallery);
  gui.state.visible = false;
  gui.frame();
  EXPECT_FALSE(gui.has("Gallery/ring"));
  gui.state.gallery.scenes = {{"leapfrog", "Leapfrogging rings", "Two rings."}, {"ring", "One ring", "A ring."}};
  gui.state.gallery.open = true;
  gui.frame();
  EXPECT_EQ(gui.click("Gallery/ring").open, "ring");
  EXPECT_FALSE(gui.state.gallery.open);
}

TEST(Gallery, EveryShippedSceneHasASentenceAndAPicture) {
  for (const std::string& name : sceneNames()) {
    SCOPED_TRACE(name);
    const std::string about = loadScene(name).about;
    ASSERT_GT(about.size(), 20u);
    EXPECT_LT(about.size(), 90u) << "there is room for two lines";
    EXPECT_EQ(about.back(), '.');
    const auto path = dataDirectory() / "assets" / "thumbnails" / (name + ".png");
    const Image picture = readPng(path.string());
    EXPECT_EQ(picture.width * 9, picture.height * 16);
  }
}

}  // namespace
}  // namespace app
