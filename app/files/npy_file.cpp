#include "files/npy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "files/user_error.h"

namespace app {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "NPY files are read and written as little-endian");

constexpr std::uint64_t kBlockRows = 4096;

template <class Value>
double valueOf(const char* item) {
  Value value;
  std::memcpy(&value, item, sizeof value);
  return static_cast<double>(value);
}

/// A float of 16 bits: sign, 5 bits of exponent, 10 of fraction (IEEE 754).
double halfOf(const char* item) {
  std::uint16_t bits;
  std::memcpy(&bits, item, sizeof bits);
  constexpr int kBias = 15, kInfinite = 31, kFraction = 1024;
  const int exponent = bits >> 10 & kInfinite, fraction = bits & (kFraction - 1);
  double value =
      exponent == 0 ? std::ldexp(fraction, -kBias - 9) : std::ldexp(kFraction + fraction, exponent - kBias - 10);
  if (exponent == kInfinite) value = fraction == 0 ? HUGE_VAL : std::nan("");
  return bits >> 15 ? -value : value;
}

/// Integers beyond 2^53 are rounded, as the same number in a CSV file is.
double decode(const char* bytes, const NpyHeader& header) {
  char item[8];
  std::memcpy(item, bytes, static_cast<std::size_t>(header.itemBytes));
  if (header.swapBytes) std::reverse(item, item + header.itemBytes);
  const bool isSigned = header.kind == 'i';
  if (header.kind == 'f') {
    if (header.itemBytes == 2) return halfOf(item);
    return header.itemBytes == 4 ? valueOf<float>(item) : valueOf<double>(item);
  }
  switch (header.itemBytes) {
    case 1:
      return isSigned ? valueOf<std::int8_t>(item) : valueOf<std::uint8_t>(item);
    case 2:
      return isSigned ? valueOf<std::int16_t>(item) : valueOf<std::uint16_t>(item);
    case 4:
      return isSigned ? valueOf<std::int32_t>(item) : valueOf<std::uint32_t>(item);
    default:
      return isSigned ? valueOf<std::int64_t>(item) : valueOf<std::uint64_t>(item);
  }
}

}  // namespace

NpyReader::NpyReader(const std::string& path, const std::vector<std::vector<std::string>>& layouts) : file_(path) {
  readHeader();
  checkLayout(layouts);
}

void NpyReader::readHeader() {
  const std::string& path = file_.path();
  if (!file_.regular()) throw UserError(path + ": an NPY file must be a regular file");
  if (file_.size() == 0) throw UserError(path + ": file is empty");
  const auto read = [this](char* out, std::size_t bytes) { return file_.read(out, bytes); };
  header_ = readNpyHeader(read, file_.size(), path, NpyArrays::tables);
}

void NpyReader::checkLayout(const std::vector<std::vector<std::string>>& layouts) {
  const std::string& path = file_.path();
  std::string expected;
  bool known = false;
  for (const auto& layout : layouts) {
    expected += fmt::format("{}[N][{}]", expected.empty() ? "" : " or ", layout.size());
    if (known || layout.size() != header_.columns) continue;
    known = true;
    names_ = layout;
  }
  if (!known)
    throw UserError(fmt::format("{}: shape is ({}, {}); {} is needed", path, header_.rows, header_.columns, expected));
  const std::uint64_t rowBytes = header_.columns * static_cast<std::uint64_t>(header_.itemBytes);
  const std::uint64_t there = file_.size() - header_.dataOffset;
  if (header_.rows > there / rowBytes)
    throw UserError(fmt::format("{}: header promises {} rows of {} bytes, the file has {} bytes of data", path,
                                header_.rows, rowBytes, there));
}

std::string NpyReader::where() const {
  return fmt::format("{}: row {}", file_.path(), row_ - 1);
}

void NpyReader::fillBlock() {
  const std::uint64_t count = std::min(kBlockRows, header_.rows - row_);
  const auto item = static_cast<std::uint64_t>(header_.itemBytes);
  const std::uint64_t columns = header_.columns;
  block_.resize(count * columns);
  bytes_.resize(count * columns * item);
  if (header_.fortranOrder)
    for (std::uint64_t c = 0; c < columns; ++c)
      file_.readAt(header_.dataOffset + (c * header_.rows + row_) * item, bytes_.data() + c * count * item,
                   count * item);
  else
    file_.readAt(header_.dataOffset + row_ * columns * item, bytes_.data(), bytes_.size());
  for (std::uint64_t r = 0; r < count; ++r)
    for (std::uint64_t c = 0; c < columns; ++c) {
      const std::uint64_t at = header_.fortranOrder ? c * count + r : r * columns + c;
      block_[r * columns + c] = decode(bytes_.data() + at * item, header_);
    }
  blockBegin_ = row_;
  blockEnd_ = row_ + count;
}

bool NpyReader::next(double* row) {
  if (row_ == header_.rows) return false;
  if (row_ == blockEnd_) fillBlock();
  const std::size_t columns = this->columns();
  const double* values = block_.data() + (row_ - blockBegin_) * columns;
  ++row_;
  for (std::size_t c = 0; c < columns; ++c) {
    if (!std::isfinite(values[c]))
      throw UserError(fmt::format("{}, column {}: {} is not allowed; finite numbers only", where(), c, values[c]));
    row[c] = values[c];
  }
  return true;
}

NpyWriter::NpyWriter(const std::string& path, const RowWriterSettings& settings)
    : file_(path, settings.replace ? Existing::replace : Existing::keep),
      columns_(settings.columns.size()),
      rowsLeft_(settings.rows),
      single_(settings.singlePrecision),
      singles_(settings.columns.size()) {
  file_.write(npyHeader(single_ ? "<f4" : "<f8", {settings.rows, columns_}));
}

void NpyWriter::add(const double* row) {
  assert(rowsLeft_ > 0);
  --rowsLeft_;
  if (!single_) {
    file_.write({reinterpret_cast<const char*>(row), columns_ * sizeof(double)});
    return;
  }
  std::transform(row, row + columns_, singles_.begin(), [](double value) { return static_cast<float>(value); });
  file_.write({reinterpret_cast<const char*>(singles_.data()), columns_ * sizeof(float)});
}

void NpyWriter::finish() {
  assert(rowsLeft_ == 0);
  file_.commit();
}

}  // namespace app
