// Vorticity in pictures: its grid against sums over the elements, and the pictures against both.

#include "app/render/vorticity_fixture.h"
#include "camera/camera_rays.h"
#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "render/picture/vorticity_volume.h"
#include "support/test.h"

namespace {

using namespace app;
using test::frontCamera;
using test::kPi;
using test::Particle;
using test::pixelOf;
using test::vortexRing;
using test::Vortices;
using Vorticity = test::VorticityTest;

fmm::Vec3 integralOf(const VorticityVolume::Grid& grid) {
  fmm::Vec3 sum;
  for (const fmm::Vec3& omega : grid.vorticity) sum = sum + omega;
  return grid.side * grid.side * grid.side * sum;
}
double largestOf(const VorticityVolume::Grid& grid) {
  double most = 0;
  for (const fmm::Vec3& omega : grid.vorticity) most = std::max(most, fmm::norm(omega));
  return most;
}
fmm::Vec3 middleOf(const VorticityVolume::Grid& grid, std::size_t at) {
  const auto nx = static_cast<std::size_t>(grid.cells[0]), ny = static_cast<std::size_t>(grid.cells[1]);
  const std::size_t i = at % nx, j = at / nx % ny, k = at / (nx * ny);
  return grid.low + grid.side * fmm::Vec3{static_cast<double>(i) + 0.5, static_cast<double>(j) + 0.5,
                                          static_cast<double>(k) + 0.5};
}

TEST_F(Vorticity, IntegralIsTheSumOfTheStrengths) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> within(-1, 1);
  for (const double spread : {0.0, 0.2}) {  // of the core radii
    Vortices some;
    double all = 0;
    for (int i = 0; i < 3000; ++i) {
      const fmm::Vec3 alpha = {within(random) + 0.3, within(random), within(random) - 0.5};
      some.add({within(random), within(random), within(random)}, alpha, 0.1 + spread * std::abs(within(random)));
      all += fmm::norm(alpha);
    }
    for (const auto core : {fmm::Regularisation::gaussian, fmm::Regularisation::gaussian8}) {
      const fmm::Vec3 off = integralOf(gridOf(some, core)) - some.sum();
      // Rounding: half a unit of 2^-30 of all strengths for each element and core radius, and the digits of a float.
      EXPECT_LT(fmm::norm(off), 4e-6 * all);
    }
  }
}

TEST_F(Vorticity, IsTheSumOfTheBlobs) {
  const Vortices ring = vortexRing();
  const VorticityVolume::Grid grid = gridOf(ring);
  EXPECT_NEAR(grid.side, 0.05, 1e-6) << "half a core radius";
  // On the core line 1/(2 pi sigma^2), reduced by curvature: I_1(x) over e^x/sqrt(2 pi x), x = R^2/sigma^2.
  const double peak = (1 - 3. / 8 * 0.01) / (2 * kPi * 0.01);
  EXPECT_NEAR(grid.largest, peak, 0.04 * peak) << "a cell's middle lies up to sigma/4 beside the line along each axis";
  EXPECT_NEAR(grid.largest, largestOf(grid), 1e-6 * peak);
  double off = 0;
  for (std::size_t i = 0; i < grid.vorticity.size(); i += 97)
    off = std::max(off, fmm::norm(grid.vorticity[i] - ring.vorticityAt(middleOf(grid, i))));
  EXPECT_LT(off, 0.012 * peak);
}

TEST_F(Vorticity, CoresOfHighOrderKeepWhatALatticeCarries) {
  constexpr double kSpacing = 0.1, kWidth = 0.25;
  Vortices blob;  // omega_z = exp(-r^2 / (2 width^2)), sampled at the nodes of a lattice
  for (int x = -8; x <= 8; ++x) {
    for (int y = -8; y <= 8; ++y) {
      for (int z = -8; z <= 8; ++z) {
        const double square = (x * x + y * y + z * z) * kSpacing * kSpacing;
        const double strength = std::exp(-square / (2 * kWidth * kWidth)) * std::pow(kSpacing, 3);
        if (strength > 1e-9) blob.add({x * kSpacing, y * kSpacing, z * kSpacing}, {0, 0, strength}, kSpacing);
      }
    }
  }
  // A Gaussian core lowers the peak to (1 + sigma^2/width^2)^(-3/2); the others hardly change it.
  const double blurred = std::pow(1 + kSpacing * kSpacing / (kWidth * kWidth), -1.5);
  // The centre of the middle cell lies 0.17 widths beside the peak.
  EXPECT_NEAR(gridOf(blob).largest, blurred, 0.015);
  EXPECT_NEAR(gridOf(blob, fmm::Regularisation::gaussian8).largest, 1, 0.03);
}

TEST_F(Vorticity, OfStraightVorticesIsTheSameInAllLayers) {
  constexpr double kSpacing = 0.05, kWidth = 0.2;
  Vortices patch;  // omega = exp(-r^2 / (2 width^2)), sampled at the nodes of a lattice
  for (int x = -20; x <= 20; ++x) {
    for (int y = -20; y <= 20; ++y) {
      const double square = (x * x + y * y) * kSpacing * kSpacing;
      const double circulation = std::exp(-square / (2 * kWidth * kWidth)) * kSpacing * kSpacing;
      if (circulation > 1e-9) patch.add({x * kSpacing, y * kSpacing, 0}, {0, 0, circulation}, kSpacing);
    }
  }
  const VorticityVolume::Grid grid = gridOf(patch, fmm::Regularisation::gaussian8, 500000, true);
  EXPECT_LT(grid.cells[2], 9) << "flat";
  double off = 0;
  for (std::size_t i = 0; i < grid.vorticity.size(); ++i) {
    const fmm::Vec3 at = middleOf(grid, i);
    const double omega = std::exp(-(at.x * at.x + at.y * at.y) / (2 * kWidth * kWidth));
    off = std::max(off, fmm::norm(grid.vorticity[i] - fmm::Vec3{0, 0, omega}));
  }
  EXPECT_LT(off, 0.01);
}

TEST_F(Vorticity, CoresOfSeveralRadiiKeepTheirOwn) {
  Vortices some;
  some.add({-1, 0, 0}, {0, 0, 1}, 0.1);
  some.add({1, 0, 0}, {0, 0, 1}, 0.3);
  const VorticityVolume::Grid grid = gridOf(some);
  const auto peakOf = [&](bool right) {
    double most = 0;
    for (std::size_t i = 0; i < grid.vorticity.size(); ++i)
      if ((middleOf(grid, i).x > 0) == right) most = std::max(most, grid.vorticity[i].z);
    return most;
  };
  const auto theory = [](double sigma) { return std::pow(std::sqrt(2 * kPi) * sigma, -3); };
  EXPECT_NEAR(peakOf(false), theory(0.1), 0.12 * theory(0.1));  // cell centres lie up to 0.43 sigma off the peak
  EXPECT_NEAR(peakOf(true), theory(0.3), 0.03 * theory(0.3));
}

TEST_F(Vorticity, ABudgetOfFewCellsKeepsTheIntegral) {
  const Vortices ring = vortexRing(1, 0.01, 4000);
  const VorticityVolume::Grid grid = gridOf(ring, fmm::Regularisation::gaussian8, 1);
  EXPECT_GT(grid.side, 0.02);
  EXPECT_LE(grid.vorticity.size(), 65536U);
  EXPECT_LT(fmm::norm(integralOf(grid)), 1e-5);
}

TEST_F(Vorticity, NothingAndWhatIsNotFiniteAreFine) {
  Vortices some = vortexRing(1, 0.1, 100);
  const double largest = gridOf(some).largest;
  const float inf = std::numeric_limits<float>::infinity();
  some.positions.push_back({inf, 0, 0, 0});
  some.strengths.push_back({1, 0, 0, 0.1F});
  some.positions.push_back({0, 0, 0, 0});
  some.strengths.push_back({0, 0, 0, 0.1F});
  some.positions.push_back({0, 0, 0, 0});
  some.strengths.push_back({std::nanf(""), 0, 0, 0.1F});
  EXPECT_NEAR(gridOf(some).largest, largest, 0.02 * largest) << "but for where the cells lie";
  Vortices still;
  still.add({0, 0, 0}, {}, 0.1);
  EXPECT_EQ(gridOf(still).vorticity.size(), 0U);
  ViewSettings view;
  view.vorticity = view.isosurface = 0.5;
  view.slice = SliceAxis::z;
  EXPECT_EQ(draw(still, view).rgb, draw(still, ViewSettings{}).rgb);
  EXPECT_EQ(draw({}, view).rgb, draw({}, ViewSettings{}).rgb);
}

TEST_F(Vorticity, SameBytesEveryTime) {
  ViewSettings view;
  view.vorticity = 1;
  view.slice = SliceAxis::x;
  view.isosurface = 0.4;
  view.vorticityRange = 15;
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    view.mode = mode;
    const Image first = draw(vortexRing(), view, test::ring(3000));
    EXPECT_EQ(draw(vortexRing(), view, test::ring(3000)).rgb, first.rgb);
  }
}

/// Difference of a picture's colour from the nearest one of a map between `low` and `high`: the largest of the
/// components, in steps of 1/255.
double nearestOf(const std::vector<Colour>& map, double low, double high, const std::uint8_t* seen) {
  double nearest = 255;
  const auto indexOf = [](double value) {
    return static_cast<std::size_t>(std::lround(255 * std::clamp(value, 0., 1.)));
  };
  for (std::size_t i = indexOf(low); i <= indexOf(high); ++i) {
    const Colour colour = toSrgb(map[i]);
    double apart = 0;
    for (std::size_t c = 0; c < 3; ++c) apart = std::max(apart, std::abs(seen[c] - 255. * colour[c]));
    nearest = std::min(nearest, apart);
  }
  return nearest;
}

TEST_F(Vorticity, TheSliceHasTheColourOfItsValue) {
  const Vortices ring = vortexRing();
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.sliceAt = 0.05;
  view.sliceOpacity = 1;
  view.vorticityRange = 20;
  const auto sizes = vorticitySizeColours(view, false);
  const Image image = draw(ring, view);
  for (const double r : {0.75, 0.85, 0.95, 1.0, 1.1, 1.2}) {
    const fmm::Vec3 place = {0.8 * r, 0.6 * r, 0.05};
    const auto [x, y] = pixelOf(place, 5, image.width, image.height);
    // Interpolation between cell centres loses up to 5 % of a peak of this width.
    const double value = fmm::norm(ring.vorticityAt(place)) / view.vorticityRange, around = 0.05 * value + 0.005;
    EXPECT_LE(nearestOf(sizes, value - around, value + around, image.at(x, y)), 4) << r;
  }
}

TEST_F(Vorticity, TheSliceTellsTheSignOfAComponent) {
  ViewSettings view;
  view.slice = SliceAxis::x;
  view.sliceOf = SliceQuantity::normal;
  view.sliceOpacity = 1;
  view.vorticityRange = 16;
  const Camera aside({{5, 0, 0}, {0, 0, 0}, {0, 1, 0}, 35});
  const Image image = draw(vortexRing(), view, {}, aside);
  // The vorticity points to -x at (0, 1, 0), and to +x at (0, -1, 0).
  const auto above = pixelOf({0, 1, 0}, 5, 320, 180), below = pixelOf({0, -1, 0}, 5, 320, 180);
  const auto components = vorticityComponentColours(view, false);
  const Colour minus = toSrgb(components[1]), plus = toSrgb(components[254]);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(image.at(above[0], above[1])[c], 255 * minus[c], 16);
    EXPECT_NEAR(image.at(below[0], below[1])[c], 255 * plus[c], 16);
  }
}

/// A number with a maximum at x = 1 and half as deep a minimum at x = -1.
QuantityGrid signedGrid(VortexQuantity quantity, SliceAxis across) {
  QuantityGrid grid{{quantity, across, 0}, {{-2, -2, -2}, 0.1, {40, 40, 40}}, {}, {}};
  if (across != SliceAxis::none) grid.shape = {{-2, -2, -0.05}, 0.1, {40, 40, 1}};
  for (const fmm::Vec3& x : cellCentres(grid.shape, 0, grid.shape.size()))
    grid.values.push_back(
        static_cast<float>(std::exp(-fmm::dot(x - fmm::Vec3{1, 0, 0}, x - fmm::Vec3{1, 0, 0})) -
                           0.5 * std::exp(-fmm::dot(x + fmm::Vec3{1, 0, 0}, x + fmm::Vec3{1, 0, 0}))));
  return grid;
}

TEST_F(Vorticity, TheSliceTellsTheSignOfAnotherQuantity) {
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.sliceOpacity = 1;
  view.vorticityRange = 1e-3;  // that of the vorticity alone
  view.vortexBy = VortexQuantity::q;
  const QuantityGrid grid = signedGrid(VortexQuantity::q, SliceAxis::z);
  const Image image = draw(vortexRing(), view, {}, frontCamera(), 320, 180, 0, 0, &grid);
  const auto colours = vorticityComponentColours(view, false);
  const float most = *std::max_element(grid.values.begin(), grid.values.end());
  for (const double x : {-1.2, -1., -0.7, 0.6, 1., 1.3}) {
    const auto [i, j] = pixelOf({x, 0.1, 0}, 5, 320, 180);
    const double value = (std::exp(-(x - 1) * (x - 1) - 0.01) - 0.5 * std::exp(-(x + 1) * (x + 1) - 0.01)) / most;
    EXPECT_LE(nearestOf(colours, 0.5 + 0.5 * value - 0.02, 0.5 + 0.5 * value + 0.02, image.at(i, j)), 4) << x;
  }
}

TEST_F(Vorticity, SurfaceAndVolumeShowWhereAnotherQuantityTellsAVortex) {
  const auto differs = [](const Image& a, const Image& b, fmm::Vec3 place) {
    const auto [i, j] = pixelOf(place, 5, 320, 180);
    return std::abs(a.at(i, j)[0] - b.at(i, j)[0]) > 8;
  };
  const Image nothing = draw(vortexRing(), ViewSettings{});
  for (const bool surface : {false, true}) {
    ViewSettings view;
    (surface ? view.isosurface : view.vorticity) = 0.5;
    for (const auto quantity : {VortexQuantity::q, VortexQuantity::lambda2, VortexQuantity::pressure}) {
      view.vortexBy = quantity;
      EXPECT_EQ(draw(vortexRing(), view).rgb, nothing.rgb) << "not known";
      const QuantityGrid grid = signedGrid(quantity, SliceAxis::none);
      const Image image = draw(vortexRing(), view, {}, frontCamera(), 320, 180, 0, 0, &grid);
      const bool positive = quantity == VortexQuantity::q;
      EXPECT_EQ(differs(image, nothing, {1, 0, 0}), positive) << toString(quantity) << surface;
      EXPECT_EQ(differs(image, nothing, {-1, 0, 0}), !positive) << toString(quantity) << surface;
    }
  }
}

TEST_F(Vorticity, ALineSaysWhatIsNotKnown) {
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.vortexBy = VortexQuantity::pressure;
  QuantityGrid grid{
      {VortexQuantity::pressure, SliceAxis::z}, {}, {}, "pressure not known where the fluid sticks to bodies"};
  const Image nothing = draw(vortexRing(), ViewSettings{}, {}, frontCamera(), 640, 360);
  const Image told = draw(vortexRing(), view, {}, frontCamera(), 640, 360, 0, 0, &grid);
  int words = 0;
  for (int y = 0; y < 360; ++y)
    for (int x = 0; x < 640; ++x) {
      const bool differs = std::abs(told.at(x, y)[1] - nothing.at(x, y)[1]) > 60;
      if (differs) {
        EXPECT_TRUE(x < 400 && y > 300) << "the lower left corner " << x << " " << y;
      }
      words += differs ? 1 : 0;
    }
  EXPECT_GT(words, 300);
  view.vortexBy = VortexQuantity::q;
  EXPECT_EQ(draw(vortexRing(), view, {}, frontCamera(), 640, 360, 0, 0, &grid).rgb, nothing.rgb)
      << "the line is of another quantity";
}

/// Light of 5 x 5 pixels about a place.
double lightAbout(const Image& image, std::array<int, 2> at) {
  double sum = 0;
  for (int y = at[1] - 2; y <= at[1] + 2; ++y) {
    for (int x = at[0] - 2; x <= at[0] + 2; ++x) sum += test::linearLight(image.at(x, y)[1]);
  }
  return sum;
}

TEST_F(Vorticity, HidesWhatLiesBehindAndNothingElse) {
  std::vector<Particle> behind, before;
  for (int i = 0; i < 400; ++i) {
    const int row = i / 20;
    const float aside = 0.01F * static_cast<float>(i % 20) - 0.1F, up = 0.01F * static_cast<float>(row) - 0.1F;
    behind.push_back({aside + 1, up, -0.6F, 1});
    before.push_back({aside + 1, up, 0.6F, 1});
  }
  ViewSettings slice, surface;
  slice.slice = SliceAxis::z;
  slice.sliceOpacity = 1;
  surface.isosurface = 0.3;
  for (ViewSettings view : {slice, surface}) {
    view.exposure = 1;
    view.vorticityRange = 1e6;  // makes the whole slice as dark as possible
    view.bloom = 0;
    for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
      view.mode = mode;
      const auto lightOf = [&](const std::vector<Particle>& tracers, float z) {
        return lightAbout(draw(vortexRing(1, 0.2), view, tracers), pixelOf({1.0, 0, z}, 5, 320, 180));
      };
      const double none = lightAbout(draw(vortexRing(1, 0.2), view), pixelOf({1.0, 0, -0.6}, 5, 320, 180));
      EXPECT_NEAR(lightOf(behind, -0.6F), none, 0.02 * none + 0.05) << toString(mode);
      EXPECT_GT(lightOf(before, 0.6F), none + 0.5) << toString(mode);
    }
  }
}

TEST_F(Vorticity, TheScaleIsThatOfThePresentFlow) {
  ViewSettings view;
  view.vorticity = 1;
  view.slice = SliceAxis::z;
  Vortices weak = vortexRing();
  const Image strong = draw(weak, view);
  for (Particle& alpha : weak.strengths) {
    for (std::size_t c = 0; c < 3; ++c) alpha[c] *= 0.125F;
  }
  EXPECT_EQ(draw(weak, view).rgb, strong.rgb) << "viscosity does not dim it";
  view.vorticityRange = 16;
  EXPECT_NE(draw(weak, view).rgb, strong.rgb);
}

TEST_F(Vorticity, EachRingHasItsColour) {
  Vortices pair = vortexRing();
  Vortices other = vortexRing(0.4);
  for (Particle& x : other.positions) x[3] = 1;  // its ring
  pair.positions.insert(pair.positions.end(), other.positions.begin(), other.positions.end());
  pair.strengths.insert(pair.strengths.end(), other.strengths.begin(), other.strengths.end());
  ViewSettings view;
  view.vorticity = 1;
  view.vorticityMap = kDyeMap;
  view.dyes = {{{1, 0.2F, 0.1F}, {0.1F, 0.3F, 1}}};
  const auto redder = [&](const Image& image, double r) {  // red minus blue at the ring of this radius
    const auto [x, y] = pixelOf({r, 0, 0}, 5, image.width, image.height);
    return image.at(x, y)[0] - image.at(x, y)[2];
  };
  const Image both = draw(pair, view, {}, frontCamera(), 320, 180, 2),
              one = draw(pair, view, {}, frontCamera(), 320, 180, 1);
  EXPECT_GT(redder(both, 1), 60);
  EXPECT_LT(redder(both, 0.4), -60);
  EXPECT_GT(redder(one, 0.4), 60) << "of one ring alone the colour is the first one";
}

TEST_F(Vorticity, TheVolumeShinesWhereTheVorticityIs) {
  ViewSettings view;
  view.vorticity = 1;
  view.vorticityRange = 16;
  const Image image = draw(vortexRing(), view);
  const auto at = [&](fmm::Vec3 place) { return lightAbout(image, pixelOf(place, 5, 320, 180)); };
  EXPECT_GT(at({1, 0, 0}), 4 * at({0, 0, 0}) + 1);
  view.vorticity = 0;
  view.background = Background::light;
  const Image paper = draw(vortexRing(), view);
  view.vorticity = 1;
  EXPECT_LT(lightAbout(draw(vortexRing(), view), pixelOf({1, 0, 0}, 5, 320, 180)),
            0.8 * lightAbout(paper, pixelOf({1, 0, 0}, 5, 320, 180)));
}

}  // namespace
