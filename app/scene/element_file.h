#pragma once

#include <optional>
#include <string>
#include <utility>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Vortex elements of a file, with its information on their flow.
struct FileElements : fmm::Elements {
  FileElements() = default;
  FileElements(fmm::Elements elements) : fmm::Elements(std::move(elements)) {}

  std::optional<fmm::Regularisation> core;  ///< their core function; empty if the file does not name it
  std::optional<fmm::GroundPlane> ground;   ///< of a checkpoint
  std::optional<fmm::Space> space;          ///< of a checkpoint
};

/// Vortex elements from a file: rows x, y, z [L], ax, ay, az [L^3/T], or in the plane x, y [L], gamma [L^2/T], then
/// sigma [L], ring, core, time [T] and heat [L^4/T^2], in the plane [L^3/T^2], of which the last may be missing (CSV
/// with these names as header, or NPY), or a checkpoint (.ringlet). `core` is the index of the core function in
/// fmm::Regularisation, the same for all elements; rings are numbered from 1 in files. `coreRadius` [L], if given,
/// replaces the file's core radii. Throws UserError (also if no core radii are given; `whereToSay` then tells how to
/// give them), FileError.
FileElements readElements(const std::string& path, fmm::Space space, std::optional<double> coreRadius,
                          const std::string& whereToSay = "--core-radius S");

/// Writes rows x, y, z, ax, ay, az, or in the plane x, y, gamma; then sigma, ring (if the elements have rings or `core`
/// is given), and core (if given, as for elements with heat it must be), and time and heat where they have some; .csv
/// or .npy by the ending. readElements() returns the same bits. Throws UserError if the file exists and is to be kept,
/// FileError.
void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing,
                   std::optional<fmm::Regularisation> core = std::nullopt, fmm::Space space = fmm::Space::space);

/// True if readElements() knows the ending of `path`.
bool hasElementEnding(const std::string& path);

/// Writes the elements of a flow at `time` [T] as writeElements() does, replacing a file that is there, with the core
/// function and the space of its settings, and in a last column of all rows with the time.
void exportElements(const std::string& path, const fmm::Elements& elements, const fmm::Settings& settings, double time);

/// True if a file of rows is of a plane flow: by the names of a CSV file's columns, by the number of an NPY file's and,
/// where that is not enough, by what is in them. False for files that cannot be read.
bool isOfPlane(const std::string& path);
/// True if a file of rows of a flow in this space has the column heat. False for files that cannot be read.
bool hasHeat(const std::string& path, fmm::Space space);

}  // namespace app
