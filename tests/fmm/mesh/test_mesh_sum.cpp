// Sums over a mesh: their errors against direct sums, for each core of the Gaussian family, at targets and elements,
// velocities, gradients and vorticities; and what a mesh refuses.

#include "exec/cpu/sort.h"
#include "fmm/support/field_rows.h"
#include "fmm/support/support.h"
#include "mesh/cpu/fourier.h"
#include "mesh/cpu/octant_pass.h"
#include "mesh/cpu/points.h"
#include "mesh/cpu/vorticities.h"
#include "mesh/mesh_sum.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::Workload;

constexpr double kMostValues = 1 << 24;

/// MeshSum alone, at a workload's targets and elements.
template <class Real>
class Mesh {
 public:
  explicit Mesh(const Workload& work, bool vorticity = true) : rows_(work), vorticity_(vorticity) {
    FieldTask<Real>& task = rows_.task;
    for (Results* results : {&atElements_, &atTargets_}) {
      const Index count = results == &atElements_ ? task.elementCount : task.tracerCount;
      results->velocity.resize(count);
      results->gradient.resize(count);
      results->vorticity.resize(count);
    }
    task.elementVelocity = atElements_.velocity.vector();
    task.elementGradient = atElements_.gradient.all();
    task.tracerVelocity = atTargets_.velocity.vector();
    if (!vorticity) return;
    task.elementVorticity = atElements_.vorticity.vector();
    task.tracerVorticity = atTargets_.vorticity.vector();
  }
  bool prepare(double tolerance, Regularisation kind = Regularisation::gaussian, double mostValues = kMostValues) {
    Settings settings;
    settings.regularisation = kind;
    settings.tolerance = tolerance;
    if (!mesh_.plan(rows_.exec, rows_.task, settings, mostValues)) return false;
    mesh_.lay(rows_.exec, vorticity_);
    return true;
  }
  bool run() {
    mesh_.begin(rows_.exec, rows_.task, [](const char*) {});
    return mesh_.complete();
  }
  std::vector<Vec3> velocityAtElements() { return rows_.vectors(atElements_.velocity, rows_.task.elementCount); }
  std::vector<Vec3> velocityAtTargets() { return rows_.vectors(atTargets_.velocity, rows_.task.tracerCount); }
  std::vector<Vec3> vorticityAtElements() { return rows_.vectors(atElements_.vorticity, rows_.task.elementCount); }
  std::vector<Vec3> vorticityAtTargets() { return rows_.vectors(atTargets_.vorticity, rows_.task.tracerCount); }
  std::vector<Mat3> gradientAtElements() {
    std::vector<Mat3> all(static_cast<std::size_t>(rows_.task.elementCount));
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < 9; ++k) all[i].m[k] = atElements_.gradient[k][i];
    return all;
  }
  void move(double by) {
    for (Index i = 0; i < rows_.task.tracerCount; ++i) rows_.positions[0][i] += static_cast<Real>(by);
  }
  void widen(double factor) {
    for (Index i = 0; i < rows_.task.elementCount; ++i) rows_.sources[6][i] *= static_cast<Real>(factor);
  }
  double neighbours(double reach) { return mesh_.neighbours(rows_.exec, rows_.task, reach); }
  const MeshSum<CpuExec, Real>& mesh() const { return mesh_; }

 private:
  struct Results {
    Rows<CpuExec, Real, 3> velocity, vorticity;
    Rows<CpuExec, Real, 9> gradient;
  };
  fmm_test::FieldRows<Real> rows_;
  const bool vorticity_;
  Results atElements_, atTargets_;
  MeshSum<CpuExec, Real> mesh_;
};

Workload withRadius(Workload work, double sigma) {
  work.elements.coreRadius.assign(work.elements.size(), sigma);
  return work;
}
Workload ringsOf(std::size_t elements, double overlap) {
  Workload work = fmm_test::rings(elements, 200);
  return fmm_test::rounded(withRadius(work, overlap * work.spacing[0]));
}

/// Calls use() for each core of the family with sets of about `elements` elements: rings with two overlaps of cores,
/// and random strengths, which vary on the scale of the cores.
template <class Use>
void forEverySet(std::size_t elements, const Use& use) {
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8}) {
    for (const Workload& work :
         {ringsOf(elements, 1.5), ringsOf(elements, 1), withRadius(fmm_test::cube(elements, 200), 0.2)}) {
      SCOPED_TRACE(work.name + ", core " + std::to_string(static_cast<int>(kind)));
      use(work, kind);
    }
  }
}

template <class Real>
void expectTolerances(const Workload& work, Regularisation kind, const std::vector<double>& tolerances) {
  const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
  const auto own = fmm_test::referenceField(work.elements, kind, work.elements.position);
  for (const double tolerance : tolerances) {
    SCOPED_TRACE(tolerance);
    Mesh<Real> mesh(work);
    ASSERT_TRUE(mesh.prepare(tolerance, kind));
    ASSERT_TRUE(mesh.run());
    EXPECT_LT(errorOf(mesh.velocityAtTargets(), exact.velocity).relativeL2, tolerance);
    EXPECT_LT(errorOf(mesh.velocityAtElements(), own.velocity).relativeL2, tolerance);
    EXPECT_LT(errorOf(mesh.gradientAtElements(), own.gradient).relativeL2, 10 * tolerance);
  }
}

TEST(MeshSum, KeepsTolerancesInFloat) {
  forEverySet(600, [](const Workload& work, Regularisation kind) {
    expectTolerances<float>(work, kind, {1e-2, 1e-3, 3e-4, 1e-4, 1e-5});
  });
}
TEST(MeshSum, KeepsTolerancesInDouble) {
  forEverySet(300, [](const Workload& work, Regularisation kind) {
    expectTolerances<double>(work, kind, {1e-4, 1e-6, 1e-7, 1e-8, 1e-10});
  });
}

/// Vorticity by direct sums of the blobs.
std::vector<Vec3> vorticityOf(const Workload& work, Regularisation kind, const std::vector<Vec3>& points) {
  const double sigma = work.elements.coreRadius[0], factor = 1 / (4 * fmm_test::kPi * sigma * sigma * sigma);
  std::vector<Vec3> sums;
  for (const Vec3& y : points) {
    Vec3 sum;
    for (std::size_t j = 0; j < work.elements.size(); ++j) {
      const Vec3 r = y - work.elements.position[j];
      sum = sum + factor * fmm_test::coreDensity(kind, dot(r, r) / (sigma * sigma)) * work.elements.strength[j];
    }
    sums.push_back(sum);
  }
  return sums;
}
template <class Real>
void expectVorticities(const Workload& work, Regularisation kind, const std::vector<double>& tolerances) {
  const auto exact = vorticityOf(work, kind, work.targets), own = vorticityOf(work, kind, work.elements.position);
  for (const double tolerance : tolerances) {
    SCOPED_TRACE(tolerance);
    Mesh<Real> mesh(work);
    ASSERT_TRUE(mesh.prepare(tolerance, kind));
    ASSERT_TRUE(mesh.run());
    EXPECT_LT(errorOf(mesh.vorticityAtTargets(), exact).relativeL2, tolerance);
    EXPECT_LT(errorOf(mesh.vorticityAtElements(), own).relativeL2, tolerance);
  }
}
TEST(MeshSum, SumsVorticitiesToo) {
  forEverySet(600, [](const Workload& work, Regularisation kind) {
    expectVorticities<float>(work, kind, {1e-2, 1e-3, 3e-4, 1e-4, 2e-5});
  });
  forEverySet(300, [](const Workload& work, Regularisation kind) {
    expectVorticities<double>(work, kind, {1e-4, 1e-6, 1e-8, 1e-10});
  });
}

template <class Real>
void expectSameBits(const Workload& work, double tolerance) {
  Mesh<Real> alone(work, false), both(work);
  for (Mesh<Real>* mesh : {&alone, &both}) {
    ASSERT_TRUE(mesh->prepare(tolerance));
    ASSERT_TRUE(mesh->run());
  }
  EXPECT_EQ(alone.velocityAtTargets(), both.velocityAtTargets());
  EXPECT_EQ(alone.velocityAtElements(), both.velocityAtElements());
  const auto gradient = alone.gradientAtElements(), other = both.gradientAtElements();
  for (std::size_t i = 0; i < gradient.size(); ++i)
    for (std::size_t k = 0; k < 9; ++k) ASSERT_EQ(gradient[i].m[k], other[i].m[k]);
}
TEST(MeshSum, VelocitiesAreTheSameWithVorticitiesAndWithout) {
  const Workload work = ringsOf(400, 1.5);
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 2e-5}) {  // windows of 4 to 7 nodes
    SCOPED_TRACE(tolerance);
    expectSameBits<float>(work, tolerance);
    expectSameBits<double>(work, 1e-3 * tolerance);
  }
}

TEST(MeshSum, IsInFreeSpace) {
  // Elements at both ends of the mesh, which would be neighbours on a periodic one.
  Workload work;
  work.add({0, 0, 0}, {0, 0, 1}, 1);
  work.add({20, 0, 0}, {0, 1, 0}, 1);
  work.targets = {{0, 1, 0}, {20, 0, 1}, {10, 0.5, 0.5}, {20, 1, -1}};
  work = withRadius(work, 0.7);
  Mesh<double> mesh(work);
  ASSERT_TRUE(mesh.prepare(1e-8, Regularisation::gaussian8));
  ASSERT_TRUE(mesh.run());
  const auto exact = fmm_test::referenceField(work.elements, Regularisation::gaussian8, work.targets);
  EXPECT_LT(errorOf(mesh.velocityAtTargets(), exact.velocity).relativeL2, 1e-8);
}

TEST(MeshSum, SaysWhereNoMeshServes) {
  const Workload work = ringsOf(100, 1.5);
  EXPECT_FALSE(Mesh<float>(work).prepare(1e-4, Regularisation::cutoff));
  EXPECT_FALSE(Mesh<float>(work).prepare(1e-4, Regularisation::winckelmans));
  EXPECT_FALSE(Mesh<float>(work).prepare(1e-4, Regularisation::gaussian, 1000)) << "too many nodes";
  EXPECT_FALSE(Mesh<float>(work).prepare(1e-9)) << "floats are not so exact";
  EXPECT_FALSE(Mesh<float>(Workload()).prepare(1e-4)) << "no elements";
  EXPECT_FALSE(Mesh<float>(withRadius(work, 0)).prepare(1e-4)) << "points";
  EXPECT_FALSE(Mesh<float>(withRadius(work, 1e-7)).prepare(1e-4)) << "far more nodes than there are numbers";
  Workload unequal = work;
  unequal.elements.coreRadius[7] *= 1.001;
  EXPECT_FALSE(Mesh<float>(unequal).prepare(1e-4));
  Workload lost = work;
  lost.targets[3].y = std::nan("");
  EXPECT_FALSE(Mesh<float>(lost).prepare(1e-4));
  lost.targets[3].y = 1e30;
  EXPECT_FALSE(Mesh<float>(lost).prepare(1e-4));
}

TEST(MeshSum, SaysWhatHasLeftIt) {
  Mesh<float> mesh(ringsOf(300, 1.5));
  ASSERT_TRUE(mesh.prepare(1e-4));
  EXPECT_TRUE(mesh.run());
  EXPECT_TRUE(mesh.run());
  mesh.move(0.01);
  EXPECT_TRUE(mesh.run()) << "there is some room";
  mesh.move(1);
  EXPECT_FALSE(mesh.run());
  EXPECT_FALSE(mesh.mesh().hasOtherRadius());
  ASSERT_TRUE(mesh.prepare(1e-4));
  EXPECT_TRUE(mesh.run());
  mesh.widen(1.01);
  EXPECT_FALSE(mesh.run());
  EXPECT_TRUE(mesh.mesh().hasOtherRadius());
}

TEST(MeshSum, TakesSizesThatTransformsLike) {
  EXPECT_EQ(transformSize(1), 2);
  EXPECT_EQ(transformSize(7), 8);
  EXPECT_EQ(transformSize(11), 12);
  EXPECT_EQ(transformSize(97), 100);
  EXPECT_EQ(transformSize(1025), 1080);
}

TEST(MeshSum, ElementsWithinReachAreCounted) {
  const Workload work = ringsOf(400, 1.5);
  Mesh<double> mesh(work);
  ASSERT_TRUE(mesh.prepare(1e-4));
  const double reach = 3 * work.elements.coreRadius[0];
  double pairs = 0;
  for (const auto* points : {&work.elements.position, &work.targets})
    for (const Vec3& y : *points)
      for (const Vec3& x : work.elements.position) pairs += std::hypot(y.x - x.x, y.y - x.y, y.z - x.z) < reach ? 1 : 0;
  EXPECT_NEAR(mesh.neighbours(3), pairs / static_cast<double>(work.elements.size() + work.targets.size()), 0.02);
}

}  // namespace
}  // namespace fmm
