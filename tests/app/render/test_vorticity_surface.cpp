// The isosurface of the vorticity in pictures: its place, its edges, its colours and its shadows.

#include "app/render/vorticity_fixture.h"
#include "app/support/film_support.h"

namespace {

using namespace app;
using test::frontCamera;
using test::kPi;
using test::linearLight;
using test::pixelOf;
using test::vortexRing;
using test::Vortices;
using VorticitySurfaceTest = test::VorticityTest;

ViewSettings whiteSurface(double level) {
  ViewSettings view;
  view.isosurface = level;
  view.isosurfaceColour = Colour{1, 1, 1};
  view.exposure = 1;
  view.bloom = 0;
  return view;
}

/// Turned about the x axis by a quarter: a ring about the y axis at this height.
Vortices lying(const Vortices& ring, double height) {
  Vortices turned;
  for (std::size_t i = 0; i < ring.positions.size(); ++i) {
    const test::Particle &x = ring.positions[i], &a = ring.strengths[i];
    turned.add({x[0], x[2] + height, -x[1]}, {a[0], a[2], -a[1]}, a[3]);
  }
  return turned;
}

Vortices both(Vortices all, const Vortices& more) {
  all.positions.insert(all.positions.end(), more.positions.begin(), more.positions.end());
  all.strengths.insert(all.strengths.end(), more.strengths.begin(), more.strengths.end());
  return all;
}

TEST_F(VorticitySurfaceTest, IsATorus) {
  // |omega| falls to a half at sigma sqrt(2 ln 2) from the core line. The ring's curvature adds the factor sqrt(R/r) of
  // the Bessel function: the surface is nearer outside and farther inside.
  ViewSettings view = whiteSurface(0.5);
  view.ambient = 1;
  constexpr double kDistance = 40;
  const Camera camera({{0, 0, kDistance}, {0, 0, 0}, {0, 1, 0}, 4});
  const int width = 640, height = 640;
  const Image image = draw(vortexRing(), view, {}, camera, width, height);
  const double scale = 0.5 * height / std::tan(2 * kPi / 180) / kDistance;
  const auto edgeTowards = [](double side) {
    double r = 1;
    for (int i = 0; i < 30; ++i) r = 1 + side * 0.1 * std::sqrt(2 * std::log(2 * std::sqrt(1 / r)));
    return r;
  };
  const int row = height / 2, ground = image.at(2, 2)[1];
  std::vector<double> edges;
  for (int x = width / 2; x + 1 < width; ++x) {
    const bool here = image.at(x, row)[1] > ground + 60, next = image.at(x + 1, row)[1] > ground + 60;
    if (here != next) edges.push_back((x + 1 - 0.5 * width) / scale);
  }
  ASSERT_EQ(edges.size(), 2U);
  EXPECT_NEAR(edges[0], edgeTowards(-1), 0.006);
  EXPECT_NEAR(edges[1], edgeTowards(1), 0.006);
}

TEST_F(VorticitySurfaceTest, CoversPartsOfPixelsAtItsEdges) {
  ViewSettings view = whiteSurface(0.5);
  view.ambient = 1;
  const Camera camera({{1.5, 1, 4}, {0, 0, 0}, {0, 1, 0}, 35});
  const Image small = draw(vortexRing(), view, {}, camera, 120, 120),
              large = test::averagedDown(draw(vortexRing(), view, {}, camera, 960, 960), 8);
  EXPECT_GT(test::psnr(small, large), 34) << "25 without";
}

ViewSettings inColoursOfRings() {
  ViewSettings view;
  view.mode = ViewMode::density;
  view.vorticity = 1;
  view.vorticityMap = kDyeMap;
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  view.dyes = {{{1, 0.2F, 0.1F}, {0.1F, 0.2F, 1}}};
  view.isosurface = 0.3;
  view.exposure = 1;
  return view;
}

TEST_F(VorticitySurfaceTest, ChangesOfSizeLeaveNothingBehind) {
  ViewSettings view = whiteSurface(0.4);
  view.isosurfaceOpacity = 0.5;
  const auto elements = test::streamOf(vortexRing().positions), strengths = test::streamOf(vortexRing().strengths);
  const auto none = test::streamOf({});
  const PictureContents contents{*none, noFlow(), elements.get(), strengths.get()};
  SceneRenderer renderer(200, 120);
  for (const auto& [width, height] : {std::pair{200, 120}, std::pair{320, 180}, std::pair{200, 120}}) {
    renderer.resize(width, height);
    renderer.draw(contents, frontCamera(), view);
    EXPECT_EQ(renderer.read().rgb, draw(vortexRing(), view, {}, frontCamera(), width, height).rgb) << width;
  }
}

TEST_F(VorticitySurfaceTest, FlowsOfThePlaneHaveNone) {
  ViewSettings view = whiteSurface(0.4), without = view;
  without.isosurface = 0;
  view.vorticity = without.vorticity = 1;
  Vortices patch;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j) patch.add({0.05 * i - 0.5, 0.05 * j - 0.5, 0}, {0, 0, 0.01}, 0.06);
  const auto elements = test::streamOf(patch.positions), strengths = test::streamOf(patch.strengths);
  const auto none = test::streamOf({});
  FlowState flow;
  flow.plane = true;
  const PictureContents contents{*none, flow, elements.get(), strengths.get()};
  const auto drawn = [&](const ViewSettings& shown) {
    SceneRenderer renderer(160, 120);
    renderer.draw(contents, frontCamera(), shown);
    return renderer.read();
  };
  EXPECT_EQ(drawn(view).rgb, drawn(without).rgb);
}

TEST_F(VorticitySurfaceTest, HasTheColoursOfTheRings) {
  Vortices rings = both(lying(vortexRing(0.5, 0.08), 0.6), lying(vortexRing(0.5, 0.08), -0.6));
  for (std::size_t i = 0; i < rings.positions.size(); ++i) rings.positions[i][3] = i < 400 ? 0 : 1;
  const Image image = draw(rings, inColoursOfRings(), {}, frontCamera(), 320, 180, 2);
  const auto red = pixelOf({0, 0.6, 0.5}, 5, 320, 180), blue = pixelOf({0, -0.6, 0.5}, 5, 320, 180);
  EXPECT_GT(image.at(red[0], red[1])[0], 100);
  EXPECT_GT(image.at(red[0], red[1])[0], 2 * image.at(red[0], red[1])[2]);
  EXPECT_GT(image.at(blue[0], blue[1])[2], 100);
  EXPECT_GT(image.at(blue[0], blue[1])[2], 2 * image.at(blue[0], blue[1])[0]);
}

TEST_F(VorticitySurfaceTest, HueOfTheOnlyRingRunsAlongIt) {
  const Image image = draw(vortexRing(0.6, 0.1), inColoursOfRings(), {}, frontCamera(), 320, 180, 1);
  const auto hueAt = [&](fmm::Vec3 place) {
    const auto at = pixelOf(place, 5, 320, 180);
    const std::uint8_t* pixel = image.at(at[0], at[1]);
    EXPECT_GT(pixel[0], 100);
    return linearLight(pixel[1]) - linearLight(pixel[2]);  // to yellow, or to magenta
  };
  // The vorticity points to y at x > 0, and the hue turns towards yellow with it.
  EXPECT_GT(hueAt({0.6, 0, 0.1}), hueAt({-0.6, 0, 0.1}) + 0.03);
}

TEST_F(VorticitySurfaceTest, ThrowsItsShadowOnWhatLiesBelow) {
  ViewSettings view = whiteSurface(0.4);
  view.ambient = 0;
  view.light = {0, 1, 0};
  const Camera above({{0, 2.5, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  const Vortices lower = lying(vortexRing(1, 0.1), -0.3);
  const Image alone = draw(lower, view, {}, above, 480, 360);
  // A smaller ring covers a part of the lower ring from the lamp, on its left side.
  Vortices upper = lying(vortexRing(0.3, 0.1, 120), 0.6);
  for (auto& x : upper.positions) x[0] -= 1;
  const Image together = draw(both(lower, upper), view, {}, above, 480, 360);
  const auto lightAt = [&](const Image& image, fmm::Vec3 x) {
    const glm::vec4 clip = above.viewProjection(480.0 / 360) *
                           glm::vec4(static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z), 1);
    const int column = static_cast<int>(480 * (0.5F + 0.5F * clip.x / clip.w)),
              row = static_cast<int>(360 * (0.5F - 0.5F * clip.y / clip.w));
    return linearLight(image.at(column, row)[1]);
  };
  const fmm::Vec3 shaded = {-0.96, -0.2, 0.28}, clear = {0.96, -0.2, 0.28};
  EXPECT_LT(lightAt(together, shaded), 0.75 * lightAt(alone, shaded));
  EXPECT_NEAR(lightAt(together, clear), lightAt(alone, clear), 0.03 * lightAt(alone, clear));
}

/// Part of red in the light of red and blue.
double redPart(const std::uint8_t* pixel) {
  const double red = linearLight(pixel[0]), blue = linearLight(pixel[2]);
  return red / (red + blue);
}

TEST_F(VorticitySurfaceTest, ColoursOfTwoRingsBlendSmoothly) {
  // A straight core on a lattice, one ring's on the left, another's on the right, nodes of both between them.
  constexpr double kSpacing = 0.05, kCore = 0.12;
  Vortices line;
  for (int i = -30; i <= 30; ++i)
    for (int j = -8; j <= 8; ++j)
      for (int k = -8; k <= 8; ++k) {
        const fmm::Vec3 x = {(i + 0.4) * kSpacing, (j + 0.2) * kSpacing, (k + 0.7) * kSpacing};
        line.add(x, {std::exp(-(x.y * x.y + x.z * x.z) / (2 * kCore * kCore)), 0, 0}, kSpacing);
        line.positions.back()[3] =
            x.x > 0.3 || (x.x > -0.3 && (i * i + 3 * j * j + 5 * k * k + 7 * i * j) % 11 > 5) ? 1 : 0;
      }
  const int width = 1280, height = 720;
  const Image image = draw(line, inColoursOfRings(), {}, frontCamera(), width, height, 2, kSpacing);
  const auto left = pixelOf({-1, 0.02, 0.2}, 5, width, height), right = pixelOf({1, 0.02, 0.2}, 5, width, height);
  double largest = 0, back = 0, lowest = 1;
  for (int x = left[0]; x < right[0]; ++x) {
    const double here = redPart(image.at(x, left[1])), next = redPart(image.at(x + 1, left[1]));
    largest = std::max(largest, std::abs(next - here));
    lowest = std::min(lowest, here);
    back = std::max(back, next - lowest);
  }
  EXPECT_GT(redPart(image.at(left[0], left[1])) - redPart(image.at(right[0], right[1])), 0.8);
  EXPECT_LT(largest, 0.03) << "of two neighbouring pixels; a spacing is 12 pixels wide";
  EXPECT_LT(back, 0.025) << "no stripes";
}

TEST_F(VorticitySurfaceTest, HasNoTornEdgesWhereItIsThin) {
  // A sheet of one spacing, in places a little stronger than the level, beside the ring that sets the scale.
  constexpr double kSpacing = 0.05;
  Vortices sheet = vortexRing(0.3, 0.1);
  const double peak = sheet.vorticityAt({0.3, 0, 0}).y,
               strength = 0.27 * peak * std::sqrt(2 * kPi) * std::pow(kSpacing, 3);
  for (auto& x : sheet.positions) x[0] -= 1;
  for (int i = -10; i <= 10; ++i)
    for (int j = -10; j <= 10; ++j)
      sheet.add({0.8 + i * kSpacing, j * kSpacing, 0},
                {0, strength * (1 + 0.4 * std::sin(1.1 * i) * std::sin(0.9 * j)), 0}, kSpacing);
  ViewSettings view = inColoursOfRings();
  const int width = 1280, height = 720;
  const Image image = draw(sheet, view, {}, frontCamera(), width, height, 2);
  const auto low = pixelOf({0.5, -0.3, 0}, 5, width, height), high = pixelOf({1.1, 0.3, 0}, 5, width, height);
  int jumps = 0;
  for (int y = high[1]; y < low[1]; ++y)
    for (int x = low[0]; x < high[0]; ++x) jumps += std::abs(image.at(x + 1, y)[0] - image.at(x, y)[0]) > 24 ? 1 : 0;
  EXPECT_LT(jumps, 20) << "218 where the level alone cuts it";
}

TEST_F(VorticitySurfaceTest, AStrongPlaceDoesNotDimTheCores) {
  Vortices ring = vortexRing();
  const auto volumeOf = [](const Vortices& vortices) {
    const auto elements = test::streamOf(vortices.positions), strengths = test::streamOf(vortices.strengths);
    VorticityVolume volume;
    volume.build({*elements, *strengths, inColoursOfRings(), cameraRays(frontCamera(), 1.5),
                  fmm::Regularisation::gaussian, 500000, false});
    return volume.read();
  };
  const auto alone = volumeOf(ring);
  EXPECT_NEAR(alone.cores, alone.largest, 0.05 * alone.largest);
  ring.add({1, 0, 0}, {0, 0.1, 0}, 0.05);  // 1.6 % of the circulation
  const auto peaked = volumeOf(ring);
  EXPECT_GT(peaked.largest, 2 * alone.largest);
  EXPECT_NEAR(peaked.cores, alone.cores, 0.25 * alone.cores);
}

/// Vortices of a ring on a lattice of this spacing, with cores of `sigma`.
Vortices onLattice(double radius, double core, double spacing, double sigma) {
  Vortices all;
  const int reach = static_cast<int>(std::ceil((radius + 4 * core) / spacing)),
            thick = static_cast<int>(std::ceil(4 * core / spacing));
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j)
      for (int k = -thick; k <= thick; ++k) {
        const fmm::Vec3 x = {(i + 0.37) * spacing, (j + 0.21) * spacing, (k + 0.4) * spacing};
        const double r = std::hypot(x.x, x.y), s = (std::pow(r - radius, 2) + x.z * x.z) / (2 * core * core);
        if (s > 8) continue;
        const double omega = std::exp(-s) / (2 * kPi * core * core) * std::pow(spacing, 3);
        all.add(x, {-omega * x.y / r, omega * x.x / r, 0}, sigma);
      }
  return all;
}

/// The vorticity at a place, interpolated as shaders do.
double sizeAt(const VorticityVolume::Grid& grid, fmm::Vec3 place) {
  const fmm::Vec3 cell = 1 / grid.side * (place - grid.low) - fmm::Vec3{0.5, 0.5, 0.5};
  const fmm::Vec3 from = {std::floor(cell.x), std::floor(cell.y), std::floor(cell.z)}, part = cell - from;
  fmm::Vec3 sum;
  for (int corner = 0; corner < 8; ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    const double weight =
        (i == 1 ? part.x : 1 - part.x) * (j == 1 ? part.y : 1 - part.y) * (k == 1 ? part.z : 1 - part.z);
    const auto row = static_cast<std::size_t>((from.z + k) * grid.cells[1] + from.y + j);
    sum = sum +
          weight * grid.vorticity[row * static_cast<std::size_t>(grid.cells[0]) + static_cast<std::size_t>(from.x + i)];
  }
  return fmm::norm(sum);
}

TEST_F(VorticitySurfaceTest, RingsOnALatticeAreDrawnWithoutBeads) {
  for (const double core : {0.1, 0.07}) {
    for (const double nodes : {1.5, 2.0, 2.5, 3.0}) {  // a core radius
      for (const auto& [kind, overlap] :
           {std::pair{fmm::Regularisation::gaussian, 1.0}, std::pair{fmm::Regularisation::gaussian, 1.5},
            std::pair{fmm::Regularisation::gaussian8, 1.0}, std::pair{fmm::Regularisation::gaussian8, 1.5}}) {
        const double spacing = core / nodes;
        const auto grid =
            gridOf(onLattice(1, core, spacing, overlap * spacing), kind, std::size_t{1} << 20, false, spacing);
        double least = 1e30, most = 0;
        for (int n = 0; n < 1000; ++n) {
          const double size = sizeAt(grid, {std::cos(2 * kPi * n / 1000), std::sin(2 * kPi * n / 1000), 0});
          least = std::min(least, size);
          most = std::max(most, size);
        }
        const double cells = core / grid.side, linear = 1 / (8 * cells * cells);  // of a Gaussian between its cells
        EXPECT_LT(most / least, 1.01 + linear) << core << " " << nodes << " " << fmm::toString(kind) << " " << overlap
                                               << ", cells of " << grid.side / spacing << " spacings";
      }
    }
  }
}

}  // namespace
