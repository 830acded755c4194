#include "scene/element_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "files/file_name.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "fmm/ring_theory.h"
#include "scene/saved/snapshot_file.h"

namespace app {
namespace {

const std::vector<std::string> kColumns = {"x", "y", "z", "ax", "ay", "az", "sigma", "ring", "core"};
const std::vector<std::string> kPlaneColumns = {"x", "y", "gamma", "sigma", "ring", "core"};
constexpr std::size_t kLeast = 6, kLeastInPlane = 3;  // columns

std::vector<std::string> firstColumns(std::size_t count, const std::vector<std::string>& all = kColumns) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The allowed sets of columns of a file of elements, each with one more column.
std::vector<std::vector<std::string>> layoutsOf(fmm::Space space) {
  const bool plane = space == fmm::Space::plane;
  const std::vector<std::string>& all = plane ? kPlaneColumns : kColumns;
  std::vector<std::vector<std::string>> layouts;
  for (std::size_t count = plane ? kLeastInPlane : kLeast; count <= all.size(); ++count)
    layouts.push_back(firstColumns(count, all));
  return layouts;
}

/// True if six unnamed columns of an NPY file can be those of the plane instead of x, y, z, ax, ay, az.
bool isOfPlane(const double* row) {
  const auto whole = [](double value, double last) {
    return value == std::floor(value) && value >= 0 && value <= last;
  };
  return row[3] >= 0 && whole(row[4], std::numeric_limits<std::int32_t>::max()) &&
         whole(row[5], static_cast<double>(fmm::allCores().size()) - 1);
}

[[noreturn]] void refuseRowsOfSpace(const std::string& path, const RowReader& file) {
  throw UserError(
      fmt::format("{}: shape is ({}, {}), as of x, y, z, ax, ay, az; in the plane [N][3] to [N][6] of x, y, "
                  "gamma[, sigma[, ring[, core]]] is needed",
                  path, file.expectedRows(), file.columns()));
}

/// True for the ending of a saved state, and for .vtkhdf, which readCheckpoint() refuses.
bool isCheckpoint(const std::string& path) {
  return endingOf(path) == kStateEnding || endingOf(path) == kVtkEnding;
}

FileElements fromCheckpoint(const std::string& path, std::optional<double> coreRadius) {
  Checkpoint checkpoint = readCheckpoint(path);
  FileElements elements = std::move(checkpoint.elements);
  elements.core = checkpoint.settings.regularisation;
  elements.ground = checkpoint.settings.ground;
  elements.space = checkpoint.settings.space;
  if (coreRadius) elements.coreRadius.assign(elements.size(), *coreRadius);
  return elements;
}

/// The index of a ring from its number in a file. Files of version 0.1 count from 0: their first ring gets the index
/// -1, which renumbering accepts.
std::int32_t ringOf(const RowReader& file, double value) {
  if (value != std::floor(value) || value < 0 || value > std::numeric_limits<std::int32_t>::max())
    throw UserError(fmt::format("{}: ring = {} is not allowed; whole numbers from 0 on only", file.where(), value));
  return static_cast<std::int32_t>(value) - 1;
}

/// The core function of a row, which must be that of earlier rows.
fmm::Regularisation coreOf(const RowReader& file, double value, std::optional<fmm::Regularisation> before) {
  const std::vector<fmm::Regularisation> known = fmm::allCores();
  const double last = static_cast<double>(known.size()) - 1;
  if (value != std::floor(value) || value < 0 || value > last)
    throw UserError(fmt::format("{}: core = {} is not known; allowed: 0 to {} ({})", file.where(), value, last,
                                fmm::allowedNames<fmm::Regularisation>()));
  const fmm::Regularisation core = known[static_cast<std::size_t>(value)];
  if (before && *before != core)
    throw UserError(fmt::format("{}: core = {} ({}), but {} in the rows before; allowed: one for all elements",
                                file.where(), value, fmm::toString(core), static_cast<int>(*before)));
  return core;
}

}  // namespace

bool hasElementEnding(const std::string& path) {
  return hasRowEnding(path) || isCheckpoint(path);
}

FileElements readElements(const std::string& path, fmm::Space space, std::optional<double> coreRadius,
                          const std::string& whereToSay) {
  if (isCheckpoint(path)) return fromCheckpoint(path, coreRadius);
  const auto file = openRows(path, layoutsOf(space));
  const bool plane = space == fmm::Space::plane;
  const auto sigma = file->place("sigma"), ring = file->place("ring"), core = file->place("core");
  if (!sigma && !coreRadius)
    throw UserError(path + ": no column sigma; give the elements' core radius with " + whereToSay +
                    " (0 means singular)");
  FileElements elements;
  elements.position.reserve(file->expectedRows());
  elements.strength.reserve(file->expectedRows());
  elements.coreRadius.reserve(file->expectedRows());
  const bool doubtful = plane && endingOf(path) == ".npy" && file->columns() == kLeast;
  bool circulates = false;
  double row[9] = {};
  while (file->next(row)) {
    if (doubtful && !isOfPlane(row)) refuseRowsOfSpace(path, *file);
    circulates |= row[2] != 0;
    if (sigma && row[*sigma] < 0)
      throw UserError(fmt::format("{}: sigma = {} is out of range; allowed: 0 or more", file->where(), row[*sigma]));
    elements.position.push_back({row[0], row[1], plane ? 0 : row[2]});
    elements.strength.push_back(plane ? fmm::Vec3{0, 0, row[2]} : fmm::Vec3{row[3], row[4], row[5]});
    elements.coreRadius.push_back(coreRadius ? *coreRadius : row[*sigma]);
    elements.ring.push_back(ring ? ringOf(*file, row[*ring]) : 0);
    if (core) elements.core = coreOf(*file, row[*core], elements.core);
  }
  if (doubtful && !circulates && elements.size() > 0) refuseRowsOfSpace(path, *file);
  return elements;
}

void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing,
                   std::optional<fmm::Regularisation> core, fmm::Space space) {
  const bool hasRing = elements.ring.size() == elements.size(), plane = space == fmm::Space::plane;
  const std::size_t optional = core ? 3 : hasRing ? 2 : 1;  // sigma, ring, core
  RowWriterSettings settings;
  settings.columns = plane ? firstColumns(kLeastInPlane + optional, kPlaneColumns) : firstColumns(kLeast + optional);
  settings.rows = elements.size();
  settings.replace = existing == Existing::replace;
  const std::unique_ptr<RowWriter> file = createRows(path, settings);
  const double kind = core ? static_cast<double>(*core) : 0;
  std::vector<double> row;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const fmm::Vec3 &x = elements.position[i], &a = elements.strength[i];
    row = plane ? std::vector<double>{x.x, x.y, a.z} : std::vector<double>{x.x, x.y, x.z, a.x, a.y, a.z};
    row.insert(row.end(), {elements.coreRadius[i], hasRing ? static_cast<double>(elements.ring[i]) + 1 : 1, kind});
    file->add(row.data());
  }
  file->finish();
}

}  // namespace app
