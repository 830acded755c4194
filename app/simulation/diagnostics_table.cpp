#include "simulation/diagnostics_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double kMilliseconds = 1000;

/// Takes columns or a row's values in the order of the columns: one list serves both.
template <class Out>
void listFlow(const DiagnosticsSample& s, const Out& out) {
  const auto vector = [&](const char* name, const char* unit, fmm::Vec3 v) {
    const std::string base = name;
    out(base + "_x", unit, s.looked ? v.x : kNotMeasured);
    out(base + "_y", unit, s.looked ? v.y : kNotMeasured);
    out(base + "_z", unit, s.looked ? v.z : kNotMeasured);
  };
  out("time", "T", s.time);
  out("steps", "1", static_cast<double>(s.steps));
  out("elements", "1", static_cast<double>(s.elements));
  vector("strength", "L^3/T", s.invariants.totalStrength);
  vector("impulse", "L^4/T", s.invariants.linearImpulse);
  vector("angular_impulse", "L^5/T", s.invariants.angularImpulse);
  out("energy", "L^5/T^2", s.energy);
  out("helicity", "L^4/T^2", s.helicity);
  out("enstrophy", "L^3/T^2", s.enstrophy);
  out("divergence", "1", s.divergence);
  out("overlap_min", "1", s.leastOverlap);
  out("overlap_mean", "1", s.meanOverlap);
  out("gradient_max", "1/T", s.largestGradient);
  out("strength_drift", "1", s.drift.strength);
  out("impulse_drift", "1", s.drift.impulse);
  out("angular_impulse_drift", "1", s.drift.angularImpulse);
  out("energy_drift", "1", s.drift.energy);
  out("helicity_drift", "1", s.drift.helicity);
}

template <class Out>
void listErrorAndTimes(const DiagnosticsSample& s, const Out& out) {
  const bool measured = s.error.samples > 0;
  out("error_l2", "1", measured ? s.error.relativeL2 : kNotMeasured);
  out("error_p99", "1", measured ? s.error.percentile99 : kNotMeasured);
  out("error_max", "1", measured ? s.error.maximum : kNotMeasured);
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

template <class Out>
void listRing(std::size_t number, const RingSample* ring, const Out& out) {
  const std::string name = "ring" + std::to_string(number) + "_";
  static const RingSample kNone = [] {
    RingSample none;
    fmm::RingMeasures& m = none.measured;
    m.centre = m.axis = {kNotMeasured, kNotMeasured, kNotMeasured};
    m.radius = m.thickness = m.circulation = m.sigma = kNotMeasured;
    return none;
  }();
  const RingSample& r = ring ? *ring : kNone;
  out(name + "x", "L", r.measured.centre.x);
  out(name + "y", "L", r.measured.centre.y);
  out(name + "z", "L", r.measured.centre.z);
  out(name + "axis_x", "1", r.measured.axis.x);
  out(name + "axis_y", "1", r.measured.axis.y);
  out(name + "axis_z", "1", r.measured.axis.z);
  out(name + "radius", "L", r.measured.radius);
  out(name + "position", "L", r.position);
  out(name + "speed", "L/T", r.speed);
  out(name + "thickness", "L", r.measured.thickness);
  out(name + "circulation", "L^2/T", r.measured.circulation);
  out(name + "overlap", "1", r.overlap);
  out(name + "theory_radius", "L", r.theoryRadius);
  out(name + "theory_position", "L", r.theoryPosition);
  out(name + "theory_speed", "L/T", r.theorySpeed);
}

template <class Out>
void listAll(const DiagnosticsSample& sample, std::size_t rings, const Out& out) {
  listFlow(sample, out);
  listErrorAndTimes(sample, out);
  for (std::size_t k = 0; k < rings; ++k) {
    const auto index = static_cast<std::int32_t>(k);
    const auto found = std::find_if(sample.rings.begin(), sample.rings.end(),
                                    [&](const RingSample& ring) { return ring.measured.ring == index; });
    listRing(k + 1, found == sample.rings.end() ? nullptr : &*found, out);
  }
}

/// Keeps the first, third, fifth, ... item.
template <class T>
void thin(std::vector<T>& items) {
  const std::size_t kept = (items.size() + 1) / 2;
  for (std::size_t i = 0; i < kept; ++i) items[i] = items[2 * i];
  items.resize(kept);
}

/// Rings that columns are needed for: their largest index counts.
std::size_t ringsOf(const DiagnosticsSample& sample) {
  std::int32_t rings = 0;
  for (const RingSample& ring : sample.rings) rings = std::max(rings, ring.measured.ring + 1);
  return static_cast<std::size_t>(std::min<std::int32_t>(rings, DiagnosticsSample::kMostRings));
}

}  // namespace

std::vector<DiagnosticsColumn> diagnosticsColumns(std::size_t rings) {
  std::vector<DiagnosticsColumn> columns;
  listAll({}, rings, [&](std::string name, const char* unit, double) { columns.push_back({std::move(name), unit}); });
  return columns;
}

std::vector<double> diagnosticsRow(const DiagnosticsSample& sample, std::size_t rings) {
  std::vector<double> row;
  listAll(sample, rings, [&](const std::string&, const char*, double value) { row.push_back(value); });
  return row;
}

void DiagnosticsTable::clear() {
  const std::uint64_t epoch = epoch_;
  *this = DiagnosticsTable(most_);
  epoch_ = epoch + 1;
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

void DiagnosticsTable::growTo(std::size_t rings) {
  if (rings <= rings_ && !columns_.empty()) return;
  rings_ = std::max(rings, rings_);
  columns_ = diagnosticsColumns(rings_);
  values_.resize(columns_.size(), std::vector<double>(rows_, kNotMeasured));
}

void DiagnosticsTable::fillGaps(std::size_t row, const std::vector<double>& from) {
  for (std::size_t k = 0; k < from.size(); ++k) {
    double& value = values_[k][row];
    if (std::isnan(value)) value = from[k];
  }
}

void DiagnosticsTable::add(const DiagnosticsSample& sample) {
  growTo(ringsOf(sample));
  const std::vector<double> row = diagnosticsRow(sample, rings_);
  if (samples_++ % stride_ != 0) return fillGaps(rows_ - 1, row);
  for (std::size_t k = 0; k < row.size(); ++k) values_[k].push_back(row[k]);
  ++rows_;
  while (rows_ >= std::min(most_, kMostValues / columns_.size())) halve();
}

void DiagnosticsTable::addError(const TimedError& measured) {
  constexpr std::size_t kLookBack = 16;  // rows: how late an error may come
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
  values_[indexOf("error_l2")][row] = measured.error.relativeL2;
  values_[indexOf("error_p99")][row] = measured.error.percentile99;
  values_[indexOf("error_max")][row] = measured.error.maximum;
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
