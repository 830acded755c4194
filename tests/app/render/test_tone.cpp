// Tone and ground of pictures: bright cores keep their hue, their excess light spreads, and the night behind them has
// no bands.

#include <algorithm>

#include "app/render/vorticity_fixture.h"
#include "app/support/film_support.h"
#include "film/film_renderer.h"

namespace {

using namespace app;
using test::frontCamera;
using test::linearLight;
using test::vortexRing;
using Tone = test::VorticityTest;

constexpr int kWidth = 320, kHeight = 180;

/// Rings in this colour as lit cores.
ViewSettings coresOf(Colour colour, double bloom) {
  ViewSettings view;
  view.mode = ViewMode::density;
  view.vorticity = 1.4;
  view.vorticityMap = view.colourMap = kDyeMap;
  view.colourBy = ColourBy::ring;
  view.dyes = {{colour, colour}};
  view.isosurface = 0.25;
  view.exposure = 1;
  view.bloom = bloom;
  view.backgroundColour = Colour{0, 0, 0};
  return view;
}

TEST_F(Tone, CoresKeepTheirHueFromDimToBright) {
  for (const Colour& colour : {Colour{1, 0.45F, 0.12F}, Colour{0.15F, 0.55F, 1}, Colour{0.2F, 0.9F, 0.4F}}) {
    // Two rings: the hue of a single one would run along it.
    const Image image = draw(vortexRing(0.8, 0.15), coresOf(colour, 0), {}, frontCamera(), kWidth, kHeight, 2);
    std::array<double, 3> own = {};
    for (std::size_t c = 0; c < 3; ++c)
      own.at(c) = linearLight(static_cast<std::uint8_t>(std::lround(255 * colour[c])));
    const auto strongest = static_cast<std::size_t>(std::max_element(own.begin(), own.end()) - own.begin());
    int dim = 0, bright = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const std::uint8_t* pixel = image.at(x, y);
        const int most = pixel[strongest];
        if (most < 90) continue;
        dim += most < 150 ? 1 : 0;
        bright += most > 225 ? 1 : 0;
        for (std::size_t c = 0; c < 3; ++c)
          EXPECT_NEAR(linearLight(pixel[c]) / linearLight(pixel[strongest]), own.at(c) / own.at(strongest), 0.12)
              << "at " << x << ", " << y << ", light of " << most;
      }
    }
    EXPECT_GT(dim, 50);
    EXPECT_GT(bright, 20);
  }
}

TEST_F(Tone, ExcessLightSpreadsWideAndWeakly) {
  const Colour orange = {1, 0.45F, 0.12F};
  const Image without = draw(vortexRing(0.4, 0.1), coresOf(orange, 0), {}, frontCamera(), kWidth, kHeight, 2),
              with = draw(vortexRing(0.4, 0.1), coresOf(orange, 0.5), {}, frontCamera(), kWidth, kHeight, 2);
  const auto beside = test::pixelOf({0.85, 0, 0}, 5, kWidth, kHeight);
  EXPECT_LT(without.at(beside[0], beside[1])[0], 3);
  EXPECT_GT(with.at(beside[0], beside[1])[0], 5);
  EXPECT_LT(with.at(beside[0], beside[1])[0], 60);
  EXPECT_GT(with.at(beside[0], beside[1])[0], with.at(beside[0], beside[1])[2]) << "in its colour";
}

TEST_F(Tone, FilmsWithoutGroundHaveNoneOfTheNight) {
  ViewSettings view = coresOf({1, 0.45F, 0.12F}, 0.15);
  view.backgroundColour.reset();
  const test::Vortices ring = vortexRing(0.4, 0.1);
  const auto elements = test::streamOf(ring.positions), strengths = test::streamOf(ring.strengths),
             none = test::streamOf({});
  FlowState flow;
  flow.shown.elementRings = true;
  flow.rings = 2;
  FilmRenderer renderer(test::filmOf(kWidth, kHeight, 30), {true, false});
  renderer.draw({*none, flow, elements.get(), strengths.get()}, frontCamera(), view);
  const Image image = renderer.take();
  for (const int x : {0, kWidth / 2, kWidth - 1}) {
    const auto at = static_cast<std::size_t>(x);
    EXPECT_EQ(image.alpha[at], 0);
    EXPECT_EQ(image.at(x, 0)[2], 0) << "the night is blue";
  }
  EXPECT_GT(*std::max_element(image.alpha.begin(), image.alpha.end()), 250) << "the core hides what is behind it";
}

TEST_F(Tone, TheNightHasNoBands) {
  const int width = 640, height = 360, side = 20;
  const Image image = draw({}, ViewSettings(), {}, frontCamera(), width, height);
  const auto meanOf = [&](int column, int row, std::size_t c) {
    double sum = 0;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) sum += image.at(column * side + x, row * side + y)[c];
    return sum / (side * side);
  };
  int between = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    for (int row = 0; row < height / side; ++row) {
      for (int column = 0; column + 1 < width / side; ++column) {
        const double here = meanOf(column, row, c);
        EXPECT_LT(std::abs(meanOf(column + 1, row, c) - here), 1.1) << column << ", " << row;
        between += std::abs(here - std::round(here)) > 0.1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(between, 3 * (width / side) * (height / side) / 2) << "most means lie between two values";
  EXPECT_GT(meanOf(16, 1, 2), meanOf(16, 16, 2) + 5) << "lighter above";
  EXPECT_GT(meanOf(16, 8, 2), meanOf(0, 8, 2) + 2) << "darker at the sides";
  EXPECT_GT(meanOf(16, 1, 2), meanOf(16, 1, 0) + 5) << "blue";
  EXPECT_LT(meanOf(16, 1, 2), 40) << "dark, so that faint smoke parts from it";
}

}  // namespace
