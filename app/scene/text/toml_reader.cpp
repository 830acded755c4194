#include "scene/text/toml_reader.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "files/user_error.h"

// toml++ without its undefined behaviour. Version 3.3 marks code for some non-blank characters as unreachable
// (U+00A1 to U+0499 and two more ranges, close to blanks in Unicode), where false would be correct. It also asserts, or
// lets the compiler assume, properties of unchecked text: a key after "[", a value in an array, a time after a date.
// The code after those assertions rejects such text with a message.
#include "scene/text/toml_forward.h"

#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expression) static_cast<void>(0)
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false

#if __has_include(<toml++/impl/unicode.hpp>)
#include <toml++/impl/unicode.hpp>
#else
#include <toml++/impl/unicode.h>
#endif

#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE __builtin_unreachable()

#include <toml++/toml.h>

namespace app {

/// Refuses TOML with deeper nesting than this program reads: toml++ limits arrays and inline tables, but handles tables
/// of a dotted key by one recursive call per dot, until the stack overflows. Checks nothing else; invalid TOML passes.
/// Throws UserError "file:line:column: what".
void checkTomlDepth(std::string_view text, const std::string& file);

namespace {

constexpr std::size_t kMostParts = 16;     // of a dotted key
constexpr std::size_t kMostBrackets = 64;  // open at once

/// Index after the string whose first quote is at `begin`; if it is not closed, the end of the line or text.
std::size_t endOfString(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string three(3, quote);
  const bool multiline = text.substr(begin, 3) == three;
  std::size_t at = begin + (multiline ? 3 : 1);
  while (at < text.size()) {
    if (quote == '"' && text[at] == '\\') {
      at += 2;
    } else if (text[at] == quote && !multiline) {
      return at + 1;
    } else if (text[at] == quote && text.substr(at, 3) == three) {
      at += 3;
      for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;  // two may be its own
      return at;
    } else if (text[at] == '\n' && !multiline) {
      return at;
    } else {
      ++at;
    }
  }
  return text.size();
}

[[noreturn]] void refuse(std::string_view text, std::size_t at, const std::string& file, const std::string& what) {
  const std::string_view before = text.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::string_view start = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  const auto column = std::count_if(start.begin(), start.end(), isFirstByte) + 1;
  throw UserError(fmt::format("{}:{}:{}: {}", file, line, column, what));
}

}  // namespace

void checkTomlDepth(std::string_view text, const std::string& file) {
  constexpr std::string_view kEndsOfKeys = "=,[]{}\n";
  std::size_t parts = 1, brackets = 0, at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = endOfString(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '.') ++parts;
    if (kEndsOfKeys.find(c) != std::string_view::npos) parts = 1;
    if (c == '[' || c == '{') ++brackets;
    if ((c == ']' || c == '}') && brackets > 0) --brackets;
    if (parts > kMostParts)
      refuse(text, at, file, fmt::format("a key has more than {} parts between dots", kMostParts));
    if (brackets > kMostBrackets)
      refuse(text, at, file, fmt::format("more than {} brackets are open at once", kMostBrackets));
    ++at;
  }
}

namespace {

std::string position(const std::string& file, const toml::source_position& where) {
  return fmt::format("{}:{}:{}: ", file, where.line, where.column);
}

const char* typeName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + ("\"" + names[i] + "\"");
  return text;
}

/// The allowed range in the number format of files.
std::string textOf(const Range& range) {
  return range.text([](double number) { return fmt::format("{}", number); });
}
std::string wholeTextOf(const Range& range) {
  return range.text([](double number) { return fmt::format("{:.0f}", number); });
}

}  // namespace

std::shared_ptr<const toml::table> parseToml(std::string_view text, const std::string& file) {
  checkTomlDepth(text, file);
  try {
    return std::make_shared<const toml::table>(toml::parse(text, file));
  } catch (const toml::parse_error& error) {
    throw UserError(position(file, error.source().begin) + std::string(error.description()));
  }
}

TomlTable::TomlTable(const toml::table& table, std::string file, std::string name)
    : table_(&table), file_(std::move(file)), name_(std::move(name)) {}

bool TomlTable::has(const char* key) const {
  return table_->contains(key);
}

bool TomlTable::isText(const char* key) const {
  const toml::node* node = table_->get(key);
  return node != nullptr && node->is_string();
}

const toml::node* TomlTable::find(const char* key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_->get(key);
}

std::string TomlTable::label(const std::string& key) const {
  return name_.empty() ? key : name_ + ": " + key;
}

void TomlTable::failAt(const toml::source_region& where, const std::string& what) const {
  constexpr std::size_t kMostBytes = 1000;  // a key in the message may be as long as the file
  throw UserError(position(file_, where.begin) +
                  (what.size() > kMostBytes ? what.substr(0, kMostBytes) + "..." : what));
}

void TomlTable::fail(const char* key, const std::string& what) const {
  const toml::node* node = table_->get(key);
  failAt(node ? node->source() : table_->source(), *key == 0 ? label(key) + what : label(key) + ' ' + what);
}

double TomlTable::finiteNumber(const char* key, const toml::node& node, Range allowed) const {
  if (!node.is_number())
    failAt(node.source(), fmt::format("{} is {}; a number is needed, {}", label(key), typeName(node), textOf(allowed)));
  // toml++'s own conversion to double refuses integers beyond 2^53.
  const double value = node.is_integer() ? static_cast<double>(**node.as_integer()) : **node.as_floating_point();
  if (!std::isfinite(value) || !allowed.contains(value))
    failAt(node.source(), fmt::format("{} = {} is out of range; allowed: {}", label(key), value, textOf(allowed)));
  return value;
}

bool TomlTable::read(const char* key, double& out, Range allowed) {
  const toml::node* node = find(key);
  if (node) out = finiteNumber(key, *node, allowed);
  return node != nullptr;
}

bool TomlTable::read(const char* key, std::int64_t& out, Range allowed) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_integer())
    failAt(node->source(),
           fmt::format("{} is {}; an integer is needed, {}", label(key), typeName(*node), wholeTextOf(allowed)));
  const std::int64_t value = **node->as_integer();
  if (!allowed.contains(static_cast<double>(value)))
    failAt(node->source(),
           fmt::format("{} = {} is out of range; allowed: {}", label(key), value, wholeTextOf(allowed)));
  out = value;
  return true;
}

bool TomlTable::read(const char* key, bool& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_boolean())
    failAt(node->source(), fmt::format("{} is {}; true or false is needed", label(key), typeName(*node)));
  out = **node->as_boolean();
  return true;
}

bool TomlTable::read(const char* key, std::string& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  if (!node->is_string())
    failAt(node->source(), fmt::format("{} is {}; a string in quotes is needed", label(key), typeName(*node)));
  out = **node->as_string();
  return true;
}

fmm::Vec3 TomlTable::vector(const char* key, const toml::node& node, Range allowed) const {
  const toml::array* array = node.as_array();
  if (!array || array->size() != 3)
    failAt(node.source(),
           fmt::format("{} is {}; three numbers [x, y, z] are needed", label(key),
                       array ? fmt::format("an array of {}", array->size()) : std::string(typeName(node))));
  return {finiteNumber(key, (*array)[0], allowed), finiteNumber(key, (*array)[1], allowed),
          finiteNumber(key, (*array)[2], allowed)};
}

bool TomlTable::read(const char* key, fmm::Vec3& out, Range allowed) {
  const toml::node* node = find(key);
  if (node) out = vector(key, *node, allowed);
  return node != nullptr;
}

bool TomlTable::readPlace(const char* key, fmm::Vec3& out, Range allowed) {
  const toml::node* node = find(key);
  const toml::array* array = node ? node->as_array() : nullptr;
  if (array && array->size() == 3) return read(key, out, allowed);
  std::array<double, 2> pair = {out.x, out.y};
  if (read(key, pair, allowed)) out = {pair[0], pair[1], 0};
  return node != nullptr;
}

bool TomlTable::read(const char* key, std::array<double, 2>& out, Range allowed) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* array = node->as_array();
  if (!array || array->size() != 2)
    failAt(node->source(),
           fmt::format("{} is {}; two numbers [x, y] are needed", label(key),
                       array ? fmt::format("an array of {}", array->size()) : std::string(typeName(*node))));
  out = {finiteNumber(key, (*array)[0], allowed), finiteNumber(key, (*array)[1], allowed)};
  return true;
}

bool TomlTable::read(const char* key, std::vector<fmm::Vec3>& out, Range allowed) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* array = node->as_array();
  if (!array)
    failAt(node->source(), fmt::format("{} is {}; points [[x, y, z], ...] are needed", label(key), typeName(*node)));
  out.clear();
  for (const toml::node& point : *array) out.push_back(vector(key, point, allowed));
  return true;
}

bool TomlTable::read(const char* key, std::vector<std::vector<double>>& out, std::size_t width, Range allowed) {
  const toml::node* node = find(key);
  if (!node) return false;
  out.clear();
  const toml::array* rows = node->as_array();
  for (std::size_t i = 0; rows && i < rows->size(); ++i) {
    const toml::array* row = (*rows)[i].as_array();
    if (!row || row->size() != width) break;
    std::vector<double>& numbers = out.emplace_back();
    for (const toml::node& number : *row) numbers.push_back(finiteNumber(key, number, allowed));
  }
  if (!rows || out.size() != rows->size())
    failAt(node->source(), fmt::format("{} must be rows of {} numbers: [[...], [...], ...]", label(key), width));
  return true;
}

bool TomlTable::read(const char* key, std::array<Colour, 2>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* pair = node->as_array();
  bool right = pair && pair->size() == out.size();
  for (std::size_t i = 0; right && i < out.size(); ++i) {
    const toml::array* parts = (*pair)[i].as_array();
    right = parts && parts->size() == out[i].size();
    for (std::size_t k = 0; right && k < out[i].size(); ++k)
      out[i][k] = static_cast<float>(finiteNumber(key, (*parts)[k], {0, 1}));
  }
  if (!right)
    failAt(node->source(),
           label(key) + " must be two colours [[red, green, blue], [red, green, blue]], each part 0 to 1");
  return true;
}

bool TomlTable::read(const char* key, std::optional<Colour>& out) {
  fmm::Vec3 parts;
  if (!read(key, parts, {0, 1})) return false;
  out = Colour{static_cast<float>(parts.x), static_cast<float>(parts.y), static_cast<float>(parts.z)};
  return true;
}

bool TomlTable::read(const char* key, std::pair<int, int>& out, Range allowed) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* array = node->as_array();
  if (!array || array->size() != 2 || !(*array)[0].is_integer() || !(*array)[1].is_integer())
    failAt(node->source(),
           fmt::format("{} must be two integers [width, height], each {}", label(key), textOf(allowed)));
  out = {static_cast<int>(finiteNumber(key, (*array)[0], allowed)),
         static_cast<int>(finiteNumber(key, (*array)[1], allowed))};
  return true;
}

bool TomlTable::readChoice(const char* key, std::size_t& out, const std::vector<std::string>& names) {
  std::string name;
  if (!read(key, name)) return false;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    fail(key, fmt::format("= \"{}\" is not known; allowed: {}{}", name, joined(names), didYouMean(name, names)));
  out = static_cast<std::size_t>(found - names.begin());
  return true;
}

std::optional<TomlTable> TomlTable::table(const char* key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  if (!node->is_table())
    failAt(node->source(), fmt::format("{} is {}; a table [{}] is needed", label(key), typeName(*node), key));
  return TomlTable(*node->as_table(), file_, key);
}

std::vector<TomlTable> TomlTable::tables(const char* key) {
  const toml::node* node = find(key);
  if (!node) return {};
  const toml::array* array = node->as_array();
  if (!array || !array->is_homogeneous<toml::table>())
    failAt(node->source(), fmt::format("{} is {}; tables under [[{}]] are needed", label(key), typeName(*node), key));
  std::vector<TomlTable> children;
  for (const toml::node& child : *array)
    children.emplace_back(*child.as_table(), file_, fmt::format("{} {}", key, children.size() + 1));
  return children;
}

void TomlTable::finish() const {
  for (const auto& [key, node] : *table_) {
    const std::string name(key.str());
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    // A table with a header has its own position; for other values the key's position is more useful.
    const std::string meant = didYouMean(name, known_);
    failAt(key.source(), fmt::format("unknown key \"{}\"{}{}", name, name_.empty() ? "" : " in " + name_,
                                     meant.empty() ? fmt::format("; allowed: {}", fmt::join(known_, ", ")) : meant));
  }
}

}  // namespace app
