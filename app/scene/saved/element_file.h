#pragma once

#include <optional>
#include <string>
#include <utility>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Vortex elements as a file has them, and what it says of the flow that they are from.
struct FileElements : fmm::Elements {
  FileElements() = default;
  FileElements(fmm::Elements elements) : fmm::Elements(std::move(elements)) {}

  std::optional<fmm::Regularisation> core;  ///< their core function; empty where the file does not name it
  std::optional<fmm::GroundPlane> ground;   ///< of a checkpoint
  std::optional<fmm::Space> space;          ///< the same
};

/// Vortex elements from a file: rows x, y, z [L], ax, ay, az [L^3/T], in the plane x, y [L], gamma [L^2/T], then sigma
/// [L], ring and core, the last ones of which may be missing (CSV with their names as header, or NPY), or a checkpoint
/// (.ringlet). `core` is the number of
/// the core function in fmm::Regularisation, the same for all elements; rings are counted from 1 in files. `coreRadius`
/// [L] holds for all of them if it is given, in place of what the file says. Throws UserError (also where nothing says
/// the core radii, with `whereToSay` they can be given), FileError.
FileElements readElements(const std::string& path, fmm::Space space, std::optional<double> coreRadius,
                          const std::string& whereToSay = "--core-radius S");

/// Writes the rows x, y, z, ax, ay, az, in the plane x, y, gamma, and sigma and, if the elements have rings or there is
/// a core, ring, and then core; .csv or .npy by the ending. What readElements() reads from it are the same bits. Throws
/// UserError if a file is there and to be kept, FileError.
void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing,
                   std::optional<fmm::Regularisation> core = std::nullopt, fmm::Space space = fmm::Space::space);

/// True if readElements() knows the ending of `path`.
bool hasElementEnding(const std::string& path);

}  // namespace app
