// The measures of a whole flow against sums on the host and closed forms.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::Workload;

/// zeta_sigma(r) of the Gaussian core.
double bell(double sigma, double r) {
  return std::exp(-r * r / (2 * sigma * sigma)) / (std::pow(2 * fmm_test::kPi, 1.5) * sigma * sigma * sigma);
}

/// Two elements a distance of 0.3 apart.
Elements pair(Vec3 first, Vec3 second, double sigma) {
  Elements elements;
  elements.position = {{0.1, 0.2, 0.3}, {0.1, 0.5, 0.3}};
  elements.strength = {first, second};
  elements.coreRadius = {sigma, sigma};
  elements.length = {0.1, 0.05};
  elements.volume = {0, 0};
  return elements;
}

void expectNear(Vec3 got, Vec3 expected, double bound) {
  EXPECT_LE(norm(got - expected), bound * std::max(1.0, norm(expected)));
}

TEST(FlowMeasures, AreTheSumsOfTheHost) {
  Workload work = fmm_test::overlapped(fmm_test::rings(2500, 0));
  for (std::size_t i = 0; i < work.elements.size(); i += 5) work.elements.coreRadius[i] *= 1.5;
  VortexSystem system(fmm_test::directDouble(), work.elements, {});
  system.evaluate();
  const Elements elements = system.elements();
  const FlowMeasures flow = system.measure(true);
  const Invariants exact = invariants(elements);
  expectNear(flow.invariants.totalStrength, exact.totalStrength, 1e-12);
  expectNear(flow.invariants.linearImpulse, exact.linearImpulse, 1e-12);
  expectNear(flow.invariants.angularImpulse, exact.angularImpulse, 1e-12);
  EXPECT_NEAR(flow.helicity, helicity(elements, system.elementVelocities()), 1e-12);
  EXPECT_TRUE(std::isnan(system.measure(false).energy));
  const FlowMeasures light = system.measure(false, false);
  EXPECT_TRUE(std::isnan(light.enstrophy) && std::isnan(light.divergence)) << "they need the energy and the vorticity";
  EXPECT_EQ(light.invariants.linearImpulse, flow.invariants.linearImpulse);
  EXPECT_EQ(light.helicity, flow.helicity);
  EXPECT_EQ(light.leastOverlap, flow.leastOverlap);

  Settings other = system.settings();
  other.regularisation = Regularisation::winckelmans;
  system.apply(other);
  system.evaluate();
  const FlowMeasures algebraic = system.measure(true);
  EXPECT_NEAR(algebraic.energy, hamiltonian(elements, Regularisation::winckelmans), 1e-9 * algebraic.energy);
  const auto omega = system.elementVorticities();
  double enstrophy = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) enstrophy += 0.5 * dot(elements.strength[i], omega[i]);
  EXPECT_NEAR(algebraic.enstrophy, enstrophy, 1e-10 * enstrophy);
  system.apply(fmm_test::directDouble());
  system.evaluate();
  const Field field = evaluateField(system.settings(), elements, elements.position, true);
  double most = 0;
  for (const Mat3& j : field.gradient) {
    double square = 0;
    for (const double m : j.m) square += m * m;
    most = std::max(most, std::sqrt(square));
  }
  EXPECT_NEAR(flow.largestGradient, most, 1e-6 * most);
  double strongest = 0;
  for (const Vec3& w : system.elementVorticities()) strongest = std::max(strongest, norm(w));
  EXPECT_NEAR(flow.largestVorticity, strongest, 1e-6 * strongest);
}

TEST(FlowMeasures, OfTwoBlobsAreInClosedForm) {
  const double sigma = 0.2, peak = bell(sigma, 0), between = bell(sigma, 0.3);
  VortexSystem aligned(fmm_test::directDouble(), pair({0, 0, 2}, {0, 0, 3}, sigma), {});
  const FlowMeasures flow = aligned.measure(true);
  const double wide = std::sqrt(2.) * sigma;  // both factors are smoothed
  EXPECT_NEAR(flow.enstrophy, 0.5 * (13 * bell(wide, 0) + 12 * bell(wide, 0.3)), 1e-12 * flow.enstrophy);
  EXPECT_NEAR(flow.divergence, 0, 1e-14);
  EXPECT_NEAR(flow.leastOverlap, 2, 1e-6);
  EXPECT_NEAR(flow.meanOverlap, 3, 1e-12);
  EXPECT_TRUE(std::isnan(flow.largestGradient)) << "nothing was evaluated";
  // 4 pi sigma' G* = erf(rho'/sqrt 2)/rho'
  const double rho = 0.3 / wide, factor = 1 / (4 * fmm_test::kPi * wide);
  const double energy = factor * (13 * std::sqrt(2 / fmm_test::kPi) + 12 * std::erf(rho / std::sqrt(2.0)) / rho) / 2;
  EXPECT_NEAR(flow.energy, energy, 1e-9 * energy);

  // At right angles each element sees the other's vorticity across its own.
  VortexSystem crossed(fmm_test::directDouble(), pair({2, 0, 0}, {0, 0, 2}, sigma), {});
  EXPECT_NEAR(crossed.measure(false).divergence, between / std::hypot(peak, between), 1e-12);
}

TEST(FlowMeasures, BelongToThePresentPositions) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(600, 0));
  Settings settings = fmm_test::directDouble();
  settings.timeStep = 0.02;
  VortexSystem system(settings, work.elements, {});
  system.keepVorticity(true, false);
  system.step();
  const double after = system.measure(true).enstrophy;
  VortexSystem again(settings, system.elements(), {});
  EXPECT_NEAR(after, again.measure(true).enstrophy, 1e-12 * after);
  const auto kept = system.elementVorticities();
  system.evaluate();
  EXPECT_NE(kept, system.elementVorticities()) << "what is kept is that of the step's last evaluation";
}

TEST(FlowMeasures, OverAGroundAreThoseOfItsHalfOfTheSpace) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(500, 0));
  Settings settings = fmm_test::directDouble();
  settings.ground = GroundPlane{{0, 0, -0.4}, {0, 0, 1}};
  VortexSystem system(settings, work.elements, {});
  const FlowMeasures flow = system.measure(true);
  const Elements both = mirrored(work.elements, *settings.ground);
  EXPECT_NEAR(flow.energy, VortexSystem(fmm_test::directDouble(), both, {}).measure(true).energy / 2,
              1e-9 * flow.energy);
  expectNear(flow.invariants.linearImpulse, invariants(work.elements).linearImpulse, 1e-12);
}

TEST(FlowMeasures, AreTheSameBitsWithAnyNumberOfThreads) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(9000, 0));
  FlowMeasures flows[2];
  for (const int threads : {1, 2}) {
    Settings settings = fmm_test::fmmFloat();
    settings.threads = threads;
    VortexSystem system(settings, work.elements, {});
    flows[threads - 1] = system.measure(true);
  }
  EXPECT_EQ(flows[0].enstrophy, flows[1].enstrophy);
  EXPECT_EQ(flows[0].divergence, flows[1].divergence);
  EXPECT_EQ(flows[0].invariants.angularImpulse, flows[1].invariants.angularImpulse);
  EXPECT_GT(flows[0].enstrophy, 0);
}

TEST(FlowMeasures, SayWhatDoesNotExist) {
  Settings settings = fmm_test::directDouble();
  Elements singular = pair({0, 0, 1}, {0, 0, 1}, 0.2);
  singular.coreRadius[1] = 0;
  EXPECT_TRUE(std::isnan(VortexSystem(settings, singular, {}).measure(true).enstrophy));
  settings.regularisation = Regularisation::cutoff;
  const FlowMeasures cutoff = VortexSystem(settings, pair({0, 0, 1}, {0, 0, 1}, 0.2), {}).measure(false);
  EXPECT_TRUE(std::isnan(cutoff.enstrophy));
  const FlowMeasures empty = VortexSystem(settings, {}, {}).measure(true);
  EXPECT_EQ(empty.invariants.linearImpulse, Vec3());
  EXPECT_EQ(empty.energy, 0);
  EXPECT_TRUE(std::isnan(empty.meanOverlap));
  EXPECT_TRUE(std::isnan(empty.divergence));
}

}  // namespace
}  // namespace fmm
