#pragma once

#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Contents of an export of particles.
struct ParticleFields {
  fmm::Elements elements;
  fmm::Tracers tracers;
  std::vector<fmm::Vec3> velocity, vorticity;  ///< u [L/T], omega_sigma [1/T] at the elements, then at the tracers
  std::vector<double> births;                  ///< of the rings by index [T]
  double time = 0;                             ///< [T]
};

/// Evaluates the elements' field at all particles. Throws InvalidInput, EnvironmentError.
ParticleFields fieldsAtParticles(const fmm::Settings& settings, fmm::Elements elements, fmm::Tracers tracers);

/// Writes VTKHDF 1.0 (an unstructured grid of points: elements first, then tracers), readable by ParaView 5.10, VTK 9.1
/// and later. Point data: strength, core_radius (0 for tracers), ring (from 1), age [T], speed, velocity, vorticity,
/// time [T]. Coordinates are stored as 32-bit floats if that is lossless, else as 64-bit ones. Throws UserError if the
/// file exists and is to be kept, FileError.
void writeParticles(const std::string& path, const ParticleFields& fields, Existing existing);

}  // namespace app
