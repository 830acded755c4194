#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simulation/diagnostics_columns.h"

namespace app {

/// A column of diagnostics: "ring1_radius" in units of "L", "1" without a dimension.
struct DiagnosticsColumn {
  std::string name;
  std::string unit;
};

/// The columns, as diagnostics_columns.h has them, for this many rings, ring1_... to ringN_... at the end: more rings
/// only add columns.
std::vector<DiagnosticsColumn> diagnosticsColumns(std::size_t rings);

/// A sample as a row of diagnosticsColumns(rings); what was not measured is not a number.
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
  /// elements and what is conserved.
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
  void growTo(std::size_t rings);
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
