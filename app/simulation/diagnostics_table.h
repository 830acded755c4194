#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "fmm/setting.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// A scalar or vector of the flow as a whole, with its columns in tables and its place in the diagnostics window.
struct FlowQuantity {
  using Value =
      std::variant<double (*)(const DiagnosticsSample&), double fmm::FlowMeasures::*, fmm::Vec3 fmm::Invariants::*>;
  const char* column;  ///< of a vector: COLUMN_x, COLUMN_y, COLUMN_z; of its drift: COLUMN_drift
  const char* unit;    ///< in space: "L^4/T"; "1" if dimensionless
  Value value;
  const char* label = nullptr;              ///< in the window; null: not shown there
  int place = 100;                          ///< in the window, from 1; equal places: in the order of the columns
  double InvariantDrift::*drift = nullptr;  ///< of a conserved quantity; these have the first places

  bool isVector() const { return std::holds_alternative<fmm::Vec3 fmm::Invariants::*>(value); }
  /// The unit in `space`: integrals over the fluid (L^3 and higher) are per unit length in a plane flow.
  std::string unitIn(fmm::Space space) const;
};

/// A measure of the heat; not a number without.
template <double fmm::HeatMeasures::*Member>
double ofHeat(const DiagnosticsSample& sample) {
  return sample.heat ? (*sample.heat).*Member : kNotMeasured;
}

/// All quantities in the order of their columns. The columns of the drifts follow in the same order.
constexpr std::array<FlowQuantity, 29> kFlowQuantities = {
    {{"time", "T", [](const DiagnosticsSample& s) { return s.time; }},
     {"steps", "1", [](const DiagnosticsSample& s) { return static_cast<double>(s.steps); }},
     {"elements", "1", [](const DiagnosticsSample& s) { return static_cast<double>(s.elements); }},
     {"strength", "L^3/T", &fmm::Invariants::totalStrength, "total strength", 3, &InvariantDrift::strength},
     {"impulse", "L^4/T", &fmm::Invariants::linearImpulse, "impulse", 1, &InvariantDrift::impulse},
     {"angular_impulse", "L^5/T", &fmm::Invariants::angularImpulse, "angular impulse", 2,
      &InvariantDrift::angularImpulse},
     {"energy", "L^5/T^2", &fmm::FlowMeasures::energy, "energy", 4, &InvariantDrift::energy},
     {"helicity", "L^4/T^2", &fmm::FlowMeasures::helicity, "helicity", 5, &InvariantDrift::helicity},
     {"enstrophy", "L^3/T^2", &fmm::FlowMeasures::enstrophy, "enstrophy", 6},
     {"dissipation", "1", [](const DiagnosticsSample& s) { return s.dissipation; }, "dissipation over 2\u03bdZ", 7},
     {"reynolds", "1", [](const DiagnosticsSample& s) { return s.reynolds; }, "Reynolds number", 12},
     {"reynolds_cell", "1", [](const DiagnosticsSample& s) { return s.cellReynolds; }, "cell Reynolds number", 13},
     {"reynolds_resolved", "1", [](const DiagnosticsSample& s) { return s.resolvedReynolds; }, "resolved Re", 14},
     {"vorticity_max", "1/T", &fmm::FlowMeasures::largestVorticity, "largest vorticity", 11},
     {"divergence", "1", &fmm::FlowMeasures::divergence, "divergence", 9},
     {"overlap_min", "1", &fmm::FlowMeasures::leastOverlap, "least overlap", 8},
     {"overlap_mean", "1", &fmm::FlowMeasures::meanOverlap},
     {"gradient_max", "1/T", &fmm::FlowMeasures::largestGradient, "largest gradient", 10},
     {"passes", "1", [](const DiagnosticsSample& s) { return s.passes; }, "passes of the rings", 15},
     {"wall_circulation", "L^2/T", [](const DiagnosticsSample& s) { return s.wallCirculation; },
      "circulation from the wall", 16},
     {"wall_nodes", "1", [](const DiagnosticsSample& s) { return s.wallNodes; }, "nodes over the wall's layer", 17},
     {"heat", "L^4/T^2", ofHeat<&fmm::HeatMeasures::sum>, "heat", 18},
     {"heat_height", "L", ofHeat<&fmm::HeatMeasures::height>, "height of the heat", 20},
     {"buoyancy_max", "L/T^2", ofHeat<&fmm::HeatMeasures::largest>, "largest buoyancy", 19},
     {"potential_energy", "L^5/T^2", ofHeat<&fmm::HeatMeasures::potential>, "potential energy", 5},
     {"thermal_circulation", "L^2/T", ofHeat<&fmm::HeatMeasures::circulation>, "circulation about the thermal's axis",
      21},
     {"thermal_radius", "L", ofHeat<&fmm::HeatMeasures::radius>, "radius of the thermal's ring", 22},
     {"thermal_height", "L", ofHeat<&fmm::HeatMeasures::vortexHeight>, "height of the thermal's ring", 24},
     {"thermal_theory_radius", "L", [](const DiagnosticsSample& s) { return s.thermalTheory; },
      "radius by B t/(\u03c0\u0393)", 23}}};

/// A number of the measured error, and its curve in the window.
struct ErrorQuantity {
  const char* column;
  double fmm::MeasuredError::*value;
  const char* label;
  std::size_t colour;  ///< colour of the curve
};
constexpr std::array<ErrorQuantity, 3> kErrorQuantities = {{{"error_l2", &fmm::MeasuredError::relativeL2, "L2", 0},
                                                            {"error_p99", &fmm::MeasuredError::percentile99, "99 %", 3},
                                                            {"error_max", &fmm::MeasuredError::maximum, "largest", 5}}};

/// The solver's stages with a column each, NAME_ms; all others are in other_ms.
constexpr std::array<const char*, 18> kTimedStages = {
    "sort",   "tree",      "lists",       "upward", "transfer", "downward", "near",  "scatter",      "mesh",
    "spread", "transform", "interpolate", "gauss",  "direct",   "tuning",   "check", "redistribute", "advance"};

/// A number of one ring, with its column ringN_COLUMN and its place in the diagnostics window.
struct RingQuantity {
  using Value = std::variant<double (*)(const fmm::RingMeasures&), double RingSample::*>;
  const char* column;
  const char* unit;
  Value value;
  const char* plot = nullptr;    ///< title of its plot; null: no plot
  const char* theory = nullptr;  ///< column drawn dashed in the same plot
  const char* title = nullptr;   ///< of its column in the window's list of rings; null: not listed
  const char* format = "{:.4g}";
  bool wide = false;  ///< listed only in a wide window
};

constexpr std::array<RingQuantity, 15> kRingQuantities = {
    {{"x", "L", [](const fmm::RingMeasures& m) { return m.centre.x; }},
     {"y", "L", [](const fmm::RingMeasures& m) { return m.centre.y; }},
     {"z", "L", [](const fmm::RingMeasures& m) { return m.centre.z; }},
     {"axis_x", "1", [](const fmm::RingMeasures& m) { return m.axis.x; }},
     {"axis_y", "1", [](const fmm::RingMeasures& m) { return m.axis.y; }},
     {"axis_z", "1", [](const fmm::RingMeasures& m) { return m.axis.z; }},
     {"radius", "L", [](const fmm::RingMeasures& m) { return m.radius; }, "Radius R", "theory_radius", "R [L]"},
     {"position", "L", &RingSample::position, "Axial position Z", "theory_position", "Z [L]"},
     {"speed", "L/T", &RingSample::speed, "Axial speed U", "theory_speed", "U [L/T]"},
     {"thickness", "L", [](const fmm::RingMeasures& m) { return m.thickness; }},
     {"circulation", "L^2/T", &RingSample::circulation, nullptr, nullptr, "\u0393 [L\u00b2/T]", "{:.4g}", true},
     {"overlap", "1", &RingSample::overlap, nullptr, nullptr, "overlap", "{:.2f}", true},
     {"theory_radius", "L", &RingSample::theoryRadius},
     {"theory_position", "L", &RingSample::theoryPosition},
     {"theory_speed", "L/T", &RingSample::theorySpeed}}};

/// The numbers of a vortex of a plane flow, with their columns vortexN_COLUMN.
constexpr std::array<RingQuantity, 5> kVortexQuantities = {
    {{"x", "L", [](const fmm::RingMeasures& m) { return m.centre.x; }, "Position x", nullptr, "x [L]"},
     {"y", "L", [](const fmm::RingMeasures& m) { return m.centre.y; }, "Position y", nullptr, "y [L]"},
     {"core_radius", "L", [](const fmm::RingMeasures& m) { return std::hypot(m.radius, m.thickness); }, "Core radius a",
      nullptr, "a [L]"},
     {"speed", "L/T", &RingSample::speed, nullptr, nullptr, "U [L/T]"},
     {"circulation", "L^2/T", &RingSample::circulation, nullptr, nullptr, "\u0393 [L\u00b2/T]"}}};

/// The numbers of each ring, or of each vortex of a plane flow.
std::vector<RingQuantity> ringQuantities(fmm::Space space);
/// "ring3_radius"; "vortex3_x" of a plane flow. `ring` counts from 0.
std::string columnOfRing(std::size_t ring, const char* column, fmm::Space space);

/// A number of a body in space, with its column bodyN_COLUMN.
struct BodyQuantity {
  const char* column;
  const char* unit;
  double (*value)(const BodySample&);
};
constexpr std::array<BodyQuantity, 11> kBodyQuantities = {
    {{"force_x", "L^4/T^2", [](const BodySample& s) { return s.force.x; }},
     {"force_y", "L^4/T^2", [](const BodySample& s) { return s.force.y; }},
     {"force_z", "L^4/T^2", [](const BodySample& s) { return s.force.z; }},
     {"impulse_force_x", "L^4/T^2", [](const BodySample& s) { return s.impulseForce.x; }},
     {"impulse_force_y", "L^4/T^2", [](const BodySample& s) { return s.impulseForce.y; }},
     {"impulse_force_z", "L^4/T^2", [](const BodySample& s) { return s.impulseForce.z; }},
     {"torque", "L^5/T^2", [](const BodySample& s) { return s.torque; }},
     {"power", "L^5/T^3", [](const BodySample& s) { return s.power; }},
     {"drag_coefficient", "1", [](const BodySample& s) { return s.drag; }},
     {"lift_coefficient", "1", [](const BodySample& s) { return s.lift; }},
     {"slip", "L/T", [](const BodySample& s) { return s.slip; }}}};
/// Of a body in a flow: in the plane per unit length, without a force along z.
std::vector<BodyQuantity> bodyQuantities(fmm::Space space);
/// "body2_torque". `body` counts from 0.
std::string columnOfBody(std::size_t body, const char* column);

/// What a table has columns for.
struct DiagnosticsItems {
  std::size_t rings = 0, bodies = 0;
  fmm::Space space = fmm::Space::space;

  friend bool operator==(const DiagnosticsItems& a, const DiagnosticsItems& b) {
    return a.rings == b.rings && a.bodies == b.bodies && a.space == b.space;
  }
};

template <class Alternative, class Rows>
constexpr std::size_t countOf(const Rows& rows) {
  std::size_t count = 0;
  for (const auto& row : rows) count += std::holds_alternative<Alternative>(row.value) ? 1 : 0;
  return count;
}
static_assert(countOf<double fmm::FlowMeasures::*>(kFlowQuantities) + 1 == fmm::memberCount<fmm::FlowMeasures>(),
              "each member of FlowMeasures has a row, and its invariants have rows of their own");
static_assert(countOf<fmm::Vec3 fmm::Invariants::*>(kFlowQuantities) == fmm::memberCount<fmm::Invariants>(),
              "each invariant has a row");
static_assert(countOf<double RingSample::*>(kRingQuantities) + 1 == fmm::memberCount<RingSample>(),
              "each member of RingSample has a row, and what was measured has rows of its own");

/// A column of diagnostics: "ring1_radius" in units of "L"; "1" if dimensionless.
struct DiagnosticsColumn {
  std::string name;
  std::string unit;
};

/// The columns for these bodies, and rings or vortices. The latter, ring1_... to ringN_..., come last.
std::vector<DiagnosticsColumn> diagnosticsColumns(const DiagnosticsItems& items);

/// A sample as a row of these columns; values not measured are not a number.
std::vector<double> diagnosticsRow(const DiagnosticsSample& sample, const DiagnosticsItems& items);

/// An error and its time of measurement.
struct TimedError {
  double time = 0;  ///< [T]
  fmm::MeasuredError error;
};

/// Samples by column, for plots. If rows exceed kMost or values kMostValues, every other row is dropped and from then
/// on every other sample, and so on, so that the whole run is covered. A dropped row fills gaps of the row before it.
class DiagnosticsTable {
 public:
  static constexpr std::size_t kMost = 100'000;
  static constexpr std::size_t kMostValues = std::size_t{1} << 23;  ///< in all columns: with many rings, fewer rows
  static constexpr std::size_t kMostErrors = 4096;                  ///< thinned in the same way

  /// `most` differs from kMost in tests only; at least 2.
  explicit DiagnosticsTable(std::size_t most = kMost) : most_(most) {}

  /// Adds the newest sample. Columns of a new ring are not a number in earlier rows.
  void add(const DiagnosticsSample& sample);
  /// Adds the error measured in the frame at this time, one of the last rows. Adding the same error again has no
  /// effect.
  void addError(const TimedError& measured);
  void clear();
  /// Replaces all rows by those of an earlier session, with columns of these names. False, and empty, unless they have
  /// the columns of some number of rings.
  bool fill(const std::vector<std::string>& names, const std::vector<std::vector<double>>& rows, fmm::Space space);
  /// The flow restarts with this sample. If the sample matches a row (time, steps, elements, conserved quantities), as
  /// after loading a saved state of the flow, earlier rows stay and the others are dropped; else all are. In a thinned
  /// history the row of the sample may be missing: all rows are dropped then.
  void beginWith(const DiagnosticsSample& sample);

  /// Drops the rows from the one of this step on, which a flow that goes on from there makes anew.
  void cutAfter(std::int64_t steps);

  std::size_t rows() const { return rows_; }
  std::size_t rings() const { return items_.rings; }
  std::size_t bodies() const { return items_.bodies; }
  /// Samples per row: 1, 2, 4, ...
  std::size_t stride() const { return stride_; }
  const std::vector<DiagnosticsColumn>& columns() const { return columns_; }
  /// The values of column `index` of columns(), one per row.
  const std::vector<double>& values(std::size_t index) const { return values_[index]; }
  /// The same by name; empty if there is no such column.
  const std::vector<double>& values(const std::string& name) const;
  const std::vector<TimedError>& errors() const { return errors_; }
  /// Changes when rows are dropped; else rows stay the same but for gaps and errors in the last few.
  std::uint64_t epoch() const { return epoch_; }

 private:
  std::size_t indexOf(const std::string& name) const;  ///< columns().size() if there is none
  void growTo(const DiagnosticsItems& items);
  void fillGaps(std::size_t row, const std::vector<double>& from);
  void halve();
  std::size_t rowOf(const DiagnosticsSample& sample) const;
  void cutFrom(std::size_t row);

  std::size_t most_;
  std::vector<DiagnosticsColumn> columns_;
  std::vector<std::vector<double>> values_;
  std::vector<TimedError> errors_;
  std::uint64_t epoch_ = 0;
  DiagnosticsItems items_;
  std::size_t rows_ = 0, stride_ = 1, samples_ = 0;
};

}  // namespace app
