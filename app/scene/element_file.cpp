#include "scene/element_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "files/file_name.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "scene/snapshot_file.h"

namespace app {
namespace {

const std::vector<std::string> kColumns = {"x", "y", "z", "ax", "ay", "az", "sigma", "ring"};
constexpr std::size_t kWithoutSigma = 6, kSigma = 6, kRing = 7;

std::vector<std::string> firstColumns(std::size_t count) {
  return {kColumns.begin(), kColumns.begin() + static_cast<std::ptrdiff_t>(count)};
}

bool isCheckpoint(const std::string& path) {
  return endingOf(path) == ".vtkhdf";
}

fmm::Elements fromCheckpoint(const std::string& path, std::optional<double> coreRadius) {
  fmm::Elements elements = readCheckpoint(path).elements;
  if (coreRadius) elements.coreRadius.assign(elements.size(), *coreRadius);
  return elements;
}

std::int32_t ringOf(const RowReader& file, double value) {
  if (value != std::floor(value) || value < 0 || value > std::numeric_limits<std::int32_t>::max())
    throw UserError(fmt::format("{}: ring = {} is not allowed; whole numbers from 0 on only", file.where(), value));
  return static_cast<std::int32_t>(value);
}

}  // namespace

bool hasElementEnding(const std::string& path) {
  return hasRowEnding(path) || isCheckpoint(path);
}

fmm::Elements readElements(const std::string& path, std::optional<double> coreRadius) {
  if (isCheckpoint(path)) return fromCheckpoint(path, coreRadius);
  const auto file = openRows(path, {firstColumns(6), firstColumns(7), firstColumns(8)});
  const bool hasSigma = file->columns() > kWithoutSigma, hasRing = file->columns() > kRing;
  if (!hasSigma && !coreRadius)
    throw UserError(path +
                    ": no column sigma; give the elements' core radius with --core-radius S, in a scene with "
                    "core_radius (0 means singular)");
  fmm::Elements elements;
  elements.position.reserve(file->expectedRows());
  elements.strength.reserve(file->expectedRows());
  elements.coreRadius.reserve(file->expectedRows());
  double row[8] = {};
  while (file->next(row)) {
    if (hasSigma && row[kSigma] < 0)
      throw UserError(fmt::format("{}: sigma = {} is out of range; allowed: 0 or more", file->where(), row[kSigma]));
    elements.position.push_back({row[0], row[1], row[2]});
    elements.strength.push_back({row[3], row[4], row[5]});
    elements.coreRadius.push_back(coreRadius.value_or(row[kSigma]));
    elements.ring.push_back(hasRing ? ringOf(*file, row[kRing]) : 0);
  }
  return elements;
}

void writeElements(const std::string& path, const fmm::Elements& elements, Existing existing) {
  const bool hasRing = elements.ring.size() == elements.size();
  RowWriterSettings settings;
  settings.columns = firstColumns(hasRing ? 8 : 7);
  settings.rows = elements.size();
  settings.replace = existing == Existing::replace;
  const std::unique_ptr<RowWriter> file = createRows(path, settings);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const fmm::Vec3 &x = elements.position[i], &a = elements.strength[i];
    const double ring = hasRing ? static_cast<double>(elements.ring[i]) : 0;
    const double row[8] = {x.x, x.y, x.z, a.x, a.y, a.z, elements.coreRadius[i], ring};
    file->add(row);
  }
  file->finish();
}

}  // namespace app
