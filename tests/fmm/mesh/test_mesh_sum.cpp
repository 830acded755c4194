// Sums over a mesh: their errors against direct sums, for each core of the Gaussian family, at targets and elements,
// velocities, gradients and vorticities; and what a mesh refuses.

#include <gtest/gtest.h>

#include <cmath>

#include "core/rows.h"
#include "exec/cpu/exec.h"
#include "exec/cpu/key_sorter.h"
#include "fmm/support/support.h"
#include "mesh/cpu/fourier.h"
#include "mesh/mesh_sum.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::Workload;

constexpr double kMostValues = 1 << 24;

/// A mesh by itself at a workload's targets and elements.
template <class Real>
class Mesh {
 public:
  explicit Mesh(const Workload& work) : exec_(2) {
    task_.elementCount = static_cast<Index>(work.elements.size());
    task_.tracerCount = static_cast<Index>(work.targets.size());
    sources_.resize(task_.elementCount);
    positions_.resize(task_.tracerCount);
    exec_.upload<Real>(work.elements.position, sources_.vector(0));
    exec_.upload<Real>(work.elements.strength, sources_.vector(3));
    exec_.uploadRow<Real>(work.elements.coreRadius, sources_[6]);
    exec_.upload<Real>(work.targets, positions_.vector());
    const Rows<CpuExec, Real, 7>& s = sources_;
    task_.elements = {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
    task_.tracers = {positions_[0], positions_[1], positions_[2]};
    for (Results* results : {&atElements_, &atTargets_}) {
      const Index count = results == &atElements_ ? task_.elementCount : task_.tracerCount;
      results->velocity.resize(count);
      results->gradient.resize(count);
      results->vorticity.resize(count);
    }
    task_.elementVelocity = atElements_.velocity.vector();
    task_.elementGradient = atElements_.gradient.all();
    task_.elementVorticity = atElements_.vorticity.vector();
    task_.tracerVelocity = atTargets_.velocity.vector();
    task_.tracerVorticity = atTargets_.vorticity.vector();
  }
  bool prepare(double tolerance, Regularisation kind = Regularisation::gaussian, double mostValues = kMostValues) {
    Settings settings;
    settings.regularisation = kind;
    settings.tolerance = tolerance;
    return mesh_.prepare(exec_, task_, settings, mostValues);
  }
  bool run() {
    mesh_.begin(exec_, task_, [](const char*) {});
    return mesh_.settle();
  }
  std::vector<Vec3> velocityAtElements() { return vectors(atElements_.velocity, task_.elementCount); }
  std::vector<Vec3> velocityAtTargets() { return vectors(atTargets_.velocity, task_.tracerCount); }
  std::vector<Vec3> vorticityAtTargets() { return vectors(atTargets_.vorticity, task_.tracerCount); }
  std::vector<Mat3> gradientAtElements() {
    std::vector<Mat3> all(static_cast<std::size_t>(task_.elementCount));
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < 9; ++k) all[i].m[k] = atElements_.gradient[k][i];
    return all;
  }
  void move(double by) {
    for (Index i = 0; i < task_.tracerCount; ++i) positions_[0][i] += static_cast<Real>(by);
  }
  void widen(double factor) {
    for (Index i = 0; i < task_.elementCount; ++i) sources_[6][i] *= static_cast<Real>(factor);
  }
  const MeshSum<CpuExec, Real>& mesh() const { return mesh_; }

 private:
  struct Results {
    Rows<CpuExec, Real, 3> velocity, vorticity;
    Rows<CpuExec, Real, 9> gradient;
  };
  std::vector<Vec3> vectors(Rows<CpuExec, Real, 3>& rows, Index count) {
    return exec_.download<Real>({rows[0], rows[1], rows[2]}, count);
  }
  CpuExec exec_;
  Rows<CpuExec, Real, 7> sources_;
  Rows<CpuExec, Real, 3> positions_;
  Results atElements_, atTargets_;
  FieldTask<Real> task_;
  MeshSum<CpuExec, Real> mesh_;
};

Workload withRadius(Workload work, double sigma) {
  work.elements.coreRadius.assign(work.elements.size(), sigma);
  return work;
}
Workload ringsOf(std::size_t elements, double overlap) {
  Workload work = fmm_test::rings(elements, 400);
  return fmm_test::rounded(withRadius(work, overlap * work.spacing[0]));
}

struct Errors {
  double targets, elements, gradients;
};
template <class Real>
Errors errorsOf(const Workload& work, double tolerance, Regularisation kind) {
  Mesh<Real> mesh(work);
  EXPECT_TRUE(mesh.prepare(tolerance, kind));
  EXPECT_TRUE(mesh.run());
  const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
  const auto own = fmm_test::referenceField(work.elements, kind, work.elements.position);
  return {errorOf(mesh.velocityAtTargets(), exact.velocity).relativeL2,
          errorOf(mesh.velocityAtElements(), own.velocity).relativeL2,
          errorOf(mesh.gradientAtElements(), own.gradient).relativeL2};
}

TEST(MeshSum, KeepsTheToleranceOfEveryCore) {
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian4, Regularisation::gaussian6}) {
    for (const Workload& work : {ringsOf(1500, 1.5), ringsOf(1500, 1), withRadius(fmm_test::cube(1500, 400), 0.2)}) {
      for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
        const Errors e = errorsOf<float>(work, tolerance, kind);
        std::printf("float %s %d tol %.0e: %.2e %.2e grad %.2e\n", work.name.c_str(), int(kind), tolerance, e.targets, e.elements, e.gradients);
        EXPECT_LT(e.targets, tolerance);
        EXPECT_LT(e.elements, tolerance);
        EXPECT_LT(e.gradients, 10 * tolerance);
      }
      for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8, 1e-10}) {
        const Errors e = errorsOf<double>(work, tolerance, kind);
        std::printf("double %s %d tol %.0e: %.2e %.2e grad %.2e\n", work.name.c_str(), int(kind), tolerance, e.targets, e.elements, e.gradients);
        EXPECT_LT(e.targets, tolerance);
        EXPECT_LT(e.elements, tolerance);
        EXPECT_LT(e.gradients, 10 * tolerance);
      }
    }
  }
}

}  // namespace
}  // namespace fmm
