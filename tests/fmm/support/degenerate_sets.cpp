#include "fmm/support/degenerate_sets.h"

#include <functional>

namespace fmm_test {
namespace {

Workload make(const std::string& name, std::size_t elements, std::size_t targets,
              const std::function<Vec3(Random&)>& place) {
  Random random(7);
  Workload work;
  work.name = name;
  for (std::size_t i = 0; i < elements; ++i) work.add(place(random), random.inCube(-1, 1), 0.02);
  for (std::size_t i = 0; i < targets; ++i) work.targets.push_back(place(random));
  return thin(work);
}

Vec3 anywhere(Random& random) {
  return random.inCube();
}

}  // namespace

std::vector<Workload> degenerateSets() {
  std::vector<Workload> sets;
  sets.push_back(make("no element", 0, 50, anywhere));
  sets.push_back(make("no target", 500, 0, anywhere));
  sets.push_back(make("one element", 1, 3, anywhere));
  sets.push_back(make("two elements", 2, 2, anywhere));
  sets.push_back(make("coincident", 700, 900, [](Random&) { return Vec3{0.3, -0.2, 0.1}; }));
  sets.push_back(make("line", 2000, 3000, [](Random& r) { return Vec3{0.5, r.uniform(), 0.25}; }));
  sets.push_back(make("plane", 2000, 3000, [](Random& r) { return Vec3{r.uniform(), r.uniform(), -4}; }));
  sets.push_back(make("two far clusters", 2000, 3000, [](Random& r) {
    const Vec3 p = r.inCube();
    return r.uniform() < 0.5 ? p : Vec3{p.x + 1e4, p.y, p.z};
  }));
  sets.push_back(make("cube", 3000, 5000, anywhere));

  Workload far = make("one tracer far away", 2000, 2000, anywhere);
  far.targets[17] = {1e6, -2e5, 3};
  far.targets[18] = {1.7, 0.5, 0.5};
  sets.push_back(far);

  Workload speck = make("a tenth in a speck", 4000, 4000, anywhere);
  Random random(9);
  for (std::size_t i = 0; i < 4000; i += 10) {
    speck.elements.position[i] = random.inCube(0, 1e-6);
    speck.targets[i] = random.inCube(0, 1e-6);
  }
  sets.push_back(speck);

  Workload huge = make("one huge core", 3000, 3000, anywhere);
  huge.elements.coreRadius[5] = 2;
  sets.push_back(huge);
  return sets;
}

}  // namespace fmm_test
