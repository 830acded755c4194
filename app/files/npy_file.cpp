#include "files/npy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "files/user_error.h"

namespace app {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "NPY files are read and written as little-endian");

constexpr std::size_t kLargestHeader = std::size_t{1} << 16;
constexpr std::uint64_t kBlockRows = 4096;
constexpr char kMagic[] = "\x93NUMPY";
constexpr std::size_t kMagicBytes = 6;

std::string_view skipBlanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// Text behind `'key':` of the dictionary.
std::string_view valueOf(std::string_view text, const std::string& key, const std::string& file) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + key + quote;
    const auto at = text.find(quoted);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = skipBlanks(text.substr(at + quoted.size()));
    if (!rest.empty() && rest[0] == ':') return skipBlanks(rest.substr(1));
  }
  throw UserError(fmt::format("{}: NPY header has no '{}'", file, key));
}

void parseType(std::string_view value, const std::string& file, NpyHeader& header) {
  const auto close = value.empty() ? std::string_view::npos : value.find(value[0], 1);
  const bool isString = !value.empty() && (value[0] == '\'' || value[0] == '"') && close != std::string_view::npos;
  const std::string type(isString ? value.substr(1, close - 1) : value.substr(0, 20));
  const bool known = isString && type.size() == 3 && (type[0] == '<' || type[0] == '>' || type[0] == '=') &&
                     (type.substr(1) == "f4" || type.substr(1) == "f8");
  if (!known)
    throw UserError(fmt::format("{}: array type \"{}\" is not read; allowed: float32 (<f4, >f4) and float64 (<f8, >f8)",
                                file, type));
  header.itemBytes = type[2] - '0';
  header.swapBytes = type[0] == '>';
}

void parseShape(std::string_view value, const std::string& file, NpyHeader& header) {
  const auto close = value.find(')');
  if (value.empty() || value[0] != '(' || close == std::string_view::npos)
    throw UserError(file + ": NPY header has no tuple as 'shape'");
  std::string_view rest = skipBlanks(value.substr(1, close - 1));
  std::vector<std::uint64_t> shape;
  while (!rest.empty()) {
    std::uint64_t size = 0;
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    if (code != std::errc())
      throw UserError(fmt::format("{}: shape {} is not read; sizes must be 0 or more and fit 64 bits", file,
                                  std::string(value.substr(0, std::min<std::size_t>(close + 1, 60)))));
    shape.push_back(size);
    rest = rest.substr(static_cast<std::size_t>(end - rest.data()));
    if (!rest.empty() && rest[0] == 'L') rest.remove_prefix(1);  // a long integer of Python 2
    rest = skipBlanks(rest);
    if (!rest.empty() && rest[0] != ',') throw UserError(file + ": NPY header's 'shape' is not a tuple of integers");
    if (!rest.empty()) rest = skipBlanks(rest.substr(1));
  }
  if (shape.size() != 2)
    throw UserError(fmt::format("{}: array has {} dimensions; 2 are needed, [rows][columns]", file, shape.size()));
  header.rows = shape[0];
  header.columns = shape[1];
}

std::uint64_t littleEndian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

double decode(const char* bytes, const NpyHeader& header) {
  char item[8];
  std::memcpy(item, bytes, static_cast<std::size_t>(header.itemBytes));
  if (header.swapBytes) std::reverse(item, item + header.itemBytes);
  if (header.itemBytes == 4) {
    float value;
    std::memcpy(&value, item, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, item, sizeof value);
  return value;
}

}  // namespace

NpyHeader parseNpyHeader(std::string_view text, const std::string& file) {
  NpyHeader header;
  parseType(valueOf(text, "descr", file), file, header);
  const std::string_view order = valueOf(text, "fortran_order", file);
  if (order.substr(0, 4) != "True" && order.substr(0, 5) != "False")
    throw UserError(file + ": NPY header's 'fortran_order' is neither True nor False");
  header.fortranOrder = order[0] == 'T';
  parseShape(valueOf(text, "shape", file), file, header);
  return header;
}

NpyReader::NpyReader(const std::string& path, const std::vector<std::vector<std::string>>& layouts) : file_(path) {
  readHeader();
  checkLayout(layouts);
}

void NpyReader::readHeader() {
  const std::string& path = file_.path();
  if (!file_.regular()) throw UserError(path + ": an NPY file must be a regular file");
  if (file_.size() == 0) throw UserError(path + ": file is empty");
  unsigned char start[12] = {};
  const std::size_t got = file_.read(reinterpret_cast<char*>(start), sizeof start);
  if (got < 10 || std::memcmp(start, kMagic, kMagicBytes) != 0) throw UserError(path + ": is not an NPY file");
  const int version = start[6];
  if (version < 1 || version > 3)
    throw UserError(fmt::format("{}: NPY version {}.{} is not known; allowed: 1.0 to 3.0", path, version, start[7]));
  const int lengthBytes = version == 1 ? 2 : 4;
  const std::uint64_t length = littleEndian(start + 8, lengthBytes);
  dataOffset_ = 8 + static_cast<std::uint64_t>(lengthBytes) + length;
  if (length > kLargestHeader || dataOffset_ > file_.size())
    throw UserError(fmt::format("{}: NPY header of {} bytes does not fit the file", path, length));
  std::string text(static_cast<std::size_t>(length), '\0');
  file_.readAt(dataOffset_ - length, text.data(), text.size());
  header_ = parseNpyHeader(text, path);
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
  const std::uint64_t there = file_.size() - dataOffset_;
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
      file_.readAt(dataOffset_ + (c * header_.rows + row_) * item, bytes_.data() + c * count * item, count * item);
  else
    file_.readAt(dataOffset_ + row_ * columns * item, bytes_.data(), bytes_.size());
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
  std::string text = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}", single_ ? 4 : 8,
                                 settings.rows, columns_);
  // Data start at a multiple of 64 bytes: magic, version and length take 10, the line end 1.
  text.append((64 - (10 + text.size() + 1) % 64) % 64, ' ');
  text += '\n';
  const char lead[] = {'\x93',
                       'N',
                       'U',
                       'M',
                       'P',
                       'Y',
                       1,
                       0,
                       static_cast<char>(text.size() & 0xff),
                       static_cast<char>(text.size() >> 8)};
  file_.write(std::string_view(lead, sizeof lead));
  file_.write(text);
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
