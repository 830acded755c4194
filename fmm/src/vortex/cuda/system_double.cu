#include "vortex/cuda/system_units.cuh"

namespace fmm {

template std::unique_ptr<SystemBase> makeCudaSystemOf<double>(const Settings&, const ParticleViews&);
template std::unique_ptr<FieldBase> makeCudaFieldOf<double>(const FieldSettings&);
template bool cudaChoosesMeshOf<double>(const FieldSettings&, const Elements&, const std::vector<Vec3>&,
                                        const SharedParts&, int);

}  // namespace fmm
