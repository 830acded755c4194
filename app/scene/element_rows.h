#pragma once

#include <string>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Writes the elements of a flow at `time` [T] as writeElements() does, replacing a file that is there, with the core
/// function and the space of its settings, and in a last column of all rows with the time.
void exportElements(const std::string& path, const fmm::Elements& elements, const fmm::Settings& settings, double time);

/// True if a file of rows is of a plane flow: by the names of a CSV file's columns, by the number of an NPY file's and,
/// where that is not enough, by what is in them. False for files that cannot be read.
bool isOfPlane(const std::string& path);

}  // namespace app
