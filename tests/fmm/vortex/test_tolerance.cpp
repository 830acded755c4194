// Numbers that are right, or come with a word that they are not: tolerances, and lengths beyond the usual.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Field;
using fmm::Settings;
using fmm::Vec3;
using fmm_test::Workload;
using testing::HasSubstr;

/// Settings that miss their tolerance for sure.
Settings missing() {
  Settings settings = fmm_test::fmmFloat();
  settings.precision = fmm::Precision::real64;
  settings.tolerance = 1e-8;
  settings.order = 4;
  settings.theta = 0.9;
  settings.leafElements = settings.leafPoints = 8;
  return settings;
}

std::vector<Vec3> timesEach(std::vector<Vec3> vectors, double factor) {
  for (Vec3& v : vectors) v = factor * v;
  return vectors;
}

double relativeError(const std::vector<Vec3>& found, const std::vector<Vec3>& exact) {
  double off = 0, scale = 0;
  const double unit = norm(exact.front());  // squares of velocities far away would vanish
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Vec3 difference = (1 / unit) * (found[i] - exact[i]), u = (1 / unit) * exact[i];
    off += dot(difference, difference);
    scale += dot(u, u);
  }
  return std::sqrt(off / scale);
}

TEST(Tolerance, ReportsSayThatItIsNotKept) {
  const Workload work = thin(fmm_test::cube(2000, 1000));
  const Field field = fmm::evaluateField(missing(), work.elements, work.targets, false, 500);
  EXPECT_EQ(field.report.toleranceKept, false);
  EXPECT_EQ(field.error.toleranceKept(), false);
  EXPECT_THAT(field.report.warning, HasSubstr("the tolerance 1.0e-08 is not kept: measured error"));
  Settings strict = missing();
  strict.strict = true;
  EXPECT_THROW(fmm::evaluateField(strict, work.elements, work.targets, false, 500), fmm::ToleranceError);
  fmm::VortexSystem system(strict, work.elements, {});
  system.step();  // the error of prescribed parameters is not known before it is measured
  EXPECT_THROW(system.measureError(), fmm::ToleranceError);
}

TEST(Tolerance, ReportsSayThatItIsKeptForWhatTheSolverChoseFor) {
  Settings settings = fmm_test::fmmFloat();
  settings.strict = true;
  const Workload work = thin(fmm_test::cube(2000, 1000));
  std::vector<Vec3> u(work.targets.size());
  fmm::FieldEvaluator plan(settings);
  const auto evaluated = [&] {
    return plan.evaluate(viewOf(work.elements), viewOf(work.targets), {viewOf(u), {}, {}});
  };
  EXPECT_EQ(evaluated().toleranceKept, true);
  EXPECT_EQ(evaluated().toleranceKept, std::nullopt);
  EXPECT_EQ(plan.measureError(work.elements, work.targets, u, 500).toleranceKept(), true);
  fmm::VortexSystem system(settings, work.elements, {});
  system.step();
  EXPECT_EQ(system.report().toleranceKept, true);
  settings.solver = fmm::SolverKind::direct;
  EXPECT_EQ(fmm::evaluateField(settings, work.elements, work.targets, false, 500).report.toleranceKept, std::nullopt);
}

TEST(Lengths, FieldsAreRightAtAnySize) {
  const Workload work = thin(fmm_test::cube(1000, 300));
  Settings exact = fmm_test::fmmFloat();
  exact.solver = fmm::SolverKind::direct;
  exact.precision = fmm::Precision::real64;
  const Field usual = fmm::evaluateField(exact, work.elements, work.targets, true);
  for (const double size : {1e-22, 1e-13, 1e-7, 1e7, 1e13, 1e17})
    for (const fmm::SolverKind solver : {fmm::SolverKind::fmm, fmm::SolverKind::direct}) {
      Settings settings = fmm_test::fmmFloat();
      settings.solver = solver;
      Elements elements = work.elements;
      elements.position = timesEach(elements.position, size);
      elements.strength = timesEach(elements.strength, size);
      for (double& sigma : elements.coreRadius) sigma *= size;
      const auto targets = timesEach(work.targets, size);
      const Field found = fmm::evaluateField(settings, elements, targets, true, 300);
      EXPECT_LT(relativeError(timesEach(found.velocity, size), usual.velocity), settings.tolerance) << size;
      EXPECT_LT(found.error.bound, 2 * settings.tolerance) << size;
      double worst = 0, largest = 0;
      for (std::size_t i = 0; i < targets.size(); ++i)
        for (int k = 0; k < 9; ++k) {
          worst = std::max(worst, std::abs(found.gradient[i].m[k] * size * size - usual.gradient[i].m[k]));
          largest = std::max(largest, std::abs(usual.gradient[i].m[k]));
        }
      EXPECT_LT(worst, 1e-2 * largest) << size;
    }
}

TEST(Lengths, FarTargetsAndStrayElementsAreRightInFloat) {
  const Workload work = thin(fmm_test::cube(1000, 300));
  Settings exact = fmm_test::fmmFloat();
  exact.solver = fmm::SolverKind::direct;
  exact.precision = fmm::Precision::real64;
  const auto far = timesEach(work.targets, 1e14);
  const auto usual = fmm::evaluateField(exact, work.elements, far, false).velocity;
  EXPECT_LT(relativeError(fmm::evaluateField(fmm_test::fmmFloat(), work.elements, far, false).velocity, usual), 1e-4);
  Elements stray = work.elements;
  stray.position.front() = {9e17, 0, 0};
  const auto without = fmm::evaluateField(exact, stray, work.targets, false).velocity;
  EXPECT_LT(relativeError(fmm::evaluateField(fmm_test::fmmFloat(), stray, work.targets, false).velocity, without),
            1e-4);
}

TEST(Lengths, SystemsRefuseWhatTheirNumbersCannotHold) {
  const Workload work = thin(fmm_test::cube(100, 0));
  for (const double size : {1e-22, 1e13}) {
    Elements elements = work.elements;
    elements.position = timesEach(elements.position, size);
    for (double& sigma : elements.coreRadius) sigma *= size;
    Settings settings = fmm_test::fmmFloat();
    EXPECT_THROW(fmm::VortexSystem(settings, elements, {}), fmm::InvalidInput);
    settings.precision = fmm::Precision::real64;
    fmm::VortexSystem(settings, elements, {}).evaluate();
  }
}

}  // namespace
