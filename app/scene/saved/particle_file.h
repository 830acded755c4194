#pragma once

#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// What is exported of particles.
struct ParticleFields {
  fmm::Elements elements;
  fmm::Tracers tracers;
  std::vector<fmm::Vec3> velocity, vorticity;  ///< u [L/T], omega_sigma [1/T] at the elements, then at the tracers
  std::vector<double> births;                  ///< of the rings by their index [T]
  double time = 0;                             ///< [T]
};

/// Evaluates the field of the elements at all particles. Throws InvalidInput, EnvironmentError.
ParticleFields fieldsAtParticles(const fmm::Settings& settings, fmm::Elements elements, fmm::Tracers tracers);

/// Writes VTKHDF 1.0 (an unstructured grid of points: elements first, then tracers), which ParaView 5.10, VTK 9.1 and
/// later open. Point data: strength, core_radius (0 for tracers), ring (from 1), age [T], speed, velocity, vorticity,
/// time [T]. Coordinates are stored as 32-bit floats where that loses nothing, else as 64-bit ones. Throws UserError if
/// a file is there and to be kept, FileError.
void writeParticles(const std::string& path, const ParticleFields& fields, Existing existing);

}  // namespace app
