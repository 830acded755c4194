#include "scene/element_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files/file_name.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "fmm/ring_theory.h"
#include "scene/saved/snapshot_file.h"

namespace app {
namespace {

const std::vector<std::string> kColumns = {"x", "y", "z", "ax", "ay", "az", "sigma", "ring", "core", "time", "heat"};
const std::vector<std::string> kPlaneColumns = {"x", "y", "gamma", "sigma", "ring", "core", "time", "heat"};
constexpr std::size_t kLeast = 6, kLeastInPlane = 3, kTimedInPlane = 7;  // columns, the last up to the time

bool isArray(const std::string& path) {
  return endingOf(path) == ".npy";
}

std::vector<std::string> firstColumns(std::size_t count, const std::vector<std::string>& all = kColumns) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The allowed sets of columns of a file of elements, each with one more column. The time is not used: only where
/// columns have no names it is one of them.
std::vector<std::vector<std::string>> layoutsOf(fmm::Space space, const std::string& path) {
  const bool plane = space == fmm::Space::plane;
  std::vector<std::string> columns = plane ? kPlaneColumns : kColumns;
  if (!isArray(path)) columns.erase(std::find(columns.begin(), columns.end(), "time"));
  std::vector<std::vector<std::string>> layouts;
  for (std::size_t count = plane ? kLeastInPlane : kLeast; count <= columns.size(); ++count)
    layouts.push_back(firstColumns(count, columns));
  return layouts;
}

/// The numbers of core functions in files; 2 and 3 were of orders 4 and 6.
constexpr std::array<std::pair<int, fmm::Regularisation>, 5> kCoreNumbers = {{{0, fmm::Regularisation::cutoff},
                                                                              {1, fmm::Regularisation::gaussian},
                                                                              {4, fmm::Regularisation::winckelmans},
                                                                              {5, fmm::Regularisation::rosenhead},
                                                                              {6, fmm::Regularisation::gaussian8}}};

std::optional<fmm::Regularisation> coreOfNumber(double wanted) {
  for (const auto& [number, core] : kCoreNumbers)
    if (number == wanted) return core;
  return std::nullopt;
}

int numberOf(fmm::Regularisation wanted) {
  const auto is = [wanted](const auto& row) { return row.second == wanted; };
  return std::find_if(kCoreNumbers.begin(), kCoreNumbers.end(), is)->first;
}

/// Tells whether six to eight unnamed columns of an NPY file can be x, y, gamma, sigma, ring, core[, time[, heat]] of a
/// plane flow instead of x, y, z, ax, ay, az[, sigma[, ring]]; `certainly`: where nobody says so, and they must be as
/// exportElements() writes them.
class PlanePattern {
 public:
  PlanePattern(std::size_t columns, bool certainly) : timed_(columns >= kTimedInPlane), certainly_(certainly) {}

  /// False if the row, with those before it, cannot.
  bool takes(const double* row) {
    const auto whole = [](double value, double first, double last) {
      return value == std::floor(value) && value >= first && value <= last;
    };
    const double core = row[5], time = timed_ ? row[6] : 0;
    fits_ = fits_ && (certainly_ ? row[3] > 0 : row[3] >= 0) &&
            whole(row[4], certainly_ ? 1 : 0, std::numeric_limits<std::int32_t>::max()) &&
            coreOfNumber(core).has_value();
    if (rows_++ > 0) fits_ = fits_ && time == time_ && (!certainly_ || core == core_);
    core_ = core;
    time_ = time;
    return fits_;
  }

 private:
  bool timed_, certainly_, fits_ = true;
  std::size_t rows_ = 0;
  double core_ = 0, time_ = 0;  // of the row before
};

[[noreturn]] void refuseRowsOfSpace(const std::string& path, const RowReader& file) {
  throw UserError(
      fmt::format("{}: shape is ({}, {}), as of x, y, z, ax, ay, az[, sigma[, ring]]; in the plane [N][3] to [N][8] of "
                  "x, y, gamma[, sigma[, ring[, core[, time[, heat]]]]] is needed",
                  path, file.expectedRows(), file.columns()));
}

[[noreturn]] void refuseRowsOfPlane(const std::string& path, const RowReader& file) {
  const bool warm = file.columns() > kTimedInPlane;
  throw UserError(fmt::format(
      "{}: shape is ({}, {}), and its numbers are those of x, y, gamma, sigma, ring, core, time{} in the plane: give "
      "space = plane (--space plane), or for x, y, z, ax, ay, az, sigma{} a column {}",
      path, file.expectedRows(), file.columns(), warm ? ", heat" : "", warm ? ", ring" : "", warm ? "core" : "ring"));
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
  const std::optional<fmm::Regularisation> core = coreOfNumber(value);
  if (!core) {
    std::vector<std::string> known;
    for (const auto& [number, kind] : kCoreNumbers)
      known.push_back(fmt::format("{} ({})", number, fmm::toString(kind)));
    throw UserError(
        fmt::format("{}: core = {} is not known; allowed: {}", file.where(), value, fmt::join(known, ", ")));
  }
  if (before && *before != *core)
    throw UserError(fmt::format("{}: core = {} ({}), but {} in the rows before; allowed: one for all elements",
                                file.where(), value, fmm::toString(*core), numberOf(*before)));
  return *core;
}

}  // namespace

bool hasElementEnding(const std::string& path) {
  return hasRowEnding(path) || isCheckpoint(path);
}

FileElements readElements(const std::string& path, fmm::Space space, std::optional<double> coreRadius,
                          const std::string& whereToSay) {
  if (isCheckpoint(path)) return fromCheckpoint(path, coreRadius);
  const auto file = openRows(path, layoutsOf(space, path));
  const bool plane = space == fmm::Space::plane;
  const auto sigma = file->place("sigma"), ring = file->place("ring"), core = file->place("core"),
             heat = file->place("heat");
  if (!sigma && !coreRadius)
    throw UserError(path + ": no column sigma; give the elements' core radius with " + whereToSay +
                    " (0 means singular)");
  FileElements elements;
  elements.position.reserve(file->expectedRows());
  elements.strength.reserve(file->expectedRows());
  elements.coreRadius.reserve(file->expectedRows());
  const bool array = isArray(path);
  const bool doubtful = array && plane && file->columns() >= kLeast;
  bool ofPlane = array && !plane && file->columns() >= kTimedInPlane && file->columns() <= kPlaneColumns.size();
  bool circulates = false;
  PlanePattern pattern(file->columns(), !plane);
  double row[11] = {};
  while (file->next(row)) {
    if (doubtful && !pattern.takes(row)) refuseRowsOfSpace(path, *file);
    ofPlane = ofPlane && pattern.takes(row);
    circulates |= row[2] != 0;
    if (ofPlane && ring && row[*ring] != std::floor(row[*ring])) refuseRowsOfPlane(path, *file);  // heat in its place
    if (sigma && row[*sigma] < 0)
      throw UserError(fmt::format("{}: sigma = {} is out of range; allowed: 0 or more", file->where(), row[*sigma]));
    elements.position.push_back({row[0], row[1], plane ? 0 : row[2]});
    elements.strength.push_back(plane ? fmm::Vec3{0, 0, row[2]} : fmm::Vec3{row[3], row[4], row[5]});
    elements.coreRadius.push_back(coreRadius ? *coreRadius : row[*sigma]);
    elements.ring.push_back(ring ? ringOf(*file, row[*ring]) : 0);
    if (core) elements.core = coreOf(*file, row[*core], elements.core);
    if (heat) elements.heat.push_back(row[*heat]);
  }
  if (doubtful && !circulates && elements.size() > 0) refuseRowsOfSpace(path, *file);
  if (ofPlane && !ring && circulates) refuseRowsOfPlane(path, *file);
  return elements;
}

namespace {

/// A reader of elements; null if the file cannot be one of a flow in this space.
std::unique_ptr<RowReader> rowsIn(const std::string& path, fmm::Space space) {
  std::error_code none;
  if (!hasRowEnding(path) || !std::filesystem::is_regular_file(path, none)) return nullptr;
  try {
    return openRows(path, layoutsOf(space, path));
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace

bool hasHeat(const std::string& path, fmm::Space space) {
  const std::unique_ptr<RowReader> file = rowsIn(path, space);
  return file && file->place("heat");
}

bool isOfPlane(const std::string& path) {
  const bool array = isArray(path);
  if (!array && rowsIn(path, fmm::Space::space)) return false;
  const std::unique_ptr<RowReader> file = rowsIn(path, fmm::Space::plane);
  if (!file || !array || file->columns() < kLeast) return file != nullptr;
  PlanePattern pattern(file->columns(), true);
  std::vector<double> row(kPlaneColumns.size());
  while (file->next(row.data()))
    if (!pattern.takes(row.data())) return false;
  return true;
}

namespace {

/// The optional columns are sigma, ring, core, time and heat, the last of them as far as they are given.
void writeRows(const std::string& path, const fmm::Elements& elements, Existing existing,
               std::optional<fmm::Regularisation> core, fmm::Space space, std::optional<double> time) {
  const bool hasRing = elements.ring.size() == elements.size(), plane = space == fmm::Space::plane;
  const bool hasHeat = !elements.heat.empty();
  assert(core || !hasHeat);
  const std::size_t optional = hasHeat ? 5 : time ? 4 : core ? 3 : hasRing ? 2 : 1;
  RowWriterSettings settings;
  settings.columns = plane ? firstColumns(kLeastInPlane + optional, kPlaneColumns) : firstColumns(kLeast + optional);
  settings.rows = elements.size();
  settings.replace = existing == Existing::replace;
  const std::unique_ptr<RowWriter> file = createRows(path, settings);
  const double kind = core ? numberOf(*core) : 0;
  std::vector<double> row;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const fmm::Vec3 &x = elements.position[i], &a = elements.strength[i];
    row = plane ? std::vector<double>{x.x, x.y, a.z} : std::vector<double>{x.x, x.y, x.z, a.x, a.y, a.z};
    row.insert(row.end(), {elements.coreRadius[i], hasRing ? static_cast<double>(elements.ring[i]) + 1 : 1, kind,
                           time.value_or(0), hasHeat ? elements.heat[i] : 0});
    file->add(row.data());
  }
  file->finish();
}

}  // namespace

void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing,
                   std::optional<fmm::Regularisation> core, fmm::Space space) {
  writeRows(path, elements, existing, core, space, std::nullopt);
}

void exportElements(const std::string& path, const fmm::Elements& elements, const fmm::Settings& settings,
                    double time) {
  writeRows(path, elements, Existing::replace, settings.regularisation, settings.space, time);
}

}  // namespace app
