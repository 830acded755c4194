// Fields with elements shared out among ranks, against direct sums over all elements.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fmm/error.h"
#include "fmm/shared_field.h"
#include "fmm/workloads.h"
#include "ranks/world.h"

namespace ranks_test {
namespace {

using fmm::Elements;
using fmm::Settings;
using fmm::Vec3;
using fmm::workloads::Workload;

Settings settingsFor(fmm::SolverKind solver = fmm::SolverKind::fmm) {
  Settings settings;
  settings.solver = solver;
  settings.backend = fmm::Backend::cpu;
  settings.threads = 1;
  settings.tolerance = 1e-3;
  return settings;
}

/// Ordinary sets, and those that leave ranks without elements, without targets, or with all of them.
std::vector<Workload> sets() {
  namespace w = fmm::workloads;
  std::vector<Workload> all = {w::rings(1500, 6000), w::cube(3000, 3000), w::clustered(2500, 2500), w::cube(2, 3),
                               w::cube(1, 1),        w::cube(0, 5),       w::cube(300, 0),          w::cube(1, 4000)};
  for (Workload& work : all) work = w::overlapped(std::move(work));
  all.push_back(w::thin(w::cube(3000, 3000)));
  Workload crowded = w::overlapped(w::rings(800, 10));
  crowded.name = "all targets in one place";
  crowded.targets.assign(2000, Vec3{0.3, 0, 0.02});
  all.push_back(crowded);
  crowded = w::overlapped(w::cube(900, 900));
  crowded.name = "all elements in one place";
  crowded.elements.position.assign(900, Vec3{0.3, 0.1, 0.02});
  all.push_back(crowded);
  Workload far = w::overlapped(w::cube(1500, 1000));
  far.name = "targets far away, and elements far from the origin";
  for (std::size_t i = 0; i < 200; ++i) far.targets.push_back({30 + 0.5 * static_cast<double>(i), -4e3, 2});
  for (Vec3& x : far.targets) x = x + Vec3{1e4, 0, 0};
  for (Vec3& x : far.elements.position) x = x + Vec3{1e4, 0, 0};
  all.push_back(far);
  return all;
}

/// Half of the elements lie in a speck, and 12 targets beside it: far faster than the others, and too few for an even
/// sample of any rank's targets to find them.
Workload fewFastTargets() {
  Workload work = fmm::workloads::thin(fmm::workloads::cube(1500, 60000));
  const Vec3 middle = {0.3, 0.3, 0.3}, strength = {0, 0, 1e-3};
  const std::vector<Vec3> around = fmm::workloads::cube(1500, 12).elements.position;
  for (const Vec3& x : around) work.add(middle + 1e-3 * (x - Vec3{0.5, 0.5, 0.5}), strength, 1e-4);
  for (std::size_t k = 0; k < 12; ++k)
    work.targets[k * 4999] = middle + Vec3{2e-3 + 2e-4 * static_cast<double>(k), 0, 0};
  return fmm::workloads::rounded(work);
}

/// This rank's part of some values: rank 0 has most of them, the last of three or more ranks none.
template <class T>
std::vector<T> ownOf(const std::vector<T>& all) {
  const auto rank = static_cast<std::size_t>(world().rank()), size = static_cast<std::size_t>(world().size());
  const std::size_t givers = size > 2 ? size - 1 : size;
  std::vector<T> own;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i * i / (all.size() + 1) * givers / (all.size() + 1) == rank) own.push_back(all[i]);
  return own;
}
Elements ownOf(const Elements& all) {
  Elements own;
  own.position = ownOf(all.position);
  own.strength = ownOf(all.strength);
  own.coreRadius = ownOf(all.coreRadius);
  return own;
}

std::vector<Vec3> rowsOf(const std::vector<fmm::Mat3>& matrices) {
  std::vector<Vec3> rows;
  for (const fmm::Mat3& m : matrices)
    for (int i = 0; i < 3; ++i) rows.push_back({m.m[3 * i], m.m[3 * i + 1], m.m[3 * i + 2]});
  return rows;
}

/// Expects relative differences between the ranks' results and direct sums at each rank's own points below the limits.
void hold(const Settings& settings, const Workload& work, double ofVelocity, double ofGradient) {
  Settings direct = settings;
  direct.solver = fmm::SolverKind::direct;
  direct.backend = fmm::Backend::cpu;
  const Elements own = ownOf(work.elements);
  const std::vector<Vec3> targets = ownOf(work.targets);
  fmm::SharedField shared(settings, world(), own, targets, {true, true, true});
  for (int i = 0; i < 2; ++i) shared.evaluate();
  const fmm::SharedResults found = shared.results();
  const fmm::Field exact = fmm::evaluateField(direct, work.elements, targets, true);
  const fmm::Field atElements = fmm::evaluateField(direct, work.elements, own.position, true);
  const auto all = [](const std::vector<Vec3>& values) { return world().gatheredRows(values); };
  EXPECT_LT(difference(all(found.velocity), all(exact.velocity)), ofVelocity);
  EXPECT_LT(difference(all(found.elementVelocity), all(atElements.velocity)), ofVelocity);
  EXPECT_LT(difference(all(rowsOf(found.gradient)), all(rowsOf(exact.gradient))), ofGradient);
  EXPECT_LT(difference(all(rowsOf(found.elementGradient)), all(rowsOf(atElements.gradient))), ofGradient);
}

TEST(SharedField, VelocitiesAndGradientsAreThoseOfOneRankWithinTheTolerance) {
  for (const Workload& work : sets()) {
    SCOPED_TRACE(work.name);
    hold(settingsFor(), work, 1e-3, 1e-2);
  }
}

TEST(SharedField, AFewFastTargetsOfOneRankAreFoundByAll) {
  Settings settings = settingsFor();
  settings.tolerance = 1e-4;
  hold(settings, fewFastTargets(), 1e-4, 1e-2);
}

TEST(SharedField, GpusBringEachOtherWhatTheyNeed) {
  requireGpus();
  if (IsSkipped() || HasFatalFailure()) return;
  Settings settings = settingsFor();
  settings.backend = fmm::Backend::cuda;
  for (const Workload& work : sets()) {
    SCOPED_TRACE(work.name);
    hold(settings, work, 1e-3, 1e-2);
  }
  settings.precision = fmm::Precision::real64;
  settings.tolerance = 1e-6;
  hold(settings, fmm::workloads::overlapped(fmm::workloads::cube(20000, 15000)), 1e-6, 1e-4);
}

/// Approximate ratio of the largest counted work of a rank to the mean.
double unevennessOf(const fmm::SharedField& field) {
  const fmm::EvaluationReport& report = field.report();
  double most = 0, sum = 0;
  for (const std::uint64_t pairs : world().gathered(report.nearPairs + report.correctedPairs)) {
    most = std::max(most, static_cast<double>(pairs));
    sum += static_cast<double>(pairs);
  }
  return most * world().size() / sum;
}

TEST(SharedField, MovesItsPartsUntilCountedWorkIsEven) {
  // A dense cluster of points, which takes most of the pairs, and many distant points, which take few.
  Workload work = fmm::workloads::cube(4000, 30000);
  for (std::size_t i = 0; i < work.elements.size(); ++i)
    if (i % 50 != 0) work.elements.position[i] = 0.1 * work.elements.position[i];
  for (std::size_t i = 0; i < work.targets.size(); ++i)
    if (i % 10 == 0) work.targets[i] = 0.1 * work.targets[i];
  work = fmm::workloads::thin(std::move(work));
  const Elements own = ownOf(work.elements);
  const std::vector<Vec3> targets = ownOf(work.targets);
  fmm::SharedField field(settingsFor(), world(), own, targets, {false, true, false});
  field.evaluate();
  const double before = unevennessOf(field);
  for (int i = 0; i < 16; ++i) field.evaluate();
  const double after = unevennessOf(field);
  if (world().size() > 1) {
    EXPECT_GT(before, 1.3);
    EXPECT_LT(after, 1.2);
  }
  Settings direct = settingsFor(fmm::SolverKind::direct);
  const fmm::SharedResults found = field.results();
  EXPECT_LT(difference(found.velocity, fmm::evaluateField(direct, work.elements, targets, false).velocity), 2e-3);
  EXPECT_LT(difference(found.elementVelocity, fmm::evaluateField(direct, work.elements, own.position, false).velocity),
            2e-3);
}

TEST(SharedField, KeepsFineTolerancesInDouble) {
  Settings settings = settingsFor();
  settings.precision = fmm::Precision::real64;
  settings.tolerance = 1e-6;
  hold(settings, fmm::workloads::overlapped(fmm::workloads::cube(2000, 1500)), 1e-6, 1e-4);
}

TEST(SharedField, GroundMirrorsElementsOfAllRanks) {
  Settings settings = settingsFor();
  settings.ground = fmm::GroundPlane{{0, 0, -1}, {0, 0, 1}};
  hold(settings, fmm::workloads::overlapped(fmm::workloads::rings(800, 1500)), 1e-3, 1e-2);
}

TEST(SharedField, LeavesAreCubicWhereElementsFillSpaceAsThoseOfOneRank) {
  // Octants of the narrowest root cube hold 128 or 16 of these elements, so that leaves would be halves and quarters.
  const Workload work = fmm::workloads::thin(fmm::workloads::cube(1 << 16, 1 << 16));
  Settings settings = settingsFor();
  settings.order = 6;
  settings.theta = 0.6;
  settings.leafElements = 44;
  settings.leafPoints = 96;
  fmm::SharedField shared(settings, world(), ownOf(work.elements), ownOf(work.targets), {});
  shared.evaluate();
  std::uint64_t translations = shared.report().farPairs;
  world().sum(&translations, 1);
  const fmm::Field whole = fmm::evaluateField(settings, work.elements, work.targets, false, 0);
  EXPECT_LT(static_cast<double>(translations), 1.02 * static_cast<double>(whole.report.farPairs))
      << "1.09 by the narrowest root";
}

TEST(SharedField, EachRankHoldsItsShareAndAHalo) {
  const Workload work = fmm::workloads::thin(fmm::workloads::cube(20000, 20000));
  const Elements own = ownOf(work.elements);
  fmm::SharedField shared(settingsFor(), world(), own, ownOf(work.targets), {});
  shared.evaluate();
  const auto loads = world().gathered(shared.load());
  std::size_t elements = 0, targets = 0;
  const auto size = static_cast<std::size_t>(world().size());
  for (const fmm::RankLoad& load : loads) {
    elements += load.elements;
    targets += load.targets;
    EXPECT_NEAR(static_cast<double>(load.elements), 20000.0 / static_cast<double>(size), 1000);
    EXPECT_LT(load.importedElements, size > 1 ? 20000 - load.elements : 1);
    EXPECT_EQ(load.importedCells > 0, size > 1);
  }
  EXPECT_EQ(elements, 20000U);
  EXPECT_EQ(targets, 20000U);
}

TEST(SharedField, OneOffFieldsMeasureTheErrorOfAll) {
  const Workload work = fmm::workloads::overlapped(fmm::workloads::cube(1500, 2500));
  using fmm::ElementSharing;
  const fmm::Field field =
      fmm::evaluateField(settingsFor(), work.elements, work.targets, true, 1024, world(), ElementSharing::shared);
  const fmm::Field exact = fmm::evaluateField(settingsFor(fmm::SolverKind::direct), work.elements, work.targets, true);
  EXPECT_TRUE(alikeOnAll(field.velocity));
  EXPECT_LT(difference(field.velocity, exact.velocity), 1e-3);
  EXPECT_LT(difference(rowsOf(field.gradient), rowsOf(exact.gradient)), 1e-2);
  EXPECT_GE(field.error.samples, 1024U);
  EXPECT_LT(field.error.relativeL2, 1e-3);
}

TEST(SharedField, IsNotChosenWhereAMeshSums) {
  using fmm::ElementSharing;
  const Workload work = fmm::workloads::overlapped(fmm::workloads::cube(1 << 15, 1 << 16));
  Settings settings = settingsFor();
  const auto chosen = [&](int ranks) {
    return fmm::resolve(ElementSharing::automatic, settings, work.elements, work.targets, {}, ranks);
  };
  EXPECT_EQ(chosen(2), ElementSharing::everywhere);
  settings.mesh = fmm::MeshUse::never;
  EXPECT_EQ(chosen(2), ElementSharing::shared);
}

TEST(SharedField, IsChosenWhereElementsAreManyAndAskedForOnlyWhereItCanBe) {
  using fmm::ElementSharing;
  const Settings settings = settingsFor(), direct = settingsFor(fmm::SolverKind::direct);
  const auto chosen = [&](const Settings& with, std::size_t elements, std::size_t targets, int ranks) {
    return fmm::resolve(ElementSharing::automatic, with, elements, targets, ranks);
  };
  EXPECT_EQ(chosen(settings, 1 << 18, 1 << 18, 2), ElementSharing::shared);
  EXPECT_EQ(chosen(settings, 1 << 18, 1 << 18, 1), ElementSharing::everywhere);
  EXPECT_EQ(chosen(direct, 1 << 18, 1 << 18, 2), ElementSharing::everywhere);
  EXPECT_EQ(chosen(settings, 1 << 18, 1 << 22, 2), ElementSharing::everywhere);
  EXPECT_EQ(chosen(settings, 1 << 10, 1 << 10, 2), ElementSharing::everywhere);
  Settings gpu = settings;
  gpu.backend = fmm::Backend::cuda;
  EXPECT_EQ(chosen(gpu, 1 << 20, 1 << 22, 2), ElementSharing::shared);
  EXPECT_EQ(chosen(gpu, 1 << 20, 1 << 23, 2), ElementSharing::everywhere);
  EXPECT_EQ(chosen(gpu, 1 << 18, 1 << 18, 2), ElementSharing::everywhere);
  EXPECT_THROW(fmm::SharedField(direct, world(), {}, {}, {}), fmm::InvalidInput);
}

}  // namespace
}  // namespace ranks_test
