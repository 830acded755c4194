// Filled cores on concentric layers, and perturbed rings.

#include "fmm/fmm.h"
#include "support/test.h"

namespace {

using fmm::CoreLayout;
using fmm::CoreProfile;
using fmm::Elements;
using fmm::Ring;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

Ring layered(CoreProfile profile, int layers = 0) {
  Ring ring;
  ring.profile = profile;
  ring.layout = CoreLayout::layers;
  ring.layers = layers;
  return ring;
}

Elements elementsOf(const Ring& ring, std::size_t count, std::uint64_t seed = 1) {
  Elements elements;
  fmm::addLine(ring, {count, 0.1, 0, seed}, elements);
  return elements;
}

/// Distance from the unit circle about the z axis.
double distanceFromCircle(Vec3 x) {
  return std::hypot(std::hypot(x.x, x.y) - 1, x.z);
}

TEST(CoreLayers, HaveEightMoreCellsEachAndWholeSections) {
  for (const int layers : {1, 2, 3, 4}) {
    const std::size_t section = static_cast<std::size_t>((2 * layers + 1) * (2 * layers + 1));
    const Elements ring = elementsOf(layered(CoreProfile::uniform, layers), 40 * section + 5);
    ASSERT_EQ(ring.size(), 40 * section);
    std::vector<int> cells(static_cast<std::size_t>(layers) + 1, 0);
    for (std::size_t i = 0; i < section; ++i) {
      const double s = distanceFromCircle(ring.position[i]) / (0.1 / (2 * layers + 1));
      ++cells[static_cast<std::size_t>(std::lround(s / 2))];
    }
    for (int l = 0; l <= layers; ++l) EXPECT_EQ(cells[static_cast<std::size_t>(l)], l == 0 ? 1 : 8 * l);
  }
}

TEST(CoreLayers, CirculationIsExactThroughEverySection) {
  for (const CoreProfile profile : {CoreProfile::uniform, CoreProfile::gaussian}) {
    Ring ring = layered(profile, 2);
    ring.circulation = -2.5;
    const std::size_t along = 60;
    const Elements elements = elementsOf(ring, 25 * along);
    for (std::size_t j = 0; j < along; ++j) {
      double circulation = 0;  // strength over length, which is the arc at the element's own radius
      for (std::size_t k = 25 * j; k < 25 * (j + 1); ++k)
        circulation +=
            norm(elements.strength[k]) / (std::hypot(elements.position[k].x, elements.position[k].y) * 2 * kPi / along);
      EXPECT_NEAR(circulation, 2.5, 1e-13);
    }
    EXPECT_LT(norm(fmm::invariants(elements).totalStrength), 1e-13);
  }
}

TEST(CoreLayers, ImpulseIsThatOfTheProfile) {
  // I = pi int omega r^2 dA = pi Gamma (R^2 + <s^2>/2) with <s^2> = a^2/2 (uniform), a^2 (Gaussian).
  for (const int layers : {1, 2, 5}) {
    for (const double a : {0.05, 0.3}) {
      Ring uniform = layered(CoreProfile::uniform, layers), gaussian = layered(CoreProfile::gaussian, layers);
      uniform.coreRadius = gaussian.coreRadius = a;
      EXPECT_NEAR(fmm::invariants(elementsOf(uniform, 3000)).linearImpulse.z, kPi * (1 + a * a / 4), 1e-12);
      const fmm::Invariants sums = fmm::invariants(elementsOf(gaussian, 3000));
      EXPECT_NEAR(sums.linearImpulse.z, kPi * (1 + a * a / 2), 1e-12);
      EXPECT_LT(std::hypot(sums.linearImpulse.x, sums.linearImpulse.y), 1e-13);
    }
  }
}

TEST(CoreLayers, LengthsAndVolumesAddUpToTheTubes) {
  const Elements ring = elementsOf(layered(CoreProfile::gaussian, 3), 49 * 50);
  double length = 0, volume = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    length += ring.length[i];
    volume += ring.volume[i];
    EXPECT_NEAR(ring.length[i], 2 * kPi / 50 * std::hypot(ring.position[i].x, ring.position[i].y), 1e-14);
  }
  EXPECT_NEAR(length, 49 * 2 * kPi, 1e-10);
  EXPECT_NEAR(volume, 2 * kPi * kPi * 0.0625, 1e-12);
}

TEST(CoreLayers, GaussianSharesAreTheProfilesOverEachLayer) {
  const int layers = 4;
  const Elements ring = elementsOf(layered(CoreProfile::gaussian, layers), 81 * 20);
  const double unit = 0.25 / (2 * layers + 1);
  for (int l = 0; l < layers; ++l) {
    const double edge = (2 * l + 1) * unit;
    double inside = 0;
    for (std::size_t i = 0; i < ring.size(); ++i)
      if (distanceFromCircle(ring.position[i]) < edge) inside += norm(ring.strength[i]);
    const double x = edge / 0.1;
    EXPECT_NEAR(inside / (2 * kPi), (1 - std::exp(-x * x)) / (1 - std::exp(-6.25)), 1e-12) << l;
  }
}

TEST(CoreLayers, SpacingIsAlikeAlongAndAcross) {
  for (const std::size_t count : {1000u, 5000u, 20000u}) {
    const Ring ring = layered(CoreProfile::uniform);
    const double spacing = fmm::meanSpacing(ring, count);
    const double volume = 2 * kPi * kPi * 0.01;
    EXPECT_LT(spacing, 1.6 * std::cbrt(volume / static_cast<double>(count))) << count;
    EXPECT_GT(spacing, std::cbrt(volume / static_cast<double>(count))) << count;
    const Elements elements = elementsOf(ring, count);
    EXPECT_LE(elements.size(), count);
    double farthest = 0;  // largest distance to the nearest neighbour
    for (std::size_t i = 0; i < std::min<std::size_t>(elements.size(), 200); ++i) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < elements.size(); ++j)
        if (j != i) nearest = std::min(nearest, norm(elements.position[i] - elements.position[j]));
      farthest = std::max(farthest, nearest);
    }
    EXPECT_LT(farthest, 1.15 * spacing) << count;
  }
}

TEST(CoreLayers, NeedThreeSections) {
  EXPECT_EQ(test::refusal<fmm::InvalidInput>([] { elementsOf(layered(CoreProfile::uniform, 2), 74); }),
            "count = 74: allowed is 75 or more for a core with 2 layers");
  EXPECT_EQ(elementsOf(layered(CoreProfile::uniform, 2), 75).size(), 75u);
  EXPECT_THROW(elementsOf(layered(CoreProfile::uniform, -1), 1000), fmm::InvalidInput);
}

TEST(CoreLayers, HaveNothingRandom) {
  const Ring ring = layered(CoreProfile::gaussian);
  const Elements a = elementsOf(ring, 900, 1), b = elementsOf(ring, 900, 2);
  EXPECT_TRUE(a.position == b.position);
  EXPECT_TRUE(a.strength == b.strength);
}

// ---- waves ----------------------------------------------------------------------------------------------------------

/// Fourier coefficient 2/(2 pi) int f(phi) exp(-i m phi) dphi over the elements of a filament.
struct Wave {
  double cosine = 0, sine = 0;
};
template <class Value>
Wave project(const Elements& ring, int mode, const Value& value) {
  Wave wave;
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto angle = [&](std::size_t k) { return std::atan2(ring.position[k].y, ring.position[k].x); };
    const double part = std::remainder(angle((i + 1) % n) - angle((i + n - 1) % n), 2 * kPi) / 2;
    wave.cosine += value(ring.position[i]) * std::cos(mode * angle(i)) * part / kPi;
    wave.sine += value(ring.position[i]) * std::sin(mode * angle(i)) * part / kPi;
  }
  return wave;
}

TEST(Waves, ProjectionGivesModeAmplitudeAndPhase) {
  Ring ring;
  ring.profile = CoreProfile::filament;
  ring.radius = 2;
  ring.waveMode = 5;
  ring.waveAmplitude = 0.02;
  ring.axialAmplitude = 0.03;
  ring.wavePhase = 0.7;
  const Elements elements = elementsOf(ring, 1000);
  for (const int mode : {1, 4, 5, 6, 10}) {
    const bool own = mode == 5;
    const Wave radial = project(elements, mode, [](Vec3 x) { return std::hypot(x.x, x.y); });
    const Wave axial = project(elements, mode, [](Vec3 x) { return x.z; });
    EXPECT_NEAR(radial.cosine, own ? 0.04 * std::cos(0.7) : 0, 1e-4) << mode;
    EXPECT_NEAR(radial.sine, own ? -0.04 * std::sin(0.7) : 0, 1e-4) << mode;
    EXPECT_NEAR(axial.cosine, own ? 0.06 * std::cos(0.7) : 0, 1e-4) << mode;
    EXPECT_NEAR(axial.sine, own ? -0.06 * std::sin(0.7) : 0, 1e-4) << mode;
  }
  double shortest = 1e9, longest = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double step = norm(elements.position[(i + 1) % elements.size()] - elements.position[i]);
    shortest = std::min(shortest, step), longest = std::max(longest, step);
  }
  EXPECT_LT(longest / shortest, 1 + 1e-5);
  EXPECT_LT(norm(fmm::invariants(elements).totalStrength), 1e-12);
}

TEST(Waves, RandomPhaseIsAFunctionOfTheSeed) {
  Ring ring;
  ring.profile = CoreProfile::filament;
  ring.waveMode = 3;
  ring.waveAmplitude = 0.1;
  ring.randomPhase = true;
  double cosine = 0, sine = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Ring drawn = fmm::withPhase(ring, seed);
    EXPECT_FALSE(drawn.randomPhase);
    EXPECT_EQ(drawn.wavePhase, fmm::withPhase(ring, seed).wavePhase);
    ASSERT_TRUE(drawn.wavePhase >= 0 && drawn.wavePhase < 2 * kPi);
    cosine += std::cos(drawn.wavePhase) / 400, sine += std::sin(drawn.wavePhase) / 400;
  }
  EXPECT_LT(std::hypot(cosine, sine), 0.12) << "of 400 random directions 0.05 is left";
  EXPECT_TRUE(elementsOf(ring, 50, 3).position == elementsOf(fmm::withPhase(ring, 3), 50, 9).position);
}

TEST(Waves, FilledCoresFollowThem) {
  for (const CoreLayout layout : {CoreLayout::random, CoreLayout::layers}) {
    Ring ring;
    ring.layout = layout;
    ring.coreRadius = 0.04;
    ring.waveMode = 4;
    ring.waveAmplitude = 0.1;
    ring.axialAmplitude = 0.15;
    Elements core = elementsOf(ring, 900);
    fmm::Tracers shell;
    fmm::addTracersOnShell(ring, 0.06, 200, 0, 1, shell);
    ring.profile = CoreProfile::filament;
    const Elements line = elementsOf(ring, 4000);
    const auto distance = [&](Vec3 x) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const Vec3& on : line.position) nearest = std::min(nearest, norm(x - on));
      return nearest;
    };
    for (const Vec3& x : core.position) EXPECT_LT(distance(x), 0.0401);
    for (const Vec3& x : shell.position) EXPECT_NEAR(distance(x), 0.06, 1e-4);
  }
}

}  // namespace
