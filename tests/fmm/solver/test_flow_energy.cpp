// Energy and enstrophy of the flow against closed forms of pairs, theory, and each other.

#include "expansion/cores/energy_kernel-inl.h"
#include "expansion/cores/with_core.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "solver/energy_solver.h"
#include "support/test.h"

namespace fmm {
namespace HWY_NAMESPACE {
namespace {

using fmm_test::kPi;
using fmm_test::Workload;

/// 4 pi sigma' G* and sigma'^3 zeta* of the Gaussian core of order 2m, from the transforms themselves:
/// (2/pi) int F(k) sin(k rho)/(k rho) dk and 1/(2 pi^2) int F(k) k^2 sin(k rho)/(k rho) dk, F the squared filter.
template <int m>
EnergyPair<double> byTransform(double rho) {
  constexpr int kSteps = 40000;
  constexpr double kMost = 16;
  EnergyPair<double> sum = {0, 0};
  for (int i = 0; i < kSteps; ++i) {
    const double k = (i + 0.5) * kMost / kSteps, x = k * k / 4;  // of one factor: sigma = sigma'/sqrt 2
    double terms = 1;
    if (m > 1) terms += x;
    if (m > 2) terms += x * x / 2;
    const double filter = std::exp(-2 * x) * terms * terms, wave = k * rho > 0 ? std::sin(k * rho) / (k * rho) : 1;
    sum.potential += filter * wave * kMost / kSteps * 2 / kPi;
    sum.density += filter * wave * k * k * kMost / kSteps / (2 * kPi * kPi);
  }
  return sum;
}

/// The Gaussian core's kernel with another filter order.
template <int m>
using KernelOf = EnergyKernel<GaussianCore, m>;

template <int m>
void expectTransform() {
  for (const double rho : {0.0, 1e-6, 0.1, 0.4999, 0.5001, 1.3, 2.7, 4.0, 6.5}) {
    const EnergyPair<double> exact = byTransform<m>(rho), kernel = KernelOf<m>::at(rho * rho);
    EXPECT_NEAR(kernel.potential, exact.potential, 1e-11) << m << " at " << rho;
    EXPECT_NEAR(kernel.density, exact.density, 1e-11) << m << " at " << rho;
    const EnergyPair<float> single = KernelOf<m>::at(static_cast<float>(rho * rho));
    EXPECT_NEAR(single.potential, exact.potential, 4e-7) << m << " at " << rho;
    EXPECT_NEAR(single.density, exact.density, 4e-7) << m << " at " << rho;
  }
  EXPECT_NEAR(KernelOf<m>::at(400.0).potential, 0.05, 1e-15) << "1/rho far away";
  EXPECT_NEAR(KernelOf<m>::at(1e12F).potential, 1e-6, 1e-12);
  EXPECT_NEAR(KernelOf<m>::at(1e12F).density, 0, 1e-25);
}

TEST(EnergyKernel, IsTheTransformOfTheSquaredFilter) {
  expectTransform<1>();
  expectTransform<2>();
  expectTransform<3>();
}

/// E and Z* by every pair in double precision.
FlowEnergy byPairs(const Elements& e) {
  FlowEnergy sum;
  for (std::size_t p = 0; p < e.size(); ++p) {
    for (std::size_t q = p; q < e.size(); ++q) {
      const Vec3 r = e.position[p] - e.position[q];
      const double sigma = std::hypot(e.coreRadius[p], e.coreRadius[q]), rho = norm(r) / sigma;
      const double both = dot(e.strength[p], e.strength[q]) / (p == q ? 2 : 1);
      const double g = rho > 1e-4 ? std::erf(rho / std::sqrt(2.)) / rho : std::sqrt(2 / kPi);
      sum.energy += both * g / (4 * kPi * sigma);
      sum.enstrophy += both * std::exp(-rho * rho / 2) / std::pow(2 * kPi, 1.5) / (sigma * sigma * sigma);
    }
  }
  return sum;
}

FlowMeasures measured(const Settings& settings, const Elements& elements) {
  return VortexSystem(settings, elements, {}).measure(true, false);
}

/// Relative error of E by the FMM in float; the energy measure relies on this bound.
constexpr double kEnergyError = 1e-6;

Workload unequal(Workload work) {
  fmm_test::Random random(5);
  for (double& sigma : work.elements.coreRadius) sigma *= random.uniform(0.5, 1.5);
  return work;
}

TEST(FlowEnergy, OfManyElementsIsThatOfAllPairs) {
  Workload twice = overlapped(fmm_test::rings(3000, 0));
  for (std::size_t i = 0; i < 1500; ++i) twice.elements.position[i] = twice.elements.position[i + 1500];
  Workload apart = overlapped(fmm_test::rings(3000, 0, 3));
  for (std::size_t i = 0; i < 1000; ++i) apart.elements.position[i].x += 1000;
  const Workload works[] = {overlapped(fmm_test::rings(5000, 0)), unequal(overlapped(fmm_test::rings(5000, 0, 2))),
                            thin(fmm_test::cube(4000, 0)), twice, apart};
  for (const Workload& given : works) {
    const Workload work = rounded(given);
    const FlowEnergy exact = byPairs(work.elements);
    for (const double tolerance : {1e-2, 1e-4}) {
      Settings settings = fmm_test::fmmFloat();
      settings.tolerance = tolerance;
      const FlowMeasures fast = measured(settings, work.elements);
      EXPECT_NEAR(fast.energy, exact.energy, kEnergyError * exact.energy) << work.name;
      EXPECT_NEAR(fast.enstrophy, exact.enstrophy, 2e-5 * exact.enstrophy) << work.name;
    }
    const FlowMeasures direct = measured(fmm_test::directDouble(), work.elements);
    EXPECT_NEAR(direct.energy, exact.energy, 1e-11 * exact.energy) << work.name;
    EXPECT_NEAR(direct.enstrophy, exact.enstrophy, 1e-11 * exact.enstrophy) << work.name;
  }
}

TEST(FlowEnergy, OfFewOrNoElements) {
  Elements one;
  EXPECT_EQ(measured(fmm_test::fmmFloat(), one).energy, 0);
  EXPECT_EQ(measured(fmm_test::fmmFloat(), one).enstrophy, 0);
  one.position = {{0.1, 0.2, 0.3}};
  one.strength = {{0, 3, 4}};
  one.coreRadius = {0.25};
  one.length = {0.1};
  one.volume = {0};
  const FlowEnergy exact = byPairs(one);
  EXPECT_NEAR(measured(fmm_test::fmmFloat(), one).energy, exact.energy, 1e-6 * exact.energy);
  EXPECT_NEAR(measured(fmm_test::directDouble(), one).enstrophy, exact.enstrophy, 1e-12 * exact.enstrophy);
  for (const double size : {1e-30, 1e30}) {
    one.strength = {{0, 3 * size, 4 * size}};
    EXPECT_NEAR(measured(fmm_test::fmmFloat(), one).energy / (size * size), exact.energy, 1e-6 * exact.energy) << size;
  }
  one.coreRadius = {0};
  EXPECT_TRUE(std::isinf(measured(fmm_test::directDouble(), one).energy));
  EXPECT_TRUE(std::isnan(measured(fmm_test::directDouble(), one).enstrophy));
}

TEST(FlowEnergy, OverAGroundIsHalfOfThatWithTheImages) {
  const Workload work = rounded(overlapped(fmm_test::rings(2500, 0)));
  Settings settings = fmm_test::fmmFloat();
  settings.ground = GroundPlane{{0, 0, -0.5}, {0, 0, 1}};
  const FlowEnergy exact = byPairs(mirrored(work.elements, *settings.ground));
  const FlowMeasures flow = measured(settings, work.elements);
  EXPECT_NEAR(flow.energy, exact.energy / 2, kEnergyError * exact.energy);
  EXPECT_NEAR(flow.enstrophy, exact.enstrophy / 2, 2e-5 * exact.enstrophy);
}

TEST(FlowEnergy, OfOtherCoresIsThatOfOneFactor) {
  const Workload work = rounded(overlapped(fmm_test::rings(3000, 0)));
  for (const Regularisation kind : {Regularisation::cutoff, Regularisation::winckelmans, Regularisation::rosenhead}) {
    Settings settings = kind == Regularisation::rosenhead ? fmm_test::directDouble() : fmm_test::fmmFloat();
    settings.regularisation = kind;
    const double exact = hamiltonian(work.elements, kind);
    EXPECT_NEAR(measured(settings, work.elements).energy, exact, 3e-6 * exact) << toString(kind);
    EXPECT_TRUE(std::isnan(measured(settings, work.elements).enstrophy)) << "it needs the vorticity";
  }
}

TEST(FlowEnergy, OfAThinRingIsSaffmans) {
  // E = Gamma^2 R/2 (ln(8 R/a) + A - 2), with A = (gamma - ln 2)/2 for omega ~ exp(-r^2/a^2): Saffman 1992, 10.2, whose
  // speed is Gamma/(4 pi R) (ln(8 R/a) + A - 1/2). A filament of blobs has a = sqrt 2 sigma.
  const double sigma = 0.02, radius = 1.5, circulation = 2, a = std::sqrt(2.) * sigma;
  fmm::Ring ring = fmm_test::filament({}, circulation);
  ring.radius = radius;
  Elements elements;
  fmm_test::add(ring, 2000, sigma, elements);
  constexpr double kEuler = 0.57721566490153286;
  const double shape = (kEuler - std::log(2.)) / 2;
  const double expected = circulation * circulation * radius / 2 * (std::log(8 * radius / a) + shape - 2);
  EXPECT_NEAR(measured(fmm_test::directDouble(), elements).energy, expected, 1e-3 * expected);
}

TEST(FlowEnergy, FallsByTheEnstrophyWhereCoresSpreadAsHeat) {
  // d(sigma^2)/dt = 2 nu at rest: dE/dt = -2 nu Z* exactly, for any strengths and unequal cores of order 2.
  const Workload work = unequal(overlapped(fmm_test::rings(900, 0)));
  const auto spread = [&](double sigma2) {
    Elements e = work.elements;
    for (double& sigma : e.coreRadius) sigma = std::sqrt(sigma * sigma + sigma2);
    return measured(fmm_test::directDouble(), e);
  };
  const double step = 1e-4 * std::pow(work.elements.coreRadius[0], 2);  // 2 nu dt
  const double fallen = (spread(-step).energy - spread(step).energy) / (2 * step);
  const double enstrophy = spread(0).enstrophy;
  EXPECT_NEAR(fallen, enstrophy, 1e-5 * enstrophy);
}

TEST(FlowEnergy, IsTheSameBitsWithAnyNumberOfThreads) {
  const Workload work = overlapped(fmm_test::rings(5000, 0));
  FlowMeasures flows[2];
  for (const int threads : {1, 2}) {
    Settings settings = fmm_test::fmmFloat();
    settings.threads = threads;
    flows[threads - 1] = measured(settings, work.elements);
  }
  EXPECT_EQ(flows[0].energy, flows[1].energy);
  EXPECT_EQ(flows[0].enstrophy, flows[1].enstrophy);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
