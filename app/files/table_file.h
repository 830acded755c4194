#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "files/input_file.h"
#include "files/row_file.h"

namespace app {

/// CSV: a header line of column names in any order, then one row a line, of numbers in the columns that are read. A
/// byte order mark, CRLF line ends, blanks and quotation marks around fields, commas between these, a header behind "#"
/// and comments before it, exponents that begin with D, empty lines at the end and a missing last line end are
/// accepted: spreadsheets, NumPy, ParaView and Fortran write so.
class CsvReader : public RowReader {
 public:
  CsvReader(const std::string& path, const std::vector<std::vector<std::string>>& layouts);

  std::size_t columns() const override { return columns_.size(); }
  std::size_t expectedRows() const override { return 0; }
  bool next(double* row) override;
  std::string where() const override;

 protected:
  const std::vector<std::string>& names() const override { return columns_; }

 private:
  bool readLine();
  bool endsHere();
  void readHeader(const std::vector<std::vector<std::string>>& layouts);
  double parseField(std::string_view field, std::size_t column) const;
  [[noreturn]] void fail(const std::string& what) const;

  InputFile file_;
  std::string buffer_;
  std::size_t begin_ = 0;  // start of the unread part of buffer_
  bool ended_ = false;     // the file has no more bytes
  std::string_view line_;  // the current line, without its end
  std::size_t lineNumber_ = 0;
  std::vector<std::string> columns_;               // columns that are read
  std::vector<std::optional<std::size_t>> place_;  // [fields of a line] index in a row; none: not read
};

/// Numbers are written with the fewest digits that read back to the same bits.
class CsvWriter : public RowWriter {
 public:
  CsvWriter(const std::string& path, const RowWriterSettings& settings);
  void add(const double* row) override;
  void finish() override { file_.commit(); }

 private:
  AtomicFile file_;
  std::size_t columns_;
  std::size_t firstSingle_;  // columns from here on have the digits of a 32-bit float
  std::string line_;
};

}  // namespace app
