// The small pictures of scenes and looks.
#include <array>
#include <filesystem>

#include "app/panel/panel_fixture.h"
#include "files/data_paths.h"
#include "files/png_file.h"
#include "scene/text/look_file.h"
#include "window/thumbnails.h"

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

/// Mean of each colour from this corner on.
std::array<double, 3> meanOf(const Image& image, int left, int top, int width, int height) {
  std::array<double, 3> sum = {};
  for (int y = top; y < top + height; ++y)
    for (int x = left; x < left + width; ++x)
      for (std::size_t i = 0; i < 3; ++i) sum[i] += image.at(x, y)[i] / (1. * width * height);
  return sum;
}

TEST(Gallery, EveryShippedLookHasASmallPictureOfItsOwn) {
  std::vector<Image> before;
  for (const std::string& name : lookNames()) {
    SCOPED_TRACE(name);
    const std::string file = lookPictureFile(name);
    EXPECT_LT(std::filesystem::file_size(file), 40000U);
    const Image picture = readPng(file);
    EXPECT_EQ(picture.width * 9, picture.height * 16);
    for (const Image& other : before) EXPECT_NE(picture.rgb, other.rgb);
    before.push_back(picture);
  }
}

TEST_F(Panel, LooksAreListedWithTheirPictures) {
  std::vector<std::string> trouble;
  gui.state.looks = loadLooks(trouble);
  gui.state.looks.push_back({"mine", {}});
  Thumbnails thumbnails;
  thumbnails.fill(gui.state.lookPictures, gui.state.looks);
  EXPECT_EQ(gui.state.lookPictures.size(), gui.state.looks.size() - 1);
  gui.click("Preset");
  gui.frame();
  const Image screen = gui.picture();
  for (const NamedLook& look : gui.state.looks) {
    SCOPED_TRACE(look.name);
    const WidgetRect line = gui.state.widgets.rects().at("Preset/" + look.name);
    ASSERT_NEAR(line.high.y - line.low.y, 54, 6);
    if (look.name == "mine") continue;
    const Image file = readPng(lookPictureFile(look.name));
    const auto shown = meanOf(screen, static_cast<int>(line.low.x) + 2, static_cast<int>(line.low.y) + 2, 92, 50),
               meant = meanOf(file, 4, 4, file.width - 8, file.height - 8);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(shown[i], meant[i], 4);
  }
  gui.click("Preset/ink");
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), "ink");
}

}  // namespace
}  // namespace app
