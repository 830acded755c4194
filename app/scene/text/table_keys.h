#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scene/line_list.h"
#include "scene/text/setting_file.h"

namespace app {

// Tables of a scene file that are described once: a function describe(thing, keys) hands each key with its member to a
// KeyReader, which reads it, or to a KeyWriter, which writes it.

/// When a key counts.
struct KeyUse {
  bool belongs = true;  ///< it means something for the chosen shape; else it is refused, and not written
  bool said = true;     ///< it is written; false for values that go without saying
};

/// Reads the keys of a table. All functions throw UserError.
class KeyReader {
 public:
  explicit KeyReader(TomlTable& table) : table_(table) {}

  template <class Value>
  void operator()(const char* key, Value& value, const Range& range = {}, KeyUse use = {}) {
    if (belongs(key, use)) readValue(table_, key, range, value);
  }
  void operator()(const char* key, fmm::Vec3& value, const Range& range, KeyUse use = {}) {
    if (belongs(key, use)) table_.read(key, value, range);
  }
  /// [x, y] in the plane z = 0.
  void place(const char* key, fmm::Vec3& value) {
    std::array<double, 2> pair = {value.x, value.y};
    if (table_.read(key, pair, kCoordinate)) value = {pair[0], pair[1], 0};
  }
  /// An index, which files count from 1.
  void ordinal(const char* key, std::optional<std::size_t>& index, double most, KeyUse use = {}) {
    std::int64_t number = 0;
    if (belongs(key, use) && table_.read(key, number, {1, most})) index = static_cast<std::size_t>(number - 1);
  }
  /// The shape, or the like, to which further keys belong or not.
  template <class Enum>
  void choice(const char* key, Enum& value, const std::vector<std::string>& names) {
    auto index = static_cast<std::size_t>(value);
    table_.readChoice(key, index, names);
    value = static_cast<Enum>(index);
    chosen_ = fmt::format("{} = \"{}\"", key, names[index]);
  }

 private:
  bool belongs(const char* key, KeyUse use) const {
    if (!use.belongs && table_.has(key)) table_.fail(key, "means nothing for " + chosen_);
    return use.belongs;
  }

  TomlTable& table_;
  std::string chosen_;
};

/// Writes the keys of a table as lines.
class KeyWriter {
 public:
  /// `table` is the name of an array of tables.
  explicit KeyWriter(const char* table) : text_(fmt::format("\n[[{}]]\n", table)) {}
  explicit KeyWriter(std::string before) : text_(std::move(before)) {}

  template <class Value>
  void operator()(const char* key, const Value& value, const Range& range = {}, KeyUse use = {}) {
    if (use.belongs && use.said) text_ += settingLine(key, range, value);
  }
  void place(const char* key, const fmm::Vec3& value) {
    text_ += fmt::format("{} = [{}, {}]\n", key, realText(value.x), realText(value.y));
  }
  void ordinal(const char* key, const std::optional<std::size_t>& index, double, KeyUse use = {}) {
    if (index && use.belongs) text_ += fmt::format("{} = {}\n", key, *index + 1);
  }
  template <class Enum>
  void choice(const char* key, Enum value, const std::vector<std::string>& names) {
    text_ += fmt::format("{} = {}\n", key, quoted(names[static_cast<std::size_t>(value)]));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Name and colour of a thing in a scene.
template <class Keys>
void describe(LineLabel& label, Keys& keys) {
  keys("name", label.name, {}, {true, !label.name.empty()});
  keys("colour", label.colour);
}

}  // namespace app
