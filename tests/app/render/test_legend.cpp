#include "render/overlay/legend.h"

#include "app/support/picture_support.h"
#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "files/image.h"
#include "files/png_file.h"
#include "render/scene_renderer.h"
#include "support/test.h"

namespace {

using namespace app;

LegendContent speedContent(double high) {
  LegendContent content;
  content.title = "speed";
  content.unit = "L/T";
  content.high = high;
  for (const Colour& colour : loadColourMap("viridis")) content.colours.push_back(colour);
  return content;
}

/// First and last column and row of a picture with something brighter than the halo.
struct Extent {
  int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
  int width() const { return right - left + 1; }
  int height() const { return bottom - top + 1; }
};
Extent inkOf(const LegendPicture& picture) {
  Extent extent;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = &picture.rgba[4 * static_cast<std::size_t>(y * picture.width + x)];
      if (std::max({p[0], p[1], p[2]}) < 100) continue;
      extent.left = std::min(extent.left, x);
      extent.right = std::max(extent.right, x);
      extent.top = std::min(extent.top, y);
      extent.bottom = std::max(extent.bottom, y);
    }
  }
  return extent;
}

TEST(LegendFont, MeasuresAndDrawsText) {
  const Font font("DejaVuSans.ttf");
  EXPECT_NEAR(font.width("0000", 20), 4 * font.width("0", 20), 1e-3);
  EXPECT_NEAR(font.width("speed", 40), 2 * font.width("speed", 20), 1e-3);
  EXPECT_GT(font.width("10\u207b\u2076", 20), font.width("10", 20) + 8) << "superscripts are in the font";
  EXPECT_LT(font.width("AV", 100), font.width("A", 100) + font.width("V", 100)) << "kerned";
  Coverage page(40, 30);
  font.draw("I", 10, 25, 20, page);
  int covered = 0;
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      if (page.at(x, y) == 0) continue;
      ++covered;
      EXPECT_GE(x, 10);
      EXPECT_LE(x, 10 + font.width("I", 20));
      EXPECT_LT(y, 25);
      EXPECT_GE(y, 25 - 16);
    }
  }
  EXPECT_GT(covered, 14);
  font.draw("too far out", -500, -3, 20, page);
  EXPECT_THROW(Font("LICENSE.txt"), FileError);
  EXPECT_THROW(Font("nothing.ttf"), FileError);
}

TEST(LegendContent, SaysWhatTheColoursMean) {
  ViewSettings view;
  const auto palette = paletteOf(view, false, 1);
  ColourScale scale;
  scale.high = 3.5;
  LegendContent content = legendContent(scale, palette, false, false);
  EXPECT_EQ(content.title, "speed");
  EXPECT_EQ(content.unit, "L/T");
  EXPECT_EQ(content.high, 3.5);
  EXPECT_EQ(content.colours.size(), 256U);
  EXPECT_TRUE(content.fields.empty());
  scale.by = ColourBy::vorticity;
  EXPECT_EQ(legendContent(scale, palette, false, false).unit, "1/T");
  EXPECT_EQ(legendContent(scale, palette, false, false).title, "vorticity");
  scale.by = ColourBy::age;
  EXPECT_EQ(legendContent(scale, palette, false, false).unit, "T");
  scale.by = ColourBy::depth;
  EXPECT_EQ(legendContent(scale, palette, false, false).unit, "L");
  scale.by = ColourBy::ring;
  scale.rings = scale.places = 3;
  content = legendContent(scale, palette, false, false);
  EXPECT_EQ(content.fields, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(content.colours.size(), 3U);
  EXPECT_TRUE(content.unit.empty());
  scale.rings = scale.places = 30;
  content = legendContent(scale, palette, false, false);
  EXPECT_EQ(content.fields.size(), kRingColours);
  EXPECT_EQ(content.title, "ring, colours repeat after 9");
  scale.places = 2;
  EXPECT_EQ(legendContent(scale, palette, false, false).fields, (std::vector<std::string>{"odd", "even"}));
  scale.rings = 2;
  EXPECT_EQ(legendContent(scale, palette, false, false).fields, (std::vector<std::string>{"1", "2"}));
}

TEST(LegendPicture, ScalesWithThePictureAndLiesInItsCorner) {
  const Font font("DejaVuSans.ttf");
  const LegendContent content = speedContent(4.2);
  const LegendPicture small = drawLegend(content, font, 1280, 720), large = drawLegend(content, font, 3840, 2160);
  const Extent a = inkOf(small), b = inkOf(large);
  EXPECT_NEAR(b.width(), 3 * a.width(), 12);
  EXPECT_NEAR(b.height(), 3 * a.height(), 9);
  EXPECT_NEAR(3 * (small.width - a.right), large.width - b.right, 12);
  EXPECT_GT(a.width(), 200);
  EXPECT_LT(a.width(), 300);
  EXPECT_GT(small.height - a.bottom, 20) << "the margin below";
  for (const LegendPicture* picture : {&small, &large}) {
    EXPECT_EQ(picture->rgba[3], 0) << "nothing at its outer corner";
    for (std::size_t i = 0; i < picture->rgba.size(); i += 4) {
      ASSERT_LE(picture->rgba[i], picture->rgba[i + 3]) << "alpha is multiplied in";
    }
  }
}

TEST(LegendPicture, FitsNarrowPicturesOrStaysAway) {
  const Font font("DejaVuSans.ttf");
  for (const int width : {1, 40, 100, 130, 200, 320}) {
    const LegendPicture picture = drawLegend(speedContent(4.2), font, width, 720);
    EXPECT_LE(picture.width, std::max(width, 0) + 40) << width;
    EXPECT_EQ(picture.width > 0, width > 132) << width;
  }
  EXPECT_EQ(drawLegend(speedContent(1), font, 640, 40).width, 0);
  LegendContent rings = speedContent(1);
  for (int i = 1; i < 10; ++i) rings.fields.push_back(std::to_string(i));
  rings.title = "ring, colours repeat after 9";
  EXPECT_GT(drawLegend(rings, font, 640, 360).width, 100);
}

TEST(LegendPicture, TwoFitSideBySide) {
  const Font font("DejaVuSans.ttf");
  LegendContent right = speedContent(4.2), left = right;
  left.atLeft = true;
  left.room = right.room = 0.5;
  for (const int width : {400, 720, 1280}) {
    const LegendPicture a = drawLegend(left, font, width, 720), b = drawLegend(right, font, width, 720);
    EXPECT_LE(a.width + b.width, width + 40) << width;
    // The bar begins at the margin of its side; the label below its left end stays within the picture.
    const auto firstOpaque = [](const LegendPicture& picture) {
      int first = picture.width;
      for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < first; ++x)
          if (picture.rgba[static_cast<std::size_t>(4 * (y * picture.width + x) + 3)] == 255) first = x;
      }
      return first;
    };
    EXPECT_NEAR(firstOpaque(a), 2 * 0.0205 * 720, 6) << width;
  }
}

TEST(LegendPicture, ExtremeRangesAreShown) {
  const Font font("DejaVuSans.ttf");
  for (const double high : {0.0, 1e-30, 3e-6, 1.0, 12345.0, 1e30}) {
    EXPECT_GT(inkOf(drawLegend(speedContent(high), font, 1280, 720)).width(), 200) << high;
  }
  LegendContent narrow = speedContent(1000.002);
  narrow.low = 1000.001;
  EXPECT_GT(inkOf(drawLegend(narrow, font, 1280, 720)).width(), 200);
}

/// Pictures with and without a legend.
class LegendInPicture : public test::DrawTest {
 protected:
  LegendInPicture() {
    std::vector<test::Particle> cloud;  // all over the picture
    for (int i = 0; i < 40000; ++i) {
      const auto x = static_cast<float>(i % 200), y = static_cast<float>(i / 200);
      cloud.push_back({0.032F * (x - 100), 0.018F * (y - 100), 0, x / 200});
    }
    stream = test::streamOf(cloud);
  }
  Image picture(SceneRenderer& renderer, bool legend) {
    view.legend = legend;
    renderer.draw({*stream}, test::frontCamera(), view);
    return renderer.read();
  }

  std::unique_ptr<ParticleStream> stream;
  ViewSettings view;
};

TEST_F(LegendInPicture, ChangesItsCornerAndNothingElse) {
  SceneRenderer renderer(640, 360);
  for (const Background ground : {Background::dark, Background::light, Background::gradient}) {
    view.background = ground;
    const Image without = picture(renderer, false), with = picture(renderer, true);
    int changed = 0;
    for (int y = 0; y < 360; ++y) {
      for (int x = 0; x < 640; ++x) {
        const bool corner = x > 640 - 200 && y > 360 - 80;
        const bool same = std::equal(with.at(x, y), with.at(x, y) + 3, without.at(x, y));
        ASSERT_TRUE(corner || same) << x << ", " << y;
        changed += same ? 0 : 1;
      }
    }
    EXPECT_GT(changed, 2000);
    EXPECT_EQ(picture(renderer, false).rgb, without.rgb);
    if (const char* folder = std::getenv("RINGLET_TEST_PICTURES")) {
      writePng(std::string(folder) + "/legend_" + std::string(toString(ground)) + ".png", with);
    }
  }
}

TEST_F(LegendInPicture, TextStandsOutOfBrightAndDarkPlaces) {
  SceneRenderer renderer(1280, 720);
  view.brightness = 30;
  for (const Background ground : {Background::dark, Background::light}) {
    view.background = ground;
    const Image image = picture(renderer, true);
    int lowest = 255, highest = 0;
    for (int y = 675; y < 695; ++y) {  // the numbers
      for (int x = 1020; x < 1260; ++x) {
        lowest = std::min<int>(lowest, image.at(x, y)[1]);
        highest = std::max<int>(highest, image.at(x, y)[1]);
      }
    }
    EXPECT_GT(highest - lowest, 110);
  }
}

TEST_F(LegendInPicture, IsDrawnAnewOnlyForSomethingNew) {
  const Texture colour(GL_RGBA8, 640, 360, GL_NEAREST);
  const Framebuffer target(colour);
  Legend legend;
  LegendContent content = speedContent(2);
  for (int i = 0; i < 3; ++i) legend.draw(content, target, 640, 360);
  EXPECT_EQ(legend.drawings(), 1);
  content.high = 3;
  legend.draw(content, target, 640, 360);
  legend.draw(content, target, 640, 362);
  legend.draw(content, target, 640, 362);
  EXPECT_EQ(legend.drawings(), 3);
  EXPECT_EQ(glIsEnabled(GL_BLEND), GL_FALSE);
}

TEST(ScaleBar, HasARoundLengthAtTheTarget) {
  const Font font("DejaVuSans.ttf");
  for (const double distance : {0.7, 2.0, 31.0}) {
    const Camera camera = test::frontCamera(distance);
    const LegendContent content = scaleBarContent(camera, 16.0 / 9, false);
    const LegendPicture picture = drawLegend(content, font, 1280, 720);
    const double pixels = 360 / std::tan(35 * 3.14159265358979323846 / 360) / distance;  // a unit of length
    EXPECT_NEAR(inkOf(picture).width(), std::stod(content.title) * pixels, 2) << content.title;
    EXPECT_GT(inkOf(picture).width(), 1280 * 0.07);
    EXPECT_LT(inkOf(picture).width(), 1280 * 0.21);
  }
}

}  // namespace
