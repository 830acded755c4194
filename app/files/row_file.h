#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace app {

/// Reads a file of numbers row by row, so that ten million rows need no more memory than what they become.
class RowReader {
 public:
  virtual ~RowReader() = default;
  virtual std::size_t columns() const = 0;
  /// Number of rows if the format says it beforehand, else an estimate (0 if there is none).
  virtual std::size_t expectedRows() const = 0;
  /// The next row, columns() finite numbers; false at the end. Throws UserError "file:line: what", FileError.
  virtual bool next(double* row) = 0;
  /// The row that next() gave last, for messages: "file:12" or "file: row 11".
  virtual std::string where() const = 0;
};

/// Opens `path` by its ending, .csv or .npy. The file must have exactly the columns of one of `layouts` (in a CSV file
/// named by its header, in an NPY file by their number). Throws UserError, FileError.
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

/// Creates `path` by its ending, .csv or .npy. Throws UserError, FileError.
std::unique_ptr<RowWriter> createRows(const std::string& path, const RowWriterSettings& settings);

/// True if openRows() and createRows() know the ending of `path`.
bool hasRowEnding(const std::string& path);

}  // namespace app
