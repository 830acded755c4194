#include "files/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "files/user_error.h"

namespace app {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
constexpr std::size_t kLongestLine = std::size_t{1} << 16;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string joined(const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + column;
  return text;
}

// Text from the file in quotation marks, cut to the length of a message.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return '"' + std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "...\"" : "\"");
}

/// A field without blanks and quotation marks around it.
std::string_view bare(std::string_view field) {
  field = trimmed(field);
  const bool quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
  return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

/// A header line without the comment sign that NumPy's savetxt puts before it.
std::string_view withoutComment(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line.front() != '#' ? line : trimmed(line.substr(1));
}

/// The number at the start of a text, as by std::from_chars(); an exponent may begin with D, as in Fortran.
std::from_chars_result readNumber(std::string_view text, double& value) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto end = static_cast<std::size_t>(result.ptr - text.data());
  if (end == 0 || end == text.size() || (text[end] != 'D' && text[end] != 'd')) return result;
  std::string usual(text);
  usual[end] = 'e';
  const auto again = std::from_chars(usual.data(), usual.data() + usual.size(), value);
  return {text.data() + (again.ptr - usual.data()), again.ec};
}

/// The end of a field that begins here: its comma, or npos. Commas between quotation marks belong to it; two quotation
/// marks in turn are one of the text.
std::size_t endOfField(std::string_view rest) {
  const std::size_t first = rest.find_first_not_of(" \t");
  if (first == std::string_view::npos || rest[first] != '"') return rest.find(',');
  std::size_t close = rest.find('"', first + 1);
  while (close != std::string_view::npos && rest.substr(close + 1, 1) == "\"") close = rest.find('"', close + 2);
  return rest.find(',', close == std::string_view::npos ? first : close);  // one that is not closed is a letter
}

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> fields;
  for (;;) {
    const auto comma = endOfField(line);
    fields.emplace_back(bare(line.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

/// Says what separates the columns of a line that has no commas; empty if nothing known does.
std::string separatorHint(std::string_view line) {
  if (line.find(',') != std::string_view::npos && line.find(';') == std::string_view::npos) return {};
  for (const auto& [sign, name] : {std::pair(';', "semicolons"), std::pair('\t', "tabs"), std::pair('|', "bars")})
    if (line.find(sign) != std::string_view::npos)
      return fmt::format("; its columns are separated by {}, allowed are commas, with points in the numbers", name);
  return {};
}

}  // namespace

CsvReader::CsvReader(const std::string& path, const std::vector<std::vector<std::string>>& layouts) : file_(path) {
  readHeader(layouts);
}

std::string CsvReader::where() const {
  return fmt::format("{}:{}", file_.path(), lineNumber_);
}

void CsvReader::fail(const std::string& what) const {
  throw UserError(where() + ": " + what);
}

// Sets line_ to the next line; the bytes before it are dropped from the buffer when it has to grow.
bool CsvReader::readLine() {
  std::size_t searched = begin_;
  for (;;) {
    const auto end = buffer_.find('\n', searched);
    if (end != std::string::npos || (ended_ && begin_ < buffer_.size())) {
      const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
      line_ = std::string_view(buffer_).substr(begin_, stop - begin_);
      if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
      begin_ = std::min(stop + 1, buffer_.size());
      ++lineNumber_;
      return true;
    }
    if (ended_) return false;
    if (buffer_.size() - begin_ > kLongestLine) {
      ++lineNumber_;
      fail(fmt::format("line is longer than {} bytes; is this a CSV file?", kLongestLine));
    }
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + kBlockBytes);
    const std::size_t count = file_.read(buffer_.data() + kept, kBlockBytes);
    buffer_.resize(kept + count);
    ended_ = count < kBlockBytes;
    searched = kept;
  }
}

void CsvReader::readHeader(const std::vector<std::vector<std::string>>& layouts) {
  std::string expected;
  for (const auto& layout : layouts) expected += (expected.empty() ? "" : " or ") + joined(layout);
  if (!readLine()) throw UserError(fmt::format("{}:1: file is empty; expected the header {}", file_.path(), expected));
  std::string_view rest = line_;
  if (rest.substr(0, 2) == "\xff\xfe" || rest.substr(0, 2) == "\xfe\xff")
    fail(fmt::format(
        "file is UTF-16, as spreadsheets write \"Unicode text\"; save it as CSV in UTF-8, with the header {}",
        expected));
  if (rest.substr(0, 3) == "\xef\xbb\xbf") rest.remove_prefix(3);
  const std::string header(rest);
  std::vector<std::string> given;
  const auto missing = [&]() -> const std::string* {
    given = split(withoutComment(rest));
    for (const std::string& column : layouts.front())
      if (std::find(given.begin(), given.end(), column) == given.end()) return &column;
    return nullptr;
  };
  for (const std::string* first = missing(); first; first = missing()) {  // comments may come before the header
    const bool comment = !trimmed(rest).empty() && trimmed(rest).front() == '#';
    if (comment && readLine()) {
      rest = line_;
      continue;
    }
    lineNumber_ = 1;
    fail(fmt::format("header is {}, without {}; expected {}, in any order and with others beside them{}", shown(header),
                     *first, expected, separatorHint(header)));
  }
  place_.assign(given.size(), std::nullopt);
  for (const std::string& column : layouts.back()) {
    const auto found = std::find(given.begin(), given.end(), column);
    if (found == given.end()) continue;
    if (std::find(found + 1, given.end(), column) != given.end())
      fail(fmt::format("header names {} twice; allowed: once", column));
    place_[static_cast<std::size_t>(found - given.begin())] = columns_.size();
    columns_.push_back(column);
  }
}

double CsvReader::parseField(std::string_view field, std::size_t column) const {
  // from_chars accepts no plus sign.
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-';
  const std::string_view digits = plus ? field.substr(1) : field;
  double value = 0;
  const auto [end, code] = readNumber(digits, value);
  if (code == std::errc::result_out_of_range && end == digits.data() + digits.size()) {
    // A number too small for a double becomes 0, as for every reader; one too large is an error.
    std::string usual(digits);
    std::replace_if(
        usual.begin(), usual.end(), [](char c) { return c == 'D' || c == 'd'; }, 'e');
    value = std::strtod(usual.c_str(), nullptr);
    if (std::isfinite(value)) return value;
  } else if (code != std::errc() || end != digits.data() + digits.size()) {
    fail(field.empty()
             ? fmt::format("column {} is empty; a number is needed", columns_[column])
             : fmt::format("column {}: {} is not a number{}", columns_[column], shown(field), separatorHint(field)));
  }
  if (!std::isfinite(value))
    fail(fmt::format("column {}: {} is not allowed; finite numbers only", columns_[column], shown(field)));
  return value;
}

// After the first empty line only empty lines may follow.
bool CsvReader::endsHere() {
  const std::size_t emptyLine = lineNumber_;
  while (readLine()) {
    if (trimmed(line_).empty()) continue;
    lineNumber_ = emptyLine;
    fail("empty line between rows");
  }
  return true;
}

bool CsvReader::next(double* row) {
  if (!readLine()) return false;
  if (trimmed(line_).empty() && endsHere()) return false;
  std::string_view rest = line_;
  for (std::size_t field = 0; field < place_.size(); ++field) {
    const auto comma = endOfField(rest);
    const bool last = field + 1 == place_.size();
    if (last != (comma == std::string_view::npos))
      fail(fmt::format("{} columns; {} are needed{}", split(line_).size(), place_.size(), separatorHint(line_)));
    if (const auto column = place_[field]) row[*column] = parseField(bare(rest.substr(0, comma)), *column);
    if (!last) rest.remove_prefix(comma + 1);
  }
  return true;
}

CsvWriter::CsvWriter(const std::string& path, const RowWriterSettings& settings)
    : file_(path, settings.replace ? Existing::replace : Existing::keep),
      columns_(settings.columns.size()),
      firstSingle_(settings.singlePrecision ? settings.firstSingle : settings.columns.size()) {
  file_.write(joined(settings.columns) + '\n');
}

void CsvWriter::add(const double* row) {
  constexpr std::size_t kLongestNumber = 32;
  line_.resize(columns_ * kLongestNumber);
  char* out = line_.data();
  for (std::size_t column = 0; column < columns_; ++column) {
    const auto result = column < firstSingle_
                            ? std::to_chars(out, out + kLongestNumber, row[column])
                            : std::to_chars(out, out + kLongestNumber, static_cast<float>(row[column]));
    out = result.ptr;
    *out++ = column + 1 < columns_ ? ',' : '\n';
  }
  file_.write(std::string_view(line_.data(), static_cast<std::size_t>(out - line_.data())));
}

}  // namespace app
