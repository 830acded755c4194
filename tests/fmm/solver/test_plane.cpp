// Plane flows: pairs of every core against the formulas of docs/math.md, expansions against direct sums, hard sets.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::kPi;
using fmm_test::Workload;

/// g(rho) in the plane: docs/math.md, section 21.
double shareInPlane(Regularisation kind, double s) {
  const double y = s / 2;
  switch (kind) {
    case Regularisation::cutoff:
      return std::min(1.0, s);
    case Regularisation::gaussian:
      return -std::expm1(-y);
    case Regularisation::gaussian8:
      return 1 - (1 - 3 * y + 1.5 * y * y - y * y * y / 6) * std::exp(-y);
    case Regularisation::winckelmans:
      return s * (s + 2) / ((s + 1) * (s + 1));
    case Regularisation::rosenhead:
      return s / (s + 1);
  }
  return NAN;
}

Vec3 velocityOf(const Elements& elements, Regularisation kind, Vec3 at) {
  Vec3 u;
  for (std::size_t j = 0; j < elements.size(); ++j) {
    const double x = at.x - elements.position[j].x, y = at.y - elements.position[j].y, r2 = x * x + y * y;
    if (r2 == 0) continue;
    const double sigma = elements.coreRadius[j], s = sigma > 0 ? r2 / (sigma * sigma) : INFINITY;
    const double g = sigma > 0 ? shareInPlane(kind, s) : 1;
    const double f = elements.strength[j].z / (2 * kPi) * g / r2;
    u = u + Vec3{-f * y, f * x, 0};
  }
  return u;
}

Settings inPlane(Backend backend, Precision precision, SolverKind solver, Regularisation kind) {
  Settings settings = fmm_test::fmmFloat();
  settings.space = Space::plane;
  settings.backend = backend;
  settings.precision = precision;
  settings.solver = solver;
  settings.regularisation = kind;
  return settings;
}

class PlaneOn : public fmm_test::BackendFixture {};

TEST_P(PlaneOn, PairsAreThoseOfTheFormulas) {
  const Workload work = fmm_test::overlapped(workloads::planeUniform(60, 40));
  std::vector<Vec3> targets = work.targets;
  targets.insert(targets.end(), work.elements.position.begin(), work.elements.position.begin() + 20);
  for (const Regularisation kind : allCores()) {
    const Settings settings = inPlane(GetParam(), Precision::real64, SolverKind::direct, kind);
    const Field field = evaluateField(settings, work.elements, targets, true);
    const Field blobs = evaluateVorticity(settings, work.elements, targets);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto at = [&](double x, double y) { return velocityOf(work.elements, kind, targets[i] + Vec3{x, y, 0}); };
      const std::string where = std::string(toString(kind)) + " " + std::to_string(i);
      const Vec3 u = at(0, 0);
      EXPECT_NEAR(field.velocity[i].x, u.x, 1e-11) << where;
      EXPECT_NEAR(field.velocity[i].y, u.y, 1e-11) << where;
      EXPECT_EQ(field.velocity[i].z, 0) << where;
      if (kind == Regularisation::cutoff) continue;  // its gradient jumps
      const double h = 1e-5;
      const Vec3 dx = (1 / (2 * h)) * (at(h, 0) - at(-h, 0)), dy = (1 / (2 * h)) * (at(0, h) - at(0, -h));
      const Mat3& j = field.gradient[i];
      const double near = 2e-6 * (1 + norm(dx) + norm(dy));
      EXPECT_NEAR(j.m[0], dx.x, near) << where;
      EXPECT_NEAR(j.m[1], dy.x, near) << where;
      EXPECT_NEAR(j.m[3], dx.y, near) << where;
      EXPECT_NEAR(j.m[4], dy.y, near) << where;
      for (const int k : {2, 5, 6, 7, 8}) EXPECT_EQ(j.m[k], 0) << where;
      EXPECT_NEAR(blobs.vorticity[i].z, j.m[3] - j.m[1], 1e-9 * (1 + std::abs(j.m[1]))) << where;
    }
  }
}

TEST_P(PlaneOn, FloatKeepsItsTolerance) {
  for (const Workload& set :
       {workloads::planeUniform(6000, 4000), workloads::planeNormal(6000, 4000), workloads::planeLayer(6000, 4000)}) {
    for (const Regularisation kind :
         {Regularisation::cutoff, Regularisation::gaussian, Regularisation::gaussian8, Regularisation::winckelmans}) {
      const bool wide = kind != Regularisation::cutoff;
      const Workload work = fmm_test::rounded(wide ? fmm_test::overlapped(set) : fmm_test::thin(set));
      Settings exact = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, kind);
      const Field reference = evaluateField(exact, work.elements, work.targets, true);
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
        Settings settings = inPlane(GetParam(), Precision::single, SolverKind::fmm, kind);
        settings.tolerance = tolerance;
        const Field field = evaluateField(settings, work.elements, work.targets, true);
        const std::string how = work.name + " " + std::string(toString(kind)) + " " + std::to_string(tolerance);
        EXPECT_GT(field.report.order, 0) << how;
        EXPECT_LE(errorOf(field.velocity, reference.velocity).relativeL2, tolerance) << how;
        EXPECT_LE(errorOf(field.gradient, reference.gradient).relativeL2, 10 * tolerance) << how;
      }
    }
  }
}

TEST_P(PlaneOn, DoubleKeepsItsTolerance) {
  for (const Workload& set :
       {workloads::planeUniform(6000, 4000), workloads::planeNormal(6000, 4000), workloads::planeLayer(6000, 4000)}) {
    for (const Regularisation kind : {Regularisation::cutoff, Regularisation::gaussian8}) {
      const bool wide = kind != Regularisation::cutoff;
      const Workload work = wide ? fmm_test::overlapped(set) : fmm_test::thin(set);
      Settings settings = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, kind);
      const Field reference = evaluateField(settings, work.elements, work.targets, true);
      settings = inPlane(GetParam(), Precision::real64, SolverKind::fmm, kind);
      for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        settings.tolerance = tolerance;
        const Field field = evaluateField(settings, work.elements, work.targets, true);
        const std::string how = work.name + " " + std::string(toString(kind)) + " " + std::to_string(tolerance);
        EXPECT_LE(errorOf(field.velocity, reference.velocity).relativeL2, tolerance) << how;
        EXPECT_LE(errorOf(field.gradient, reference.gradient).relativeL2, 10 * tolerance) << how;
      }
    }
  }
}

/// Orders up to the highest, with small leaves and a deep tree: the error falls as the bound does.
TEST_P(PlaneOn, ErrorFallsWithTheOrder) {
  const Workload work = fmm_test::thin(workloads::planeNormal(5000, 3000));
  Settings settings = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, Regularisation::cutoff);
  const Field reference = evaluateField(settings, work.elements, work.targets, true);
  settings = inPlane(GetParam(), Precision::real64, SolverKind::fmm, Regularisation::cutoff);
  settings.theta = 0.6;
  settings.leafElements = 20;
  settings.leafPoints = 40;
  double before = 1;
  for (const int order : {4, 8, 12, 16, 20, 24, 28, 34, 40}) {
    settings.order = order;
    const Field field = evaluateField(settings, work.elements, work.targets, true);
    const double error = errorOf(field.velocity, reference.velocity).relativeL2;
    EXPECT_EQ(field.report.order, order);
    EXPECT_LT(error, std::max(before / 8, 1e-14)) << order;  // theta/(2 - theta) = 0.43, four orders
    before = error;
  }
}

TEST_P(PlaneOn, HardSetsAreRight) {
  const auto check = [&](const Workload& work, const std::string& what) {
    Settings settings = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, Regularisation::gaussian);
    const Field reference = evaluateField(settings, work.elements, work.targets, false);
    for (const Precision precision : {Precision::single, Precision::real64}) {
      settings = inPlane(GetParam(), precision, SolverKind::fmm, Regularisation::gaussian);
      const Field field = evaluateField(settings, work.elements, work.targets, false);
      const bool any = work.elements.size() > 0 && !work.targets.empty();
      EXPECT_LE(any ? errorOf(field.velocity, reference.velocity).relativeL2 : 0, 1e-4)
          << what << " " << toString(precision);
    }
  };
  const Workload set = fmm_test::rounded(fmm_test::overlapped(workloads::planeUniform(3000, 2000)));
  const auto changed = [&](const auto& change) {
    Workload work = set;
    change(work);
    return work;
  };
  const auto scaled = [&](double factor) {
    return changed([factor](Workload& w) {
      for (Vec3& x : w.elements.position) x = factor * x;
      for (Vec3& x : w.targets) x = factor * x;
      for (double& sigma : w.elements.coreRadius) sigma *= factor;
    });
  };
  check(scaled(1e-6), "small");
  check(scaled(1e6), "large");
  check(changed([](Workload& w) {
          for (Vec3& x : w.elements.position) x.y = 0.5;
          for (Vec3& x : w.targets) x.y = 0.5;
        }),
        "collinear");
  check(changed([](Workload& w) {
          for (std::size_t i = 0; i < w.elements.size(); ++i) w.elements.position[i] = w.elements.position[i % 7];
        }),
        "seven points");
  check(changed([](Workload& w) {
          for (Vec3& x : w.targets) x = {10 * x.x - 5, 10 * x.y - 5, 0};
        }),
        "targets about");
  check(changed([](Workload& w) {
          w.elements.position.resize(1);
          w.elements.strength.resize(1);
          w.elements.coreRadius.resize(1);
          w.elements.ring.resize(1);
        }),
        "one");
  Workload none = set;
  none.elements = {};
  check(none, "none");
}

/// In space, so many overlapping Gaussians of one width would use the fast Gauss transform.
TEST_P(PlaneOn, VorticityOfManyEqualBlobsIsTheirSum) {
  Workload work = fmm_test::overlapped(workloads::planeUniform(9000, 60));
  work.elements.coreRadius.assign(work.elements.size(), 2 * work.spacing[0]);
  Settings settings = inPlane(GetParam(), Precision::real64, SolverKind::fmm, Regularisation::gaussian);
  settings.tolerance = 1e-6;
  const Field field = evaluateVorticity(settings, work.elements, work.targets);
  for (std::size_t i = 0; i < work.targets.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < work.elements.size(); ++j) {
      const Vec3 r = work.targets[i] - work.elements.position[j];
      const double s2 = std::pow(work.elements.coreRadius[j], 2);
      sum += work.elements.strength[j].z / (2 * kPi * s2) * std::exp(-dot(r, r) / (2 * s2));
    }
    EXPECT_NEAR(field.vorticity[i].z, sum, 1e-3 * (10 + std::abs(sum)));
  }
}

/// A singular element induces nothing at its own place, however strong, and its unsmoothed field elsewhere.
TEST_P(PlaneOn, SingularElementsAreFinite) {
  Workload work = workloads::planeUniform(2000, 10);
  for (Vec3& alpha : work.elements.strength) alpha.z *= 1e4;
  std::vector<Vec3> targets = work.elements.position;
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8, Regularisation::winckelmans})
    for (const SolverKind solver : {SolverKind::direct, SolverKind::fmm}) {
      Settings settings = inPlane(GetParam(), Precision::single, solver, kind);
      const Field field = evaluateField(settings, work.elements, targets, true);
      const std::vector<Vec3> some = fmm_test::sample(targets, 50), found = fmm_test::sample(field.velocity, 50);
      std::vector<Vec3> exact;
      for (const Vec3& at : some) exact.push_back(velocityOf(work.elements, kind, at));
      EXPECT_LE(errorOf(found, exact).relativeL2, 1e-4) << toString(kind) << " " << toString(solver);
    }
}

/// Cells of one element and leaves of many targets at the highest order, in float: no power may overflow.
TEST_P(PlaneOn, HighOrdersOfSparseElementsAreFiniteInFloat) {
  const Workload work = fmm_test::rounded(fmm_test::thin(workloads::planeUniform(300, 20000)));
  Settings settings = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, Regularisation::cutoff);
  const Field reference = evaluateField(settings, work.elements, work.targets, true);
  settings = inPlane(GetParam(), Precision::single, SolverKind::fmm, Regularisation::cutoff);
  settings.order = 40;
  settings.theta = 0.5;
  settings.leafElements = 1;
  settings.leafPoints = 64;
  const Field field = evaluateField(settings, work.elements, work.targets, true);
  EXPECT_LE(errorOf(field.velocity, reference.velocity).relativeL2, 1e-5);
  EXPECT_LE(errorOf(field.gradient, reference.gradient).relativeL2, 1e-4);
}

/// Two vortices turn about each other at Gamma/(pi d^2), N on a circle at Gamma (N - 1)/(4 pi R^2).
TEST_P(PlaneOn, VorticesOnACircleTurn) {
  for (const int n : {2, 3, 6, 7, 100}) {
    Elements ring;
    for (int k = 0; k < n; ++k) {
      const double angle = 2 * kPi * k / n;
      ring.position.push_back({std::cos(angle), std::sin(angle), 0});
      ring.strength.push_back({0, 0, 1});
      ring.coreRadius.push_back(0);
      ring.ring.push_back(0);
    }
    const Settings settings = inPlane(GetParam(), Precision::real64, SolverKind::direct, Regularisation::cutoff);
    const Field field = evaluateField(settings, ring, ring.position, false);
    const double turn = (n - 1) / (4 * kPi);
    for (int k = 0; k < n; ++k) {
      const auto i = static_cast<std::size_t>(k);
      EXPECT_NEAR(field.velocity[i].x, -turn * ring.position[i].y, 1e-12 * n);
      EXPECT_NEAR(field.velocity[i].y, turn * ring.position[i].x, 1e-12 * n);
    }
  }
}

/// 2 pi psi = -ln r - 1/2 int_y^infinity (1 - g)/y dy of an element with Gamma = 1: 1/2 of this integral.
double lackInPlane(Regularisation kind, double s) {
  const double y = s / 2, bell = std::exp(-y), tail = -std::expint(-y), logarithm = std::log1p(1 / s);
  switch (kind) {
    case Regularisation::cutoff:
      return s < 1 ? (s - 1 - std::log(s)) / 2 : 0;
    case Regularisation::gaussian:
      return tail / 2;
    case Regularisation::gaussian8:
      return (tail - bell * (11 - 7 * y + y * y) / 6) / 2;
    case Regularisation::winckelmans:
      return (logarithm - 1 / (s + 1)) / 2;
    case Regularisation::rosenhead:
      return logarithm / 2;
  }
  return NAN;
}

TEST(PlaneStream, IsThatOfTheFormulas) {
  Elements elements;
  elements.position = {{0.3, -0.2, 0}, {-0.4, 0.1, 0}, {0, 0.5, 0}};
  elements.strength = {{0, 0, 2}, {0, 0, -0.7}, {0, 0, 1.3}};
  elements.coreRadius = {0.3, 0.05, 0};
  elements.ring = {0, 0, 0};
  const std::vector<Vec3> targets = {{0.3, -0.19, 0}, {0.35, 0, 0},    {-0.4, 0.102, 0}, {-0.37, 0.13, 0},
                                     {0, 0, 0},       {0.01, 0.48, 0}, {3, 4, 0},        {-100, 50, 0}};
  for (const Regularisation kind : allCores()) {
    const Settings settings = inPlane(Backend::cpu, Precision::real64, SolverKind::direct, kind);
    const std::vector<Vec3> stream = vectorPotential(settings, elements, targets);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < elements.size(); ++j) {
        const double r = norm(targets[i] - elements.position[j]), sigma = elements.coreRadius[j];
        const double lack = sigma > 0 ? lackInPlane(kind, r * r / (sigma * sigma)) : 0;
        sum -= elements.strength[j].z / (2 * kPi) * (std::log(r) + lack);
      }
      EXPECT_NEAR(stream[i].z, sum, 1e-13 * (1 + std::abs(sum))) << toString(kind) << " " << i;
      EXPECT_EQ(stream[i].x, 0);
      EXPECT_EQ(stream[i].y, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, PlaneOn, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& parameter) { return std::string(toString(parameter.param)); });

}  // namespace
}  // namespace fmm
