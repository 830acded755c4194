// Lines that start on a lattice have the profile asked for, as do cores that the blobs of their elements widen.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::CoreProfile;
using fmm::Elements;
using fmm::LatticePlan;
using fmm::Regularisation;
using fmm::Ring;
using fmm::SeededLine;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

Ring thickRing(CoreProfile profile, double core) {
  Ring ring;
  ring.centre = {0.013, 0.021, 0.007};  // off the nodes of the lattice
  ring.profile = profile;
  ring.coreRadius = core;
  return ring;
}

Ring wavyRing(double core, int mode, double radial, double axial) {
  Ring ring = thickRing(CoreProfile::gaussian, core);
  ring.waveMode = mode;
  ring.waveAmplitude = radial;
  ring.axialAmplitude = axial;
  return ring;
}

LatticePlan planFor(const fmm::LineComponent& line, std::size_t count, double overlap = 1) {
  LatticePlan plan;
  plan.overlap = overlap;
  plan.spacing = fmm::spacingFor({{line}}, count, plan);
  return plan;
}

Elements onLattice(const fmm::LineComponent& line, std::size_t count, Regularisation core) {
  return fmm::latticeElements({{line}}, planFor(line, count), core);
}

fmm::Settings directSums(Regularisation core) {
  fmm::Settings settings = fmm_test::directDouble();
  settings.regularisation = core;
  return settings;
}

/// 1/(2 pi) sum alpha . grad(phi) about the ring's axis, z.
double circulationOf(const Elements& elements, Vec3 centre) {
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i] - centre, alpha = elements.strength[i];
    sum += (x.x * alpha.y - x.y * alpha.x) / (x.x * x.x + x.y * x.y);
  }
  return sum / (2 * kPi);
}

/// Speed of a ring about z: d/dt of sum alpha_phi z over sum alpha_phi, with alpha_phi stretched by u_r/r.
double speedOf(const Elements& elements, Vec3 centre, Regularisation core) {
  fmm::Settings settings = directSums(core);
  if (elements.size() > 8000) settings.solver = fmm::SolverKind::fmm;
  const fmm::Field field = fmm::evaluateField(settings, elements, elements.position, false);
  double moved = 0, all = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i] - centre, u = field.velocity[i];
    const double square = x.x * x.x + x.y * x.y, r = std::sqrt(square);
    const double alpha = (x.x * elements.strength[i].y - x.y * elements.strength[i].x) / r;
    moved += alpha * (u.z + x.z * (x.x * u.x + x.y * u.y) / square);
    all += alpha;
  }
  return moved / all;
}

/// Enstrophy and peak of the vorticity, sampled with the spacing h up to 4 spacings beyond the elements.
struct Seen {
  double enstrophy = 0, peak = 0;
};
Seen seen(const Elements& elements, Regularisation core, double h) {
  Vec3 low = elements.position[0], high = low;
  for (const Vec3& x : elements.position) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  constexpr int kBeyond = 4;
  std::vector<Vec3> nodes;
  for (double z = low.z - kBeyond * h; z < high.z + (kBeyond + 0.5) * h; z += h)
    for (double y = low.y - kBeyond * h; y < high.y + (kBeyond + 0.5) * h; y += h)
      for (double x = low.x - kBeyond * h; x < high.x + (kBeyond + 0.5) * h; x += h) nodes.push_back({x, y, z});
  fmm::Settings settings = directSums(core);
  settings.solver = fmm::SolverKind::fmm;
  settings.tolerance = 1e-6;
  Seen all;
  for (const Vec3& omega : fmm::evaluateVorticity(settings, elements, nodes).vorticity) {
    all.enstrophy += 0.5 * h * h * h * dot(omega, omega);
    all.peak = std::max(all.peak, norm(omega));
  }
  return all;
}

TEST(LatticeStart, StandsOnTheNodes) {
  const Ring ring = thickRing(CoreProfile::gaussian, 0.2);
  const LatticePlan plan = planFor(ring, 3000, 1.2);
  const Elements elements = fmm::latticeElements({{ring, 7}}, plan, Regularisation::gaussian);
  const double h = plan.spacing;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (const double x : {elements.position[i].x, elements.position[i].y, elements.position[i].z})
      EXPECT_EQ(x, h * std::round(x / h));
    EXPECT_EQ(elements.coreRadius[i], 1.2 * h);
    EXPECT_EQ(elements.length[i], h);
    EXPECT_EQ(elements.volume[i], h * h * h);
    EXPECT_EQ(elements.ring[i], 7);
  }
}

TEST(LatticeStart, MeetsTheCountAndNeverExceedsIt) {
  fmm::TorusKnot trefoil;
  trefoil.coreRadius = 0.08;
  trefoil.profile = CoreProfile::gaussian;
  Ring filament = thickRing(CoreProfile::filament, 0.1);
  for (const std::size_t count : {300u, 4096u, 32768u}) {
    const std::vector<std::vector<SeededLine>> starts = {
        {{thickRing(CoreProfile::gaussian, 0.1)}},
        {{thickRing(CoreProfile::uniform, 0.3)}, {wavyRing(0.2, 6, 0.05, 0.02), 1}},
        {{trefoil}},
        {{filament}}};
    for (const std::vector<SeededLine>& lines : starts) {
      LatticePlan plan;
      plan.spacing = fmm::spacingFor(lines, count, plan);
      const std::size_t made = fmm::latticeElements(lines, plan, Regularisation::gaussian8).size();
      EXPECT_LE(made, count);
      EXPECT_GE(made, count * (count < 1000 ? 8 : 9) / 10);
      EXPECT_NEAR(fmm::roughSpacing(lines, count, plan), plan.spacing, 0.15 * plan.spacing);
    }
  }
}

TEST(LatticeStart, IsTheSameEachTime) {
  const Ring ring = wavyRing(0.15, 5, 0.05, 0.05);
  const Elements a = onLattice(ring, 5000, Regularisation::gaussian8);
  const Elements b = onLattice(ring, 5000, Regularisation::gaussian8);
  EXPECT_TRUE(a.position == b.position);
  EXPECT_TRUE(a.strength == b.strength);
}

TEST(LatticeStart, CirculationAndImpulseAreThoseOfTheProfile) {
  for (const Regularisation core : {Regularisation::gaussian, Regularisation::gaussian8}) {
    for (const CoreProfile profile : {CoreProfile::gaussian, CoreProfile::uniform}) {
      for (const double a : {0.1, 0.4}) {
        Ring ring = thickRing(profile, a);
        ring.circulation = -2.5;
        const Elements elements = onLattice(ring, 4096, core);
        const fmm::Invariants sums = fmm::invariants(elements);
        const double square = profile == CoreProfile::gaussian ? a * a : a * a / 2;
        EXPECT_NEAR(circulationOf(elements, ring.centre) / -2.5, 1, 1e-12);
        EXPECT_LT(norm(sums.totalStrength), 1e-12);
        EXPECT_LT(norm(sums.linearImpulse - Vec3{0, 0, -2.5 * kPi * (1 + square / 2)}), 1e-11);
      }
    }
  }
}

TEST(LatticeStart, CirculationOfWavesAndKnotsIsThatAsked) {
  const Ring ring = wavyRing(0.3, 8, 0.05, 0.05);
  const Elements waves = onLattice(ring, 8192, Regularisation::gaussian8);
  EXPECT_NEAR(circulationOf(waves, ring.centre), 1, 1e-12);
  EXPECT_LT(norm(fmm::invariants(waves).totalStrength), 1e-12);
  fmm::TorusKnot trefoil;
  trefoil.profile = CoreProfile::gaussian;
  trefoil.coreRadius = 0.1;
  const Elements knot = onLattice(trefoil, 8192, Regularisation::gaussian8);
  EXPECT_NEAR(circulationOf(knot, trefoil.centre), 2, 1e-12) << "it goes around the axis twice";
  EXPECT_LT(norm(fmm::invariants(knot).totalStrength), 1e-12);
  // The impulse is that of the layers' tube, which has the same moments.
  trefoil.layout = fmm::CoreLayout::layers;
  Elements tube;
  fmm::addLine(trefoil, {20000, 0.1}, tube);
  const Vec3 expected = fmm::invariants(tube).linearImpulse;
  EXPECT_LT(norm(fmm::invariants(knot).linearImpulse - expected), 1e-6 * norm(expected));
}

TEST(LatticeStart, GaussianRingsHaveTheirEnstrophyAndLargestVorticity) {
  for (const double a : {0.1, 0.2, 0.3, 0.4}) {
    const Ring ring = thickRing(CoreProfile::gaussian, a);
    const LatticePlan plan = planFor(ring, 4096);
    const Seen made =
        seen(fmm::latticeElements({{ring}}, plan, Regularisation::gaussian8), Regularisation::gaussian8, plan.spacing);
    EXPECT_NEAR(made.enstrophy * 2 * a * a, 1, 0.01) << "Z = R Gamma^2/(2 a^2), a = " << a;
    EXPECT_NEAR(made.peak * kPi * a * a, 1, 0.01) << a;
  }
}

TEST(LatticeStart, SoHaveWavyOnesAndKnots) {
  fmm::TorusKnot trefoil;
  trefoil.profile = CoreProfile::gaussian;
  trefoil.coreRadius = 0.08;
  const std::vector<fmm::LineComponent> lines = {wavyRing(0.1, 8, 0.03, 0.02), wavyRing(0.4, 8, 0.02, 0.02), trefoil};
  for (const fmm::LineComponent& line : lines) {
    const double a = baseOf(line.line).coreRadius;
    const LatticePlan plan = planFor(line, 10000);
    const Seen made =
        seen(fmm::latticeElements({{line}}, plan, Regularisation::gaussian8), Regularisation::gaussian8, plan.spacing);
    EXPECT_NEAR(made.enstrophy / (fmm::lineLength(line.line) / (4 * kPi * a * a)), 1, 0.01);
    EXPECT_NEAR(made.peak * kPi * a * a, 1, 0.012);
  }
}

TEST(LatticeStart, OtherCoresNeedMoreElements) {
  const double a = 0.3;
  const Ring ring = thickRing(CoreProfile::gaussian, a);
  for (const Regularisation core : {Regularisation::gaussian, Regularisation::gaussian8}) {
    LatticePlan plan;
    plan.spacing = fmm::widestSpacing(ring, plan.overlap, core);
    const Seen made = seen(fmm::latticeElements({{ring}}, plan, core), core, plan.spacing);
    EXPECT_NEAR(made.enstrophy * 2 * a * a, 1, 0.01) << toString(core);
    EXPECT_NEAR(made.peak * kPi * a * a, 1, 0.01) << toString(core);
  }
  EXPECT_LT(fmm::widestSpacing(ring, 1, Regularisation::gaussian),
            fmm::widestSpacing(ring, 1, Regularisation::gaussian8));
  EXPECT_EQ(fmm::widestSpacing(thickRing(CoreProfile::filament, 0), 1, Regularisation::gaussian),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(fmm::widestSpacing(ring, 1, Regularisation::winckelmans), 0) << "they overlap too little at any spacing";
}

TEST(LatticeStart, RingsMoveAtTheSpeedOfThoseAskedFor) {
  struct Case {
    CoreProfile profile;
    double a, speed;  ///< d/dt of the centre of the vorticity, by quadrature over the section with elliptic integrals
  };
  for (const Case& c : std::vector<Case>{{CoreProfile::gaussian, 0.1, 0.30278},
                                         {CoreProfile::gaussian, 0.2, 0.24437},
                                         {CoreProfile::gaussian, 0.4, 0.18018},
                                         {CoreProfile::uniform, 0.1, 0.3270},
                                         {CoreProfile::uniform, 0.2, 0.2699},
                                         {CoreProfile::uniform, 0.4, 0.2089}}) {
    const Ring ring = thickRing(c.profile, c.a);
    EXPECT_NEAR(
        speedOf(onLattice(ring, 4096, Regularisation::gaussian8), ring.centre, Regularisation::gaussian8) / c.speed, 1,
        0.01)
        << c.a;
    if (c.profile == CoreProfile::gaussian && c.a < 0.4) continue;
    LatticePlan plan;
    plan.spacing = fmm::widestSpacing(ring, 1, Regularisation::gaussian);
    const Elements made = fmm::latticeElements({{ring}}, plan, Regularisation::gaussian);
    EXPECT_NEAR(speedOf(made, ring.centre, Regularisation::gaussian) / c.speed, 1, 0.01) << c.a;
  }
}

/// Elements of the ring without a lattice.
Elements filled(const Ring& ring, std::size_t count, double sigma) {
  Elements elements;
  fmm::addLine(ring, {count, sigma, 0, 1, Regularisation::gaussian}, elements);
  return elements;
}

TEST(NarrowedCores, HaveTheProfileAskedForOnceTheirElementsWidenThem) {
  for (const fmm::CoreLayout layout : {fmm::CoreLayout::layers, fmm::CoreLayout::random}) {
    const double a = 0.2, sigma = 0.07;
    Ring ring = thickRing(CoreProfile::gaussian, a);
    ring.layout = layout;
    EXPECT_EQ(fmm::smoothedRadius(ring, sigma, Regularisation::gaussian), a);
    const Elements elements = filled(ring, 12000, sigma);
    const Seen made = seen(elements, Regularisation::gaussian, 0.05);
    const bool layers = layout == fmm::CoreLayout::layers;  // their cells are coarser than random elements
    EXPECT_NEAR(made.enstrophy * 2 * a * a, 1, layers ? 0.03 : 0.01);
    EXPECT_NEAR(made.peak * kPi * a * a, 1, layers ? 0.08 : 0.01);
    EXPECT_NEAR(circulationOf(elements, ring.centre), 1, 1e-12);
    EXPECT_LT(norm(fmm::invariants(elements).linearImpulse - Vec3{0, 0, kPi * (1 + a * a / 2)}), 1e-11);
    EXPECT_NEAR(speedOf(elements, ring.centre, Regularisation::gaussian), 0.24437, 0.0024);
  }
}

TEST(NarrowedCores, UniformOnesHaveTheSpeedAskedFor) {
  Ring ring = thickRing(CoreProfile::uniform, 0.2);
  ring.layout = fmm::CoreLayout::layers;
  const Elements elements = filled(ring, 6000, 0.07);
  EXPECT_NEAR(speedOf(elements, ring.centre, Regularisation::gaussian), 0.2699, 0.0027);
  EXPECT_LT(norm(fmm::invariants(elements).linearImpulse - Vec3{0, 0, kPi * 1.01}), 1e-11);
}

TEST(NarrowedCores, AreLeftWhereElementsAreTooWide) {
  const Ring ring = thickRing(CoreProfile::gaussian, 0.1);
  EXPECT_NEAR(fmm::smoothedRadius(ring, 0.1, Regularisation::gaussian), std::sqrt(0.03), 1e-7);
  EXPECT_EQ(fmm::smoothedRadius(ring, 0.1, Regularisation::gaussian8), 0.1);
  Elements asBefore;
  fmm::addLine(ring, {500, 0.1}, asBefore);
  const Elements made = filled(ring, 500, 0.1);
  EXPECT_TRUE(made.position == asBefore.position);
  EXPECT_TRUE(made.strength == asBefore.strength);
}

TEST(LatticeStart, AFilamentBecomesTheThinnestCore) {
  const Ring ring = thickRing(CoreProfile::filament, 0.1);
  const LatticePlan plan = planFor(ring, 4096);
  const Elements elements = fmm::latticeElements({{ring}}, plan, Regularisation::gaussian8);
  EXPECT_NEAR(circulationOf(elements, ring.centre), 1, 1e-12);
  double farthest = 0;
  for (const Vec3& x : elements.position)
    farthest = std::max(farthest, std::hypot(std::hypot(x.x - 0.013, x.y - 0.021) - 1, x.z - 0.007));
  EXPECT_LT(farthest, 3 * plan.spacing);
}

TEST(LatticeStart, SaysWhatIsWrong) {
  LatticePlan plan;
  plan.spacing = 0.05;
  const auto message = [&](const std::vector<SeededLine>& lines, const LatticePlan& with) {
    return test::refusal<fmm::InvalidInput>([&] { fmm::latticeElements(lines, with, Regularisation::gaussian); });
  };
  EXPECT_EQ(message({{thickRing(CoreProfile::gaussian, 1)}}, plan),
            "ring.coreRadius = 1: allowed is more than 0 and less than 1");
  EXPECT_EQ(message({{thickRing(CoreProfile::gaussian, 0.1)}}, {}), "spacing = 0: allowed is more than 0");
  plan.spacing = 30;
  Ring beside = thickRing(CoreProfile::gaussian, 0.1);
  beside.centre = {15, 15, 15};
  EXPECT_EQ(message({{beside, 2}}, plan), "spacing = 30: allowed is less: no node lies in the core of ring 3");
  plan.spacing = 2e-5;
  fmm::Ring far = thickRing(CoreProfile::gaussian, 5e-5);
  far.radius = 2.5e-4;
  fmm::Ring near = far;
  far.centre = {1000, 0, 0};
  EXPECT_EQ(message({{far}}, plan), "accepted") << "alone it has a lattice of its own";
  EXPECT_THAT(message({{far}, {near}}, plan), testing::HasSubstr("or more for a line as far as 1000.0"));
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] {
                fmm::spacingFor({{far}, {near}}, 3000, plan);
              }),
              testing::MatchesRegex("3000 elements make a lattice of spacing .* so far from the middle .* or more"));
  plan.spacing = 1e-9;
  EXPECT_THAT(message({{beside}}, plan), testing::MatchesRegex("spacing = 1e-09: allowed is .* or more"));
  EXPECT_THROW(fmm::spacingFor({}, 100, plan), fmm::InvalidInput);
  EXPECT_THROW(fmm::spacingFor({{beside}}, 0, plan), fmm::InvalidInput);
}

}  // namespace
