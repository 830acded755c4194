#include "fmm/cuda.h"
#include "vortex/cuda/system_of.cuh"

namespace fmm {
namespace {

void requireDevice() {
  const BackendInfo info = cudaBackend();
  if (!info.available) throw EnvironmentError("backend cuda: " + info.description);
}

}  // namespace

BackendInfo cudaBackend() {
  const CudaDevice& device = cudaDevice();
  return {Backend::cuda, device.usable, describe(device)};
}

std::unique_ptr<SystemBase> makeCudaSystem(const Settings& settings, const ParticleViews& particles) {
  requireDevice();
  const bool elementsOnGpu = liesOnGpu(particles.elements.position);
  const bool tracersOnGpu = liesOnGpu(particles.tracers.position);
  if (elementsOnGpu || tracersOnGpu) {
    DeviceMemory memory;
    if (elementsOnGpu) memory.requireReach(particles.elements);
    if (tracersOnGpu) memory.requireReach(particles.tracers.position);
    requireParticles(memory, settings, particles);
  }
  return settings.precision == Precision::single ? makeCudaSystemOf<float>(settings, particles)
                                                 : makeCudaSystemOf<double>(settings, particles);
}

std::unique_ptr<FieldBase> makeCudaField(const FieldSettings& settings) {
  requireDevice();
  return settings.precision == Precision::single ? makeCudaFieldOf<float>(settings) : makeCudaFieldOf<double>(settings);
}

bool cudaChoosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                     const SharedParts& parts, int ranks) {
  requireDevice();
  const auto choosesMesh =
      settings.precision == Precision::single ? cudaChoosesMeshOf<float> : cudaChoosesMeshOf<double>;
  return choosesMesh(settings, elements, targets, parts, ranks);
}

}  // namespace fmm
