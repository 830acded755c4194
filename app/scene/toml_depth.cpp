#include "scene/toml_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/user_error.h"

namespace app {
namespace {

constexpr std::size_t kMostParts = 16;     // of a dotted key
constexpr std::size_t kMostBrackets = 64;  // open at once

/// Index behind the string whose first quote is at `begin`; the line's end or the text's where it is not closed.
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
      for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;  // the last of the text
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

}  // namespace app
