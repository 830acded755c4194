#pragma once

#include <optional>
#include <string>

#include "files/atomic_file.h"
#include "fmm/types.h"

namespace app {

/// Vortex elements from a file: rows x, y, z [L], ax, ay, az [L^3/T], then sigma [L], then ring, the last one or two of
/// which may be missing (CSV with their names as header, or NPY), or a checkpoint (.vtkhdf). `coreRadius` [L] holds for
/// all of them if it is given, in place of what the file says. Throws UserError (also where nothing says the core
/// radii), FileError.
fmm::Elements readElements(const std::string& path, std::optional<double> coreRadius);

/// Writes the rows x, y, z, ax, ay, az, sigma and, if the elements have rings, ring; .csv or .npy by the ending. What
/// readElements() reads from it are the same bits. Throws UserError if a file is there and to be kept, FileError.
void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing);

/// True if readElements() knows the ending of `path`.
bool hasElementEnding(const std::string& path);

}  // namespace app
