#pragma once

#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// What a core function allows.
struct CoreFacts {
  bool finiteCentre;  ///< the vorticity has a limit at an element's centre
  bool farField;      ///< the fast multipole method can sum it; else it needs SolverKind::direct
  bool heatKernel;    ///< spreads as viscosity would have it: allows Diffusion::coreSpreading
  bool flowEnergy;    ///< Gaussian: measured energies and enstrophies are those of the flow itself, and come together
};

CoreFacts coreFacts(Regularisation kind);

/// All core functions, in the order of the enumeration.
std::vector<Regularisation> allCores();

}  // namespace fmm
