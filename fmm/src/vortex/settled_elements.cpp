#include "fmm/redistribution.h"
#include "fmm/vortex_system.h"

namespace fmm {

Elements settledElements(const VortexSystem& system) {
  const Settings& settings = system.settings();
  const LatticeReport& done = system.refinement().lattice;
  const double h = done.passes > 0 ? done.spacing : settings.spacing;
  if (!settings.redistribution.isOn() || !(h > 0)) return system.elements();
  const bool spreads = settings.diffusion == Diffusion::lattice;
  const double since = settings.timeStep * static_cast<double>(system.steps() - done.atStep);
  return redistribute(system.elements(),
                      {h, settings.latticeOverlap, settings.nodeThreshold, spreads ? settings.viscosity * since : 0},
                      settings.threads);
}

}  // namespace fmm
