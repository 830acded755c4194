// Colours and legend in a real window.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/window/window_fixture.h"
#include "files/png_file.h"

namespace app {
namespace {

TEST_F(WindowTest, KeysTurnTheColoursAndTheLegend) {
  open(smallScene());
  for (const ColourBy by : {ColourBy::vorticity, ColourBy::ring, ColourBy::age, ColourBy::depth, ColourBy::speed}) {
    key("c");
    EXPECT_EQ(edited().view.colourBy, by);
  }
  key("s");
  key("shift+l");
  EXPECT_TRUE(edited().view.legend);
  key("s");
  const Image without = readPng("ringlet-0001.png"), with = readPng("ringlet-0002.png");
  EXPECT_TRUE(std::equal(without.rgb.begin(), without.rgb.begin() + 3 * kWidth * kHeight / 2, with.rgb.begin()));
  const auto lit = [](const Image& image) {
    int count = 0;
    for (int y = kHeight - 90; y < kHeight; ++y) {
      for (int x = kWidth - 280; x < kWidth; ++x) count += image.at(x, y)[1] > 120;
    }
    return count;
  };
  EXPECT_GT(lit(with), lit(without) + 500);
}

TEST_F(WindowTest, ColourMapThatCannotBeReadGivesWayToAnother) {
  Scene scene = smallScene();
  scene.view.colourMap = "missing";
  open(scene);
  EXPECT_NE(edited().view.colourMap, "missing");
  EXPECT_NE(panel().message.find("missing"), std::string::npos);
  EXPECT_TRUE(panel().isError);
}

}  // namespace
}  // namespace app
