#include "files/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <initializer_list>

#include "files/user_error.h"

namespace app {
namespace {

constexpr std::size_t kLargestHeader = std::size_t{1} << 16;
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

/// The text of the list of fields of a structured type, brackets included.
std::string listAt(std::string_view value) {
  constexpr std::size_t kLongest = 200;
  std::size_t open = 0, end = 0;
  char quote = 0;
  for (; end < value.size(); ++end) {
    const char c = value[end];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[') {
      ++open;
    } else if (c == ']' && --open == 0) {
      ++end;
      break;
    }
  }
  return std::string(value.substr(0, std::min(end, kLongest))) + (end > kLongest ? "..." : "");
}

void parseType(std::string_view value, const std::string& file, NpyArrays arrays, NpyHeader& header) {
  const bool tables = arrays == NpyArrays::tables;
  const std::string allowed = tables ? "floats of 16 to 64 bits (<f2, <f4, <f8) and integers (<i4, |u1, ...)"
                                     : "float32 (<f4), float64 (<f8) and int32 (<i4)";
  if (!value.empty() && value[0] == '[')
    throw UserError(
        fmt::format("{}: array type {} has fields with names, which are not read; allowed: rows of {}, as "
                    "numpy.lib.recfunctions.structured_to_unstructured() makes them",
                    file, listAt(value), allowed));
  const auto close = value.empty() ? std::string_view::npos : value.find(value[0], 1);
  const bool isString = !value.empty() && (value[0] == '\'' || value[0] == '"') && close != std::string_view::npos;
  const std::string type(isString ? value.substr(1, close - 1) : value.substr(0, 20));
  const std::string kind = type.empty() ? "" : type.substr(1);
  const bool ordered = !type.empty() && (type[0] == '<' || type[0] == '>' || type[0] == '=');
  const auto isOneOf = [&kind](std::initializer_list<const char*> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  const bool bytes = !type.empty() && (ordered || type[0] == '|') && isOneOf({"i1", "u1"});
  const bool read = tables ? bytes || (ordered && isOneOf({"f2", "f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"}))
                           : ordered && isOneOf({"f4", "f8", "i4"});
  if (!isString || !read)
    throw UserError(fmt::format("{}: array type \"{}\" is not read; allowed: {}", file, type, allowed));
  header.kind = kind[0];
  header.itemBytes = kind[1] - '0';
  header.swapBytes = type[0] == '>';
}

void parseShape(std::string_view value, const std::string& file, NpyArrays arrays, NpyHeader& header) {
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
  const bool row = arrays == NpyArrays::rows && shape.size() == 1;
  if (shape.size() != 2 && !row)
    throw UserError(fmt::format("{}: array has {} dimensions; {}2 are needed, [rows][columns]", file, shape.size(),
                                arrays == NpyArrays::rows ? "1 or " : ""));
  header.dimensions = static_cast<int>(shape.size());
  header.rows = shape[0];
  header.columns = row ? 1 : shape[1];
}

std::uint64_t littleEndian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

}  // namespace

NpyHeader parseNpyHeader(std::string_view text, const std::string& file, NpyArrays arrays) {
  NpyHeader header;
  parseType(valueOf(text, "descr", file), file, arrays, header);
  const std::string_view order = valueOf(text, "fortran_order", file);
  if (order.substr(0, 4) != "True" && order.substr(0, 5) != "False")
    throw UserError(file + ": NPY header's 'fortran_order' is neither True nor False");
  header.fortranOrder = order[0] == 'T';
  parseShape(valueOf(text, "shape", file), file, arrays, header);
  return header;
}

NpyHeader readNpyHeader(const ReadBytes& read, std::uint64_t size, const std::string& file, NpyArrays arrays) {
  unsigned char start[12] = {};
  char* const bytes = reinterpret_cast<char*>(start);
  if (read(bytes, 10) != 10 || std::memcmp(start, kMagic, kMagicBytes) != 0)
    throw UserError(file + ": is not an NPY file");
  const int version = start[6];
  if (version < 1 || version > 3)
    throw UserError(fmt::format("{}: NPY version {}.{} is not known; allowed: 1.0 to 3.0", file, version, start[7]));
  const bool isLong = version > 1;
  if (isLong && read(bytes + 10, 2) != 2) throw UserError(file + ": is not an NPY file");
  const std::uint64_t length = littleEndian(start + 8, isLong ? 4 : 2);
  const std::uint64_t dataOffset = (isLong ? 12 : 10) + length;
  std::string text(length > kLargestHeader || dataOffset > size ? 0 : static_cast<std::size_t>(length), '\0');
  if (text.size() != length || read(text.data(), text.size()) != text.size())
    throw UserError(fmt::format("{}: NPY header of {} bytes does not fit the file", file, length));
  NpyHeader header = parseNpyHeader(text, file, arrays);
  header.dataOffset = dataOffset;
  return header;
}

std::string npyHeader(const std::string& type, const std::vector<std::uint64_t>& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': (", type);
  for (std::size_t i = 0; i < shape.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";
  // Data start at a multiple of 64 bytes: magic, version and length take 10, the line end 1.
  text.append((64 - (10 + text.size() + 1) % 64) % 64, ' ');
  text += '\n';
  const std::string start = std::string(kMagic) + '\1' + '\0';
  return start + static_cast<char>(text.size() & 0xff) + static_cast<char>(text.size() >> 8) + text;
}

}  // namespace app
