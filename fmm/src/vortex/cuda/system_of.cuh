#pragma once

#include <memory>
#include <vector>

#include "vortex/system_base.h"

namespace fmm {

// What system.cu makes, in one precision: float and double are compiled in units of their own, system_float.cu and
// system_double.cu, since one for both would take a minute longer.

template <class Real>
std::unique_ptr<SystemBase> makeCudaSystemOf(const Settings& settings, const ParticleViews& particles);
template <class Real>
std::unique_ptr<FieldBase> makeCudaFieldOf(const FieldSettings& settings);
template <class Real>
bool cudaChoosesMeshOf(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                       const SharedParts& parts, int ranks);

}  // namespace fmm
