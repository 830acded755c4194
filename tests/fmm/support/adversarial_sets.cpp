#include "fmm/support/adversarial_sets.h"

#include <cmath>
#include <functional>
#include <utility>

namespace fmm_test {
namespace {

constexpr int kOfAKind = 10;

using Fill = std::function<void(AdversarialSet&, Random&, int)>;

void add(AdversarialSet& set, Vec3 at, Vec3 strength, double core) {
  set.elements.position.push_back(at);
  set.elements.strength.push_back(strength);
  set.elements.coreRadius.push_back(core);
}

void addTargets(AdversarialSet& set, Random& random, int count) {
  for (int i = 0; i < count; ++i) set.targets.push_back(random.inCube());
}

/// 2^axes elements at the corners of a box of that edge, signs alternating: all moments below order `axes` vanish.
void addMultipole(AdversarialSet& set, Random& random, Vec3 at, double edge, int axes) {
  const Vec3 alpha = random.onSphere();
  for (int corner = 0; corner < 1 << axes; ++corner) {
    Vec3 x = at;
    double sign = 1;
    for (int axis = 0; axis < axes; ++axis) {
      const double step = ((corner >> axis & 1) == 0 ? -0.5 : 0.5) * edge;
      if (axis % 3 == 0) x.x += step * (1 + 0.3 * axis);
      if (axis % 3 == 1) x.y += step * (1 + 0.3 * axis);
      if (axis % 3 == 2) x.z += step * (1 + 0.3 * axis);
      if (step < 0) sign = -sign;
    }
    add(set, x, sign * alpha, 0.1 * edge);
  }
}

/// A dipole of dipoles of dipoles ..., each level wider than the one in it.
void addHierarchy(AdversarialSet& set, Vec3 at, Vec3 alpha, double edge, int level) {
  if (level == 0) return add(set, at, alpha, 1e-3);
  addHierarchy(set, at + Vec3{edge, 0, 0}, alpha, edge / 2.2, level - 1);
  addHierarchy(set, at - Vec3{0, edge, 0}, -1 * alpha, edge / 2.2, level - 1);
}

/// Quadrupoles with targets among them, or beside them, where hardly any field is left.
void quadrupoles(AdversarialSet& set, Random& random, int variant) {
  const bool beside = variant >= 5;
  const int groups = beside ? 1000 : 400;
  for (int i = 0; i < groups; ++i) addMultipole(set, random, random.inCube(), 0.002 * (1 + variant % 5), 2);
  for (int i = 0; i < 3000; ++i) set.targets.push_back(random.inCube() + Vec3{beside ? 1.5 : 0., 0, 0});
}

/// Groups with next to no field at most targets; a few targets are close to them.
void hiddenTargets(AdversarialSet& set, Random& random, int variant) {
  const int groups = 30;
  for (int i = 0; i < 200; ++i) add(set, random.inCube(), 0.01 * random.onSphere(), 0.01);
  for (int i = 0; i < groups; ++i) addMultipole(set, random, random.inCube(0.1, 0.9), 0.01, 2);
  for (int i = 0; i < 3000; ++i) set.targets.push_back(random.inCube(3, 4));
  for (int i = 0; i < 5 + 3 * variant; ++i) {
    const Vec3 centre = set.elements.position[static_cast<std::size_t>(200 + 4 * (i % groups))];
    set.targets.insert(set.targets.begin() + 17 * i, centre + 0.03 * random.onSphere());
  }
}

void highMultipoles(AdversarialSet& set, Random& random, int variant) {
  for (int i = 0; i < 60; ++i) addMultipole(set, random, random.inCube(), 0.01 + 0.01 * variant, 3 + variant % 3);
  addTargets(set, random, 3000);
}

void hierarchies(AdversarialSet& set, Random& random, int variant) {
  for (int i = 0; i < 12; ++i)
    addHierarchy(set, random.inCube(), random.onSphere(), 0.02 * (1 + variant % 5), 4 + variant % 4);
  addTargets(set, random, 3000);
}

/// Two clusters far apart, one with tiny strengths, which still dominate at its own targets.
void farPairs(AdversarialSet& set, Random& random, int variant) {
  const double apart = std::pow(10., variant % 5);
  for (int i = 0; i < 600; ++i) {
    add(set, random.inCube(), random.onSphere(), 0.02);
    add(set, Vec3{apart + 2, 0, 0} + random.inCube(), std::pow(0.1, variant) * random.onSphere(), 0.02);
  }
  addTargets(set, random, 1500);
  for (int i = 0; i < 1500; ++i) set.targets.push_back(Vec3{apart + 2, 0, 0} + random.inCube());
}

void sheets(AdversarialSet& set, Random& random, int variant) {
  for (int i = 0; i < 1500; ++i) {
    const Vec3 at = random.inCube();
    add(set, {at.x, at.y, 0}, {std::sin(40 * at.x), 1, 0}, 0.01);
  }
  for (int i = 0; i < 3000; ++i) {
    const Vec3 at = random.inCube();
    set.targets.push_back({at.x, at.y, std::pow(10., -0.5 * variant) * at.z});
  }
}

void mixedCores(AdversarialSet& set, Random& random, int variant) {
  for (int i = 0; i < 1500; ++i)
    add(set, random.inCube(), random.onSphere(), std::pow(10., random.uniform(-5, -0.5 - 0.1 * variant)));
  addTargets(set, random, 3000);
}

/// Targets on a regular grid, where evenly spaced samples could all lie on faces; the elements lie at one of the faces.
void grids(AdversarialSet& set, Random& random, int variant) {
  const int side = 12 + variant % 5;
  for (int i = 0; i < 1200; ++i) {
    const Vec3 at = random.inCube();
    add(set, {at.x, at.y, 0.01 * (1 + variant) * at.z}, random.onSphere(), 0.01);
  }
  for (int i = 0; i < side * side * side; ++i)
    set.targets.push_back(1. / side * Vec3{double(i / side / side), double(i / side % side), double(i % side)});
}

void cubeOf(AdversarialSet& set, Random& random, double size, double strength) {
  for (int i = 0; i < 1500; ++i) add(set, size * random.inCube(), strength * random.onSphere(), 0.05 * size);
  for (int i = 0; i < 3000; ++i) set.targets.push_back(size * random.inCube());
}

void powersOfStrength(AdversarialSet& set, Random& random, int variant) {
  const int step = set.settings.precision == fmm::Precision::single ? 4 : 30;
  cubeOf(set, random, 1, std::pow(10., step * (variant - 5)));
}

void powersOfSize(AdversarialSet& set, Random& random, int variant) {
  const double size = std::pow(10., 1.5 * (variant - 5));
  cubeOf(set, random, size, size * size * size);
}

}  // namespace

std::vector<AdversarialSet> adversarialSets() {
  const std::vector<std::pair<const char*, Fill>> kinds = {{"quadrupoles", quadrupoles},
                                                           {"hidden targets", hiddenTargets},
                                                           {"high multipoles", highMultipoles},
                                                           {"hierarchies", hierarchies},
                                                           {"far pairs", farPairs},
                                                           {"sheets", sheets},
                                                           {"mixed cores", mixedCores},
                                                           {"grids", grids},
                                                           {"powers of strength", powersOfStrength},
                                                           {"powers of size", powersOfSize}};
  const Regularisation cores[] = {Regularisation::winckelmans, Regularisation::gaussian, Regularisation::cutoff};
  std::vector<AdversarialSet> sets;
  for (const auto& [name, fill] : kinds) {
    for (int variant = 0; variant < kOfAKind; ++variant) {
      AdversarialSet set;
      set.name = std::string(name) + ' ' + std::to_string(variant);
      set.settings.solver = fmm::SolverKind::fmm;
      set.settings.backend = fmm::Backend::cpu;
      set.settings.precision = variant % 2 == 0 ? fmm::Precision::single : fmm::Precision::real64;
      set.settings.tolerance = variant % 3 == 0 ? 1e-4 : 1e-3;
      set.settings.regularisation = cores[variant % 3];
      Random random(static_cast<std::uint64_t>(1 + sets.size()));
      fill(set, random, variant);
      sets.push_back(std::move(set));
    }
  }
  return sets;
}

}  // namespace fmm_test
