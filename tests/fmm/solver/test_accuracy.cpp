// The accuracy contract: tolerance in, error below it out, against the plain reference.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/degenerate_sets.h"
#include "fmm/support/support.h"
#include "fmm/support/tree_checks.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::rounded;
using fmm_test::Workload;

struct Case {
  Workload work;
  Regularisation kind;
};

std::vector<Case> cases(std::size_t elements, std::size_t targets) {
  using namespace fmm_test;
  return {{thin(cube(elements, targets)), Regularisation::cutoff},
          {overlapped(cube(elements, targets)), Regularisation::gaussian},
          {thin(rings(elements, targets)), Regularisation::cutoff},
          {overlapped(rings(elements, targets)), Regularisation::gaussian},
          {overlapped(rings(elements, targets)), Regularisation::gaussian8},
          {overlapped(rings(elements, targets)), Regularisation::winckelmans},
          {thin(sphereSurface(elements, targets)), Regularisation::cutoff},
          {thin(plummer(elements, targets)), Regularisation::cutoff},
          {overlapped(plummer(elements, targets)), Regularisation::gaussian},
          {thin(clustered(elements, targets)), Regularisation::cutoff}};
}

/// Compares a field that was computed for all targets with the reference at 200 of them.
void expectWithin(const Case& c, const Field& field, const std::string& how, double tolerance) {
  const auto at = fmm_test::sample(c.work.targets, 200);
  const auto exact = fmm_test::referenceField(c.work.elements, c.kind, at);
  const auto velocity = fmm_test::sample(field.velocity, 200);
  const auto gradient = fmm_test::sample(field.gradient, 200);
  EXPECT_LE(fmm_test::errorOf(velocity, exact.velocity).relativeL2, tolerance)
      << c.work.name << " " << toString(c.kind) << " " << how << " at " << tolerance;
  EXPECT_LE(fmm_test::errorOf(gradient, exact.gradient).relativeL2, 10 * tolerance)
      << c.work.name << " " << toString(c.kind) << " " << how << " at " << tolerance << ", gradient";
}
/// Checks the sum by expansions, and the sum over a mesh if the library chooses one.
void expectWithin(const Case& c, Precision precision, double tolerance, Backend backend = Backend::cpu) {
  Settings settings = fmm_test::fmmFloat();
  settings.backend = backend;
  settings.precision = precision;
  settings.regularisation = c.kind;
  settings.tolerance = tolerance;
  const std::string how(toString(precision));
  Field field = evaluateField(settings, c.work.elements, c.work.targets, true);
  if (field.report.mesh[0] > 0) {
    expectWithin(c, field, how + ", mesh", tolerance);
    settings.mesh = MeshUse::never;
    field = evaluateField(settings, c.work.elements, c.work.targets, true);
  }
  ASSERT_EQ(field.report.backend, toString(backend));
  ASSERT_GT(field.report.farPairs + field.report.nearPairs, 0u);
  expectWithin(c, field, how, tolerance);
}

class AccuracyOn : public fmm_test::BackendFixture {};

TEST_P(AccuracyOn, DirectSumsMatchTheReference) {
  Workload cube = fmm_test::overlapped(fmm_test::cube(3000, 1111));
  cube.elements.coreRadius[3] = 0;
  cube.targets.push_back(cube.elements.position[5]);
  for (const Workload& work : {cube, fmm_test::overlapped(fmm_test::rings(600, 150))}) {
    for (const Precision precision : {Precision::single, Precision::real64}) {
      const bool coarse = precision == Precision::single;
      const Workload& given = coarse ? rounded(work) : work;
      for (const Regularisation kind : allCores()) {
        Settings settings = fmm_test::directDouble();
        settings.backend = GetParam();
        settings.precision = precision;
        settings.regularisation = kind;
        const Field field = evaluateField(settings, given.elements, given.targets, true);
        const auto exact = fmm_test::referenceField(given.elements, kind, given.targets);
        const std::string how = work.name + " " + std::string(toString(kind)) + " " + std::string(toString(precision));
        EXPECT_LE(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, coarse ? 2e-6 : 1e-10) << how;
        EXPECT_LE(fmm_test::errorOf(field.gradient, exact.gradient).relativeL2, coarse ? 2e-5 : 1e-9) << how;
      }
    }
  }
}

TEST_P(AccuracyOn, FloatKeepsItsTolerance) {
  for (Case c : cases(20000, 20000)) {
    c.work = rounded(c.work);
    for (const double tolerance : {1e-3, 1e-4, 1e-5}) expectWithin(c, Precision::single, tolerance, GetParam());
  }
}

TEST(Accuracy, FloatReachesOneInAMillion) {
  expectWithin({rounded(fmm_test::thin(fmm_test::cube(20000, 20000))), Regularisation::cutoff}, Precision::single,
               1e-6);
  expectWithin({fmm_test::overlapped(fmm_test::rings(20000, 20000)), Regularisation::gaussian}, Precision::single,
               1e-6);
}

TEST_P(AccuracyOn, DoubleKeepsItsTolerance) {
  for (const Case& c : cases(8000, 8000)) {
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) expectWithin(c, Precision::real64, tolerance, GetParam());
  }
}

TEST(Accuracy, TheGaussianCoreOfHighOrderKeepsEveryTolerance) {
  constexpr Regularisation kKind = Regularisation::gaussian8;
  for (const Workload& work : {fmm_test::cube(4000, 4000), fmm_test::rings(4000, 4000)}) {
    const Case c = {fmm_test::overlapped(work), kKind};
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      expectWithin({rounded(c.work), kKind}, Precision::single, tolerance);
      expectWithin(c, Precision::real64, tolerance);
    }
    for (const double tolerance : {1e-7, 1e-8, 1e-9, 1e-10}) expectWithin(c, Precision::real64, tolerance);
  }
}

TEST(Accuracy, ErrorFallsWithTheOrder) {
  const Workload work = fmm_test::thin(fmm_test::cube(8000, 4000));
  const auto at = fmm_test::sample(work.targets, 300);
  const auto exact = fmm_test::referenceField(work.elements, Regularisation::cutoff, at);
  double previous = 1;
  for (const int order : {4, 6, 8, 10, 12, 14, 16}) {
    Settings settings = fmm_test::fmmFloat();
    settings.precision = Precision::real64;
    settings.regularisation = Regularisation::cutoff;
    settings.order = order;
    settings.theta = 0.5;
    settings.leafElements = 30;
    settings.leafPoints = 60;
    const Field field = evaluateField(settings, work.elements, work.targets, false);
    const double error = fmm_test::errorOf(fmm_test::sample(field.velocity, 300), exact.velocity).relativeL2;
    // Ra = Rb = theta d/2 gives Rb/(d - Ra) = 1/3 at worst: two orders gain a factor of at least 9 in the bound. The
    // test asks for 4, since the weight of the worst pairs differs at every order.
    EXPECT_LT(error, previous / 4) << "p " << order;
    previous = error;
  }
  EXPECT_LT(previous, 1e-8);
}

TEST_P(AccuracyOn, DegenerateSetsAreRightToo) {
  for (const Workload& work : fmm_test::degenerateSets()) {
    Settings settings = fmm_test::fmmFloat();
    settings.backend = GetParam();
    settings.precision = Precision::real64;
    settings.regularisation = Regularisation::cutoff;
    settings.leafElements = 10;
    settings.leafPoints = 25;
    const Field field = evaluateField(settings, work.elements, work.targets, true);
    ASSERT_EQ(field.velocity.size(), work.targets.size());
    if (work.elements.size() == 0 || work.name.find("coincident") == 0) {
      for (const Vec3& u : field.velocity) ASSERT_EQ(u, Vec3()) << work.name;
      continue;
    }
    if (work.targets.empty()) continue;
    const auto exact =
        fmm_test::referenceField(work.elements, Regularisation::cutoff, fmm_test::sample(work.targets, 300));
    EXPECT_LE(fmm_test::errorOf(fmm_test::sample(field.velocity, 300), exact.velocity).relativeL2, 1e-4) << work.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, AccuracyOn, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, AccuracyOn, ::testing::Values(Backend::cuda));

TEST(Accuracy, TracersOutsideTheTreeAreAsExactAsThoseInside) {
  Workload work = fmm_test::overlapped(fmm_test::rings(5000, 0));
  fmm_test::Random random(3);
  std::vector<std::size_t> near, far, around;
  const auto add = [&](std::vector<std::size_t>& to, const Vec3& x) {
    to.push_back(work.targets.size());
    work.targets.push_back(x);
  };
  for (int i = 0; i < 600; ++i) {
    if (i % 75 == 0) add(near, {(i % 2 ? -1 : 1) * (0.72 + 0.001 * i), 0.1, 0.05});  // too few to widen the root
    add(i % 3 == 0 ? far : around, (i % 3 == 0 ? 50.0 : 0.5) * random.onSphere());
  }
  add(far, {1e6, 0, 0});
  ASSERT_EQ(fmm_test::outsideTheRoot(work), near.size() + far.size());
  for (const auto& [precision, tolerance] : {std::pair{Precision::single, 1e-4}, std::pair{Precision::real64, 1e-8}}) {
    Settings settings = fmm_test::fmmFloat();
    settings.precision = precision;
    settings.tolerance = tolerance;
    settings.mesh = MeshUse::never;
    const Field field = evaluateField(settings, work.elements, work.targets, true);
    const auto exact = fmm_test::referenceField(work.elements, Regularisation::gaussian, work.targets);
    EXPECT_LE(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, tolerance);
    EXPECT_LE(fmm_test::errorOf(field.gradient, exact.gradient).relativeL2, 10 * tolerance);
    for (const auto* group : {&near, &far}) {
      std::vector<Vec3> velocity, exactly;
      for (const std::size_t i : *group) {
        velocity.push_back(field.velocity[i]);
        exactly.push_back(exact.velocity[i]);
      }
      const double error = fmm_test::errorOf(velocity, exactly).relativeL2;
      EXPECT_LE(error, tolerance) << (group == &near ? "near" : "far");
    }
  }
}

TEST(Accuracy, ResultsDoNotDependOnThreads) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(6000, 9000));
  Settings settings = fmm_test::fmmFloat();
  settings.threads = 1;
  const Field one = evaluateField(settings, work.elements, work.targets, true);
  settings.threads = 3;
  const Field three = evaluateField(settings, work.elements, work.targets, true);
  EXPECT_EQ(one.velocity, three.velocity);
}

}  // namespace
}  // namespace fmm
