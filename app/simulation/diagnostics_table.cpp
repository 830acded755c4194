#include "simulation/diagnostics_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double kMilliseconds = 1000;

double valueOf(const DiagnosticsSample& s, const FlowQuantity& quantity) {
  if (const auto* member = std::get_if<double fmm::FlowMeasures::*>(&quantity.value)) return s.flow.**member;
  return std::get<double (*)(const DiagnosticsSample&)>(quantity.value)(s);
}

double valueOf(const RingSample& ring, const RingQuantity& quantity) {
  if (const auto* member = std::get_if<double RingSample::*>(&quantity.value)) return ring.**member;
  return std::get<double (*)(const fmm::RingMeasures&)>(quantity.value)(ring.measured);
}

/// Each of these functions passes columns and a sample's values to `out` in order: one list serves both.
template <class Out>
void listFlow(const DiagnosticsSample& s, const Out& out) {
  for (const FlowQuantity& quantity : kFlowQuantities) {
    const std::string name = quantity.column, unit = quantity.unitIn(s.space);
    if (!quantity.isVector()) {
      out(name, unit, valueOf(s, quantity));
      continue;
    }
    const fmm::Vec3 v = s.flow.invariants.*std::get<fmm::Vec3 fmm::Invariants::*>(quantity.value);
    out(name + "_x", unit, s.looked ? v.x : kNotMeasured);
    out(name + "_y", unit, s.looked ? v.y : kNotMeasured);
    out(name + "_z", unit, s.looked ? v.z : kNotMeasured);
  }
  for (const FlowQuantity& quantity : kFlowQuantities)
    if (quantity.drift != nullptr) out(std::string(quantity.column) + "_drift", "1", s.drift.*quantity.drift);
}

template <class Out>
void listErrorAndTimes(const DiagnosticsSample& s, const Out& out) {
  for (const ErrorQuantity& quantity : kErrorQuantities)
    out(quantity.column, "1", s.error.samples > 0 ? s.error.*quantity.value : kNotMeasured);
  out("frame_ms", "ms", kMilliseconds * s.seconds);
  double rest = s.seconds;
  for (const char* stage : kTimedStages) {
    double seconds = 0;
    for (const fmm::StageTime& time : s.stages) seconds += time.name == stage ? time.seconds : 0;
    out(std::string(stage) + "_ms", "ms", kMilliseconds * seconds);
    rest -= seconds;
  }
  out("other_ms", "ms", kMilliseconds * std::max(rest, 0.0));
}

/// `ring` is null for a missing ring.
template <class Out>
void listRing(std::size_t number, fmm::Space space, const RingSample* ring, const Out& out) {
  for (const RingQuantity& quantity : ringQuantities(space))
    out(columnOfRing(number, quantity.column, space), quantity.unit, ring ? valueOf(*ring, quantity) : kNotMeasured);
}

template <class Out>
void listAll(const DiagnosticsSample& sample, const DiagnosticsItems& items, const Out& out) {
  listFlow(sample, out);
  listErrorAndTimes(sample, out);
  for (std::size_t k = 0; k < items.bodies; ++k) {
    const BodySample& body = k < sample.bodies.size() ? sample.bodies[k] : BodySample();
    for (const BodyQuantity& quantity : bodyQuantities(sample.space))
      out(columnOfBody(k, quantity.column), quantity.unit, quantity.value(body));
  }
  for (std::size_t k = 0; k < items.rings; ++k) {
    const auto index = static_cast<std::int32_t>(k);
    const auto found = std::find_if(sample.rings.begin(), sample.rings.end(),
                                    [&](const RingSample& ring) { return ring.measured.ring == index; });
    listRing(k, sample.space, found == sample.rings.end() ? nullptr : &*found, out);
  }
}

/// Keeps the first, third, fifth, ... item.
template <class T>
void thin(std::vector<T>& items) {
  const std::size_t kept = (items.size() + 1) / 2;
  for (std::size_t i = 0; i < kept; ++i) items[i] = items[2 * i];
  items.resize(kept);
}

/// Number of rings that need columns, from the largest index.
std::size_t ringsOf(const DiagnosticsSample& sample) {
  std::int32_t rings = 0;
  for (const RingSample& ring : sample.rings) rings = std::max(rings, ring.measured.ring + 1);
  return static_cast<std::size_t>(std::min<std::int32_t>(rings, DiagnosticsSample::kMostRings));
}

}  // namespace

std::string FlowQuantity::unitIn(fmm::Space space) const {
  std::string text = unit;
  if (space == fmm::Space::plane && text.size() > 2 && text[1] == '^' && text[2] >= '3') --text[2];
  return text;
}

std::vector<RingQuantity> ringQuantities(fmm::Space space) {
  if (space == fmm::Space::plane) return {kVortexQuantities.begin(), kVortexQuantities.end()};
  return {kRingQuantities.begin(), kRingQuantities.end()};
}

std::string columnOfRing(std::size_t ring, const char* column, fmm::Space space) {
  return (space == fmm::Space::plane ? "vortex" : "ring") + std::to_string(ring + 1) + "_" + column;
}

std::vector<BodyQuantity> bodyQuantities(fmm::Space space) {
  std::vector<BodyQuantity> all;
  for (BodyQuantity quantity : kBodyQuantities) {
    const std::string_view column = quantity.column;
    if (space == fmm::Space::plane && column.substr(column.size() - 2) == "_z") continue;
    all.push_back(quantity);
  }
  if (space != fmm::Space::plane) return all;
  for (BodyQuantity& quantity : all) {
    if (quantity.unit == std::string_view("L^4/T^2")) quantity.unit = "L^3/T^2";
    if (quantity.unit == std::string_view("L^5/T^2")) quantity.unit = "L^4/T^2";
  }
  return all;
}

std::string columnOfBody(std::size_t body, const char* column) {
  return "body" + std::to_string(body + 1) + "_" + column;
}

std::vector<DiagnosticsColumn> diagnosticsColumns(const DiagnosticsItems& items) {
  std::vector<DiagnosticsColumn> columns;
  DiagnosticsSample none;
  none.space = items.space;
  listAll(none, items, [&](std::string name, std::string unit, double) {
    columns.push_back({std::move(name), std::move(unit)});
  });
  return columns;
}

std::vector<double> diagnosticsRow(const DiagnosticsSample& sample, const DiagnosticsItems& items) {
  std::vector<double> row;
  listAll(sample, items, [&](const std::string&, const std::string&, double value) { row.push_back(value); });
  return row;
}

void DiagnosticsTable::clear() {
  const std::uint64_t epoch = epoch_;
  *this = DiagnosticsTable(most_);
  epoch_ = epoch + 1;
}

/// The last row that matches this sample; rows() if there is none.
std::size_t DiagnosticsTable::rowOf(const DiagnosticsSample& sample) const {
  constexpr double kAlike = 1e-4;  // of the larger one: another backend or precision may continue from a state
  const char* const kSame[] = {"time", "steps", "elements"};
  const char* const kConserved[] = {"impulse_x", "impulse_y", "impulse_z", "energy"};
  if (columns_.empty()) return rows_;
  const std::vector<double> wanted = diagnosticsRow(sample, items_);
  double impulse = 0;
  for (const char* name : {"impulse_x", "impulse_y", "impulse_z"}) impulse = std::hypot(impulse, wanted[indexOf(name)]);
  const auto isRow = [&](std::size_t row) {
    for (const char* name : kSame)
      if (values(name)[row] != wanted[indexOf(name)]) return false;
    for (const char* name : kConserved) {
      const double a = values(name)[row], b = wanted[indexOf(name)];
      const double scale = std::max({std::abs(a), std::abs(b), name == kConserved[3] ? 0 : impulse});
      if (std::abs(a - b) > kAlike * scale) return false;  // never if one was not measured: NaN compares false
    }
    return true;
  };
  for (std::size_t row = rows_; row > 0; --row)
    if (isRow(row - 1)) return row - 1;
  return rows_;
}

void DiagnosticsTable::cutFrom(std::size_t row) {
  // Errors are also measured between rows and after the last one. Time may run backwards.
  const std::vector<double>& times = values("time");
  const auto isGone = [start = times[row], backwards = row > 0 && times[row] < times[row - 1]](const TimedError& e) {
    return backwards ? e.time <= start : e.time >= start;
  };
  errors_.erase(std::remove_if(errors_.begin(), errors_.end(), isGone), errors_.end());
  for (std::vector<double>& column : values_) column.resize(row);
  rows_ = row;
  samples_ = rows_ * stride_;
  ++epoch_;
}

void DiagnosticsTable::cutAfter(std::int64_t steps) {
  const std::vector<double>& done = values("steps");
  const auto gone = std::find_if(done.begin(), done.end(), [&](double s) { return s >= static_cast<double>(steps); });
  if (gone != done.end()) cutFrom(static_cast<std::size_t>(gone - done.begin()));
}

void DiagnosticsTable::beginWith(const DiagnosticsSample& sample) {
  const std::size_t row = rowOf(sample);
  if (row == 0 || row == rows_) return clear();
  cutFrom(row);
}

bool DiagnosticsTable::fill(const std::vector<std::string>& names, const std::vector<std::vector<double>>& rows,
                            fmm::Space space) {
  clear();
  const auto bodies = static_cast<std::size_t>(
      std::count_if(names.begin(), names.end(), [](const std::string& name) { return name.rfind("body", 0) == 0; }));
  DiagnosticsItems items = {0, bodies / bodyQuantities(space).size(), space};
  const std::size_t flow = diagnosticsColumns(items).size(), each = ringQuantities(space).size();
  items.rings = names.size() < flow ? 0 : (names.size() - flow) / each;
  if (names.size() != flow + items.rings * each || items.rings > std::size_t{DiagnosticsSample::kMostRings})
    return false;
  columns_ = diagnosticsColumns(items);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (columns_[k].name != names[k]) return clear(), false;
  items_ = items;
  values_.assign(columns_.size(), {});
  for (const std::vector<double>& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) values_[k].push_back(row[k]);
  rows_ = samples_ = rows.size();
  ++epoch_;
  return true;
}

std::size_t DiagnosticsTable::indexOf(const std::string& name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const DiagnosticsColumn& column) { return column.name == name; });
  return static_cast<std::size_t>(found - columns_.begin());
}

const std::vector<double>& DiagnosticsTable::values(const std::string& name) const {
  static const std::vector<double> kNone;
  const std::size_t index = indexOf(name);
  return index < columns_.size() ? values_[index] : kNone;
}

void DiagnosticsTable::growTo(const DiagnosticsItems& items) {
  const DiagnosticsItems grown = {std::max(items.rings, items_.rings), std::max(items.bodies, items_.bodies),
                                  items.space};
  if (grown == items_ && !columns_.empty()) return;
  std::vector<DiagnosticsColumn> columns = diagnosticsColumns(grown);
  std::vector<std::vector<double>> all(columns.size(), std::vector<double>(rows_, kNotMeasured));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::size_t known = indexOf(columns[k].name);
    if (known < columns_.size()) all[k] = std::move(values_[known]);
  }
  items_ = grown;
  columns_ = std::move(columns);
  values_ = std::move(all);
}

void DiagnosticsTable::fillGaps(std::size_t row, const std::vector<double>& from) {
  for (std::size_t k = 0; k < from.size(); ++k) {
    double& value = values_[k][row];
    if (std::isnan(value)) value = from[k];
  }
}

void DiagnosticsTable::add(const DiagnosticsSample& sample) {
  growTo({ringsOf(sample), sample.bodies.size(), sample.space});
  const std::vector<double> row = diagnosticsRow(sample, items_);
  if (samples_++ % stride_ != 0) return fillGaps(rows_ - 1, row);
  for (std::size_t k = 0; k < row.size(); ++k) values_[k].push_back(row[k]);
  ++rows_;
  while (rows_ >= std::min(most_, kMostValues / columns_.size())) halve();
}

void DiagnosticsTable::addError(const TimedError& measured) {
  constexpr std::size_t kLookBack = 16;  // rows: largest delay of an error
  const auto same = [&](const TimedError& e) {
    return e.time == measured.time && e.error.relativeL2 == measured.error.relativeL2 &&
           e.error.histogram == measured.error.histogram;
  };
  if (rows_ == 0 || measured.error.samples == 0 || (!errors_.empty() && same(errors_.back()))) return;
  if (!errors_.empty() && errors_.back().time == measured.time) errors_.pop_back();  // with other settings
  errors_.push_back(measured);
  if (errors_.size() > kMostErrors) thin(errors_);
  const std::vector<double>& times = values("time");
  std::size_t row = rows_ - 1;
  while (row > 0 && rows_ - row < kLookBack && times[row] != measured.time) --row;
  if (times[row] != measured.time) row = rows_ - 1;
  for (const ErrorQuantity& quantity : kErrorQuantities)
    values_[indexOf(quantity.column)][row] = measured.error.*quantity.value;
}

void DiagnosticsTable::halve() {
  for (std::vector<double>& column : values_) {
    for (std::size_t i = 0; i + 1 < column.size(); i += 2)
      if (std::isnan(column[i])) column[i] = column[i + 1];
    thin(column);
  }
  rows_ = (rows_ + 1) / 2;
  stride_ *= 2;
  ++epoch_;
}

}  // namespace app
