#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/atomic_file.h"
#include "files/input_file.h"
#include "files/npy_header.h"
#include "files/row_file.h"

namespace app {

/// NumPy's array file, versions 1 to 3, of floats or integers in either byte order and either storage order.
class NpyReader : public RowReader {
 public:
  NpyReader(const std::string& path, const std::vector<std::vector<std::string>>& layouts);

  std::size_t columns() const override { return static_cast<std::size_t>(header_.columns); }
  std::size_t expectedRows() const override { return static_cast<std::size_t>(header_.rows); }
  bool next(double* row) override;
  std::string where() const override;

 protected:
  const std::vector<std::string>& names() const override { return names_; }

 private:
  void readHeader();
  void checkLayout(const std::vector<std::vector<std::string>>& layouts);
  void fillBlock();

  InputFile file_;
  NpyHeader header_;
  std::vector<std::string> names_;
  std::uint64_t row_ = 0;         // rows given so far
  std::uint64_t blockBegin_ = 0;  // rows [blockBegin_, blockEnd_) are in block_, row-major
  std::uint64_t blockEnd_ = 0;
  std::vector<double> block_;
  std::vector<char> bytes_;
};

/// Writes version 1.0, little-endian, C order, '<f4' or '<f8'.
class NpyWriter : public RowWriter {
 public:
  NpyWriter(const std::string& path, const RowWriterSettings& settings);
  void add(const double* row) override;
  void finish() override;

 private:
  AtomicFile file_;
  std::size_t columns_;
  std::size_t rowsLeft_;
  bool single_;
  std::vector<float> singles_;
};

}  // namespace app
