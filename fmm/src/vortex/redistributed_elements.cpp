#include "fmm/redistribution.h"
#include "fmm/vortex_system.h"

namespace fmm {

Elements redistributedElements(const VortexSystem& system) {
  const Settings& settings = system.settings();
  const LatticeReport& done = system.lattice();
  const double h = done.passes > 0 ? done.spacing : settings.spacing;
  if (!settings.redistribution.isOn() || !(h > 0)) return system.elements();
  const double threshold = done.passes > 0 ? done.threshold : settings.nodeThreshold;
  std::optional<Vec3> node;
  if (done.passes > 0) node = system.lattice().origin;
  return redistribute(system.elements(), {h, settings.latticeOverlap, threshold, 0, settings.space, node},
                      settings.threads);
}

}  // namespace fmm
