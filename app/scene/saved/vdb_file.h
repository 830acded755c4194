#pragma once

#include <array>
#include <string>
#include <vector>

#include "fmm/types.h"
#include "scene/saved/grid_file.h"

namespace app {

constexpr const char* kVdbEnding = ".vdb";

/// One quantity on a grid of cubes: one or three floats a cell, in the order of countInto().
struct VdbVolume {
  std::string name;
  int components = 1;
  const std::vector<float>* values = nullptr;
};

/// What the module that calls OpenVDB makes a file of.
struct VdbContents {
  std::array<int, 3> cells = {};
  fmm::Vec3 first;     ///< centre of the first cell [L]
  double spacing = 1;  ///< [L]
  double time = 0;     ///< [T]
  std::vector<VdbVolume> volumes;
};

/// Path of the module; empty if none is installed.
std::string vdbModule();

/// Writes density, velocity, vorticity, q, lambda_2, pressure if it is known and buoyancy if there is heat, as grids of
/// an OpenVDB file, in which the index 0, 0, 0 is the first cell, with the metadata `time` [T]. Throws UserError if the
/// file exists and is to be kept, or if there is no module; FileError.
void writeVdb(const std::string& path, const GridFields& fields, Existing existing);

}  // namespace app
