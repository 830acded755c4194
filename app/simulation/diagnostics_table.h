#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "fmm/setting.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// A number, or a vector, of the flow as a whole: its columns in tables, and where the diagnostics window has it.
struct FlowQuantity {
  using Value =
      std::variant<double (*)(const DiagnosticsSample&), double fmm::FlowMeasures::*, fmm::Vec3 fmm::Invariants::*>;
  const char* column;  ///< of a vector COLUMN_x, COLUMN_y, COLUMN_z; of its drift COLUMN_drift
  const char* unit;    ///< in space: "L^4/T", "1" without a dimension
  Value value;
  const char* label = nullptr;              ///< in the window; null: it is not shown there
  int place = 100;                          ///< there, from 1; alike: in the order of the columns
  double InvariantDrift::*drift = nullptr;  ///< of what the exact flow conserves: the first places

  bool isVector() const { return std::holds_alternative<fmm::Vec3 fmm::Invariants::*>(value); }
  /// The unit in that space: sums over the fluid, which have L^3 and more, are of a unit of length in a plane flow.
  std::string unitIn(fmm::Space space) const;
};

/// All of them, in the order of the columns. Those of the drifts follow in the same order.
constexpr std::array<FlowQuantity, 21> kFlowQuantities = {
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
     {"wall_nodes", "1", [](const DiagnosticsSample& s) { return s.wallNodes; }, "nodes over the wall's layer", 17}}};

/// A number of the measured error, with the curve that the window draws of it.
struct ErrorQuantity {
  const char* column;
  double fmm::MeasuredError::*value;
  const char* label;
  std::size_t colour;  ///< of the series
};
constexpr std::array<ErrorQuantity, 3> kErrorQuantities = {{{"error_l2", &fmm::MeasuredError::relativeL2, "L2", 0},
                                                            {"error_p99", &fmm::MeasuredError::percentile99, "99 %", 3},
                                                            {"error_max", &fmm::MeasuredError::maximum, "largest", 5}}};

/// The solver's stages that have a column each, NAME_ms; others are in other_ms.
constexpr std::array<const char*, 19> kTimedStages = {"sort",      "tree",         "lists",   "upward", "transfer",
                                                      "downward",  "near",         "scatter", "mesh",   "spread",
                                                      "transform", "interpolate",  "gauss",   "direct", "tuning",
                                                      "check",     "redistribute", "refine",  "advance"};

/// A number of one ring: its column ringN_COLUMN, and where the diagnostics window has it.
struct RingQuantity {
  using Value = std::variant<double (*)(const fmm::RingMeasures&), double RingSample::*>;
  const char* column;
  const char* unit;
  Value value;
  const char* plot = nullptr;    ///< title of the plot of it; null: there is none
  const char* theory = nullptr;  ///< column that is drawn dashed upon it
  const char* title = nullptr;   ///< of its column in the window's list of rings; null: it is not there
  const char* format = "{:.4g}";
  bool wide = false;  ///< listed only where there is room
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

/// Number of rows whose value is an Alternative.
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

/// A column of diagnostics: "ring1_radius" in units of "L", "1" without a dimension.
struct DiagnosticsColumn {
  std::string name;
  std::string unit;
};

/// The columns, as diagnostics_table.h has them, for this many rings, ring1_... to ringN_... at the end: more rings
/// only add columns.
std::vector<DiagnosticsColumn> diagnosticsColumns(std::size_t rings, fmm::Space space);

/// A sample as a row of these columns; what was not measured is not a number.
std::vector<double> diagnosticsRow(const DiagnosticsSample& sample, std::size_t rings);

/// An error that was measured, and when.
struct TimedError {
  double time = 0;  ///< [T]
  fmm::MeasuredError error;
};

/// Samples by column, as plots want them. Holds at most kMost rows and kMostValues: then every other one is dropped,
/// and from there on every other sample is, and so on, so that the whole run stays in sight. A row that is dropped
/// fills the gaps of the one before it with what it has.
class DiagnosticsTable {
 public:
  static constexpr std::size_t kMost = 100'000;
  static constexpr std::size_t kMostValues = std::size_t{1} << 23;  ///< in all columns: many rings have fewer rows
  static constexpr std::size_t kMostErrors = 4096;                  ///< thinned in the same way

  /// `most` other than kMost is for tests; at least 2.
  explicit DiagnosticsTable(std::size_t most = kMost) : most_(most) {}

  /// Adds a sample as the newest. Rows before the first with a ring are not a number in its columns.
  void add(const DiagnosticsSample& sample);
  /// An error that was measured in the frame of this time, which was added not long ago, or is the newest. The same
  /// one again changes nothing.
  void addError(const TimedError& measured);
  void clear();
  /// The flow begins anew with this sample. Where it goes on from a row of this history, as after a state of the same
  /// flow was loaded, what was before that row stays and the rest goes; else all does. It is told by time, steps,
  /// elements and what is conserved; a thinned history goes unless the sample is one of its rows.
  void beginWith(const DiagnosticsSample& sample);

  std::size_t rows() const { return rows_; }
  std::size_t rings() const { return rings_; }
  /// Samples that one row stands for: 1, 2, 4, ...
  std::size_t stride() const { return stride_; }
  const std::vector<DiagnosticsColumn>& columns() const { return columns_; }
  /// The values of column `index` of columns(), one a row.
  const std::vector<double>& values(std::size_t index) const { return values_[index]; }
  /// The same by name; empty if there is no such column.
  const std::vector<double>& values(const std::string& name) const;
  const std::vector<TimedError>& errors() const { return errors_; }
  /// Another number where rows were dropped: else they stay as they are, but for gaps and errors in the last few.
  std::uint64_t epoch() const { return epoch_; }

 private:
  std::size_t indexOf(const std::string& name) const;  ///< columns().size() if there is none
  void growTo(std::size_t rings, fmm::Space space);
  void fillGaps(std::size_t row, const std::vector<double>& from);
  void halve();
  std::size_t rowOf(const DiagnosticsSample& sample) const;
  void cutFrom(std::size_t row);

  std::size_t most_;
  std::vector<DiagnosticsColumn> columns_;
  std::vector<std::vector<double>> values_;
  std::vector<TimedError> errors_;
  std::uint64_t epoch_ = 0;
  std::size_t rows_ = 0, rings_ = 0, stride_ = 1, samples_ = 0;
};

}  // namespace app
