#include "ranks/sets.h"

#include <utility>

namespace ranks_test {

fmm::Settings settingsFor(fmm::SolverKind solver) {
  fmm::Settings settings;
  settings.solver = solver;
  settings.backend = fmm::Backend::cpu;
  settings.threads = 1;
  settings.tolerance = 1e-3;
  settings.timeStep = 0.005;
  return settings;
}

Set setOf(fmm::workloads::Workload work) {
  work = fmm::workloads::overlapped(std::move(work));
  return {work.name, work.elements, work.tracers()};
}

std::vector<Set> sets() {
  namespace w = fmm::workloads;
  std::vector<Set> all = {setOf(w::rings(1500, 6000)), setOf(w::cube(1500, 2000)), setOf(w::clustered(1500, 3000)),
                          setOf(w::cube(2, 3)),        setOf(w::cube(1, 1)),       setOf(w::cube(0, 5)),
                          setOf(w::cube(300, 0))};
  Set crowded = setOf(w::rings(500, 10));
  crowded.name = "all tracers in one place";
  crowded.tracers.position.assign(2000, fmm::Vec3{0.3, 0, 0.02});
  crowded.tracers.ring.clear();
  all.push_back(std::move(crowded));
  return all;
}

}  // namespace ranks_test
