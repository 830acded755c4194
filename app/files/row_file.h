#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Reads a file of numbers row by row, so that the file itself is never in memory as a whole.
class RowReader {
 public:
  virtual ~RowReader() = default;
  virtual std::size_t columns() const = 0;
  /// Index of the named column in a row; empty if the file does not have it.
  std::optional<std::size_t> place(std::string_view name) const;
  /// Number of rows if the format says it beforehand, else an estimate (0 if there is none).
  virtual std::size_t expectedRows() const = 0;
  /// The next row, columns() finite numbers; false at the end. Throws UserError "file:line: what", FileError.
  virtual bool next(double* row) = 0;
  /// The row that next() gave last, for messages: "file:12" or "file: row 11".
  virtual std::string where() const = 0;

 protected:
  /// Names of the columns of a row, in order.
  virtual const std::vector<std::string>& names() const = 0;
};

/// The path that stands for standard input or output, as CSV.
constexpr std::string_view kStandardStream = "-";

/// Opens `path` by its ending, .csv or .npy, or standard input. Each of `layouts` begins with the columns of the one
/// before. An NPY file must have as many columns as one of them. The header of a CSV file must name the columns of the
/// first layout, in any order; it may name those of later layouts, and others, which are not read. Throws UserError,
/// FileError.
std::unique_ptr<RowReader> openRows(const std::string& path, const std::vector<std::vector<std::string>>& layouts);

/// Writes rows of numbers; the file appears under its name when finish() returns.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// The next row, of as many numbers as there are columns. Throws FileError.
  virtual void add(const double* row) = 0;
  /// Throws FileError or UserError; without it nothing is left behind.
  virtual void finish() = 0;
};

struct RowWriterSettings {
  std::vector<std::string> columns;
  std::size_t rows = 0;          ///< how many add() will bring
  bool singlePrecision = false;  ///< NPY of 32-bit floats; CSV with digits for them, from column `firstSingle` on
  std::size_t firstSingle = 0;
  bool replace = false;  ///< an existing file may be replaced
};

/// Creates `path` by its ending, .csv or .npy, or writes to standard output. Throws UserError, FileError.
std::unique_ptr<RowWriter> createRows(const std::string& path, const RowWriterSettings& settings);

/// True if openRows() and createRows() know the ending of `path`; standard streams have none.
bool hasRowEnding(const std::string& path);

}  // namespace app
