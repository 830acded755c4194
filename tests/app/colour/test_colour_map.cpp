#include "colour/colour_map.h"

#include "colour/palette_colours.h"
#include "files/data_paths.h"
#include "support/test.h"

namespace {

namespace fs = std::filesystem;

/// CIE lightness Y of linear light.
double luminance(const app::Colour& c) {
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

/// L* of CIELAB, of an sRGB colour.
double lightness(const app::Colour& srgb) {
  const double y = luminance(app::toLinear(srgb));
  return y > 216. / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

TEST(ColourMap, InfernoIsThereWithItsKnownEnds) {
  EXPECT_THAT(app::colourMapNames(),
              testing::IsSupersetOf({"cividis", "ice", "inferno", "magma", "plasma", "turbo", "viridis"}));
  EXPECT_THAT(app::colourMapNames(), testing::Not(testing::Contains("README")));
  const auto map = app::loadColourMap("inferno");
  ASSERT_EQ(map.size(), 256U);
  EXPECT_NEAR(map[0][2], 0.013866, 1e-6);
  EXPECT_NEAR(map[255][0], 0.988362, 1e-6);
  EXPECT_NEAR(map[255][1], 0.998364, 1e-6);
}

TEST(ColourMap, EveryMapButTheRainbowRisesInLightnessOnBothGrounds) {
  for (const std::string& name : app::colourMapNames()) {
    if (name == "turbo") continue;
    const auto map = app::loadColourMap(name);
    for (const auto& colours : {app::lightColours(map), app::inkColours(map)}) {
      ASSERT_EQ(colours.size(), 256U);
      for (std::size_t i = 8; i < 256; i += 8) EXPECT_GT(luminance(colours[i]), luminance(colours[i - 8])) << name;
    }
    EXPECT_GT(luminance(app::lightColours(map).front()), 0.01) << name << ": slow tracers are invisible in the dark";
    EXPECT_LT(luminance(app::inkColours(map).back()), 0.7) << name << ": fast tracers are invisible on paper";
  }
}

TEST(ColourMap, IceRisesInEvenSteps) {
  double smallest = 100, largest = 0;
  const auto map = app::loadColourMap("ice");
  for (std::size_t i = 1; i < map.size(); ++i) {
    const double step = lightness(map[i]) - lightness(map[i - 1]);
    smallest = std::min(smallest, step);
    largest = std::max(largest, step);
  }
  EXPECT_NEAR(lightness(map.front()), 5, 0.1);
  EXPECT_NEAR(lightness(map.back()), 97, 0.1);
  EXPECT_LT(largest, 1.02 * smallest);
}

TEST(ColourMap, TheRainbowIsSeenOnBothGroundsFromEndToEnd) {
  const auto map = app::loadColourMap("turbo");
  EXPECT_GT(map[128][1], 0.9) << "green in the middle";
  for (const app::Colour& c : app::lightColours(map)) EXPECT_GT(luminance(c), 0.05);
  for (const app::Colour& c : app::inkColours(map)) EXPECT_LT(luminance(c), 0.7);
}

TEST(ColourMap, DyesKeepTheirHuesAndMixAsLightAndAsInk) {
  app::ViewSettings view;
  view.colourMap = app::kDyeMap;
  view.colourBy = app::ColourBy::ring;
  view.dyes = {{{0.9F, 0.5F, 0.1F}, {0.2F, 0.5F, 0.9F}}};
  const auto light = app::paletteOf(view, false, 2), ink = app::paletteOf(view, true, 2);
  ASSERT_EQ(light.size(), 256U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(light.front()[i], app::toLinear(view.dyes[0][i]), 0.01) << "visible as it is";
    EXPECT_NEAR(light.back()[i], app::toLinear(view.dyes[1][i]), 0.01);
    EXPECT_NEAR(light[51][i], 0.8 * light[0][i] + 0.2 * light[255][i], 1e-5);
    EXPECT_NEAR(std::log(ink[51][i]), 0.8 * std::log(ink[0][i]) + 0.2 * std::log(ink[255][i]), 1e-3);
  }
  view.colourBy = app::ColourBy::speed;
  const auto even = app::paletteOf(view, false, 2);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(even.front()[i], light.front()[i], 1e-5);
  const auto middle = app::toOklab(even[127]), low = app::toOklab(even[0]), high = app::toOklab(even[255]);
  EXPECT_NEAR(middle[0], (low[0] + high[0]) / 2, 0.01) << "an even change of lightness";
}

TEST(ColourMap, RingsHaveTheirColoursAndNeighboursMix) {
  app::ViewSettings view;
  view.colourMap = "turbo";
  view.colourBy = app::ColourBy::ring;
  for (const bool ink : {false, true}) {
    const auto file = app::loadColourMap("turbo");
    const auto map = ink ? app::inkColours(file) : app::lightColours(file);
    EXPECT_EQ(app::paletteOf(view, ink, 1), std::vector<app::Colour>(256, map.front()));
    for (const std::uint32_t rings : {2U, 4U, 6U, 16U}) {
      const auto palette = app::paletteOf(view, ink, rings);
      ASSERT_EQ(palette.size(), 256U);
      for (std::uint32_t ring = 0; ring < rings; ++ring) {
        const auto own = map[static_cast<std::size_t>(std::lround(255 * app::ringColour(ring)))];
        const double place = 255. * ring / (rings - 1);
        EXPECT_EQ(palette[static_cast<std::size_t>(std::lround(place))], own) << ring << " of " << rings;
      }
    }
    const auto two = app::paletteOf(view, ink, 2);
    EXPECT_LT(two[128][1], std::max(two[0][1], two[255][1]) + 0.01) << "blue and red do not make green";
  }
}

TEST(ColourMap, DyesThatTheGroundWouldSwallowAreMoved) {
  app::ViewSettings view;
  view.colourMap = app::kDyeMap;
  view.dyes = {{{0, 0, 0}, {1, 1, 1}}};
  EXPECT_GT(luminance(app::paletteOf(view, false, 2).front()), 0.05) << "black in the dark";
  EXPECT_LT(luminance(app::paletteOf(view, true, 2).back()), 0.5) << "white on paper";
}

TEST(ColourMap, UnknownNamesListTheKnownOnes) {
  const std::string message = test::refusal<app::FileError>([] { app::loadColourMap("../../etc/passwd"); });
  EXPECT_THAT(message, testing::HasSubstr("no colour map '../../etc/passwd'; there are cividis, ice, inferno"));
}

/// A data folder with one colour map in it.
class BrokenColourMap : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              (std::string("ringlet_map_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "assets" / "colormaps");
    setenv("RINGLET_DATA", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("RINGLET_DATA");
    fs::remove_all(folder_);
  }
  /// Message of loading a colour map file with this text.
  std::string load(const std::string& text) {
    std::ofstream(folder_ / "assets" / "colormaps" / "own.csv") << text;
    return test::refusal<app::FileError>([] { app::loadColourMap("own"); });
  }

  fs::path folder_;
};

TEST_F(BrokenColourMap, IsRejectedWithFileAndLine) {
  EXPECT_THAT(load("0,0,0\n"), testing::HasSubstr("own.csv:1: the first line is not 'r,g,b'"));
  EXPECT_THAT(load("r,g,b\n0,0,0\n0,1.5,0\n"),
              testing::HasSubstr("own.csv:3: '0,1.5,0' is not r,g,b with numbers from 0 to 1"));
  EXPECT_THAT(load("r,g,b\n0,0\n"), testing::HasSubstr("own.csv:2: '0,0'"));
  EXPECT_THAT(load("r,g,b\n0,0,0,0\n"), testing::HasSubstr("own.csv:2: '0,0,0,0'"));
  EXPECT_THAT(load("r,g,b\n0,nan,0\n"), testing::HasSubstr("own.csv:2: '0,nan,0'"));
  EXPECT_THAT(load("r,g,b\n0,0,0\n"), testing::HasSubstr("own.csv: has 1 colours, not 256"));
  std::string tooLong = "r,g,b\n";
  for (int i = 0; i < 257; ++i) tooLong += "0.5,0.5,0.5\n";
  EXPECT_THAT(load(tooLong), testing::HasSubstr("own.csv:258: more than 256 colours"));
}

TEST_F(BrokenColourMap, WindowsLineEndsAndNoFinalNewlineAreFine) {
  std::string text = "r,g,b";
  for (int i = 0; i < 256; ++i) text += "\r\n0.5,0.25,1";
  EXPECT_EQ(load(text), "accepted");
  EXPECT_EQ(app::loadColourMap("own")[255][1], 0.25F);
}

TEST(DataPaths, MissingFolderIsNamed) {
  setenv("RINGLET_DATA", "/nowhere/at/all", 1);
  EXPECT_THAT(test::refusal<app::FileError>([] { app::dataDirectory(); }),
              testing::StartsWith("/nowhere/at/all: no such folder"));
  unsetenv("RINGLET_DATA");
  EXPECT_TRUE(fs::exists(app::dataDirectory() / "shaders" / "splat.comp"));
  EXPECT_THAT(test::refusal<app::FileError>([] { app::readTextFile("/no/file"); }),
              testing::StrEq("/no/file: cannot be opened: No such file or directory"));
}

}  // namespace
