#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#define TOML_ENABLE_FORMATTERS 0
#include "scene/text/toml_forward.h"

#include "files/suggest.h"
#include "files/user_error.h"
#include "fmm/types.h"
#include "scene/range.h"
#include "scene/view_settings.h"

namespace app {

/// Parses TOML; a syntax error or a duplicate key is thrown as UserError "file:line:column: what". The result is a
/// pointer so that only toml_reader.cpp includes toml++, which takes 1.5 s to compile.
std::shared_ptr<const toml::table> parseToml(std::string_view text, const std::string& file);

/// Checked access to one table of a TOML file. read() records known keys; finish() refuses unknown ones. All functions
/// throw UserError "file:line:column: what" with the allowed range.
class TomlTable {
 public:
  /// `name` is for messages: "physics", "ring 2", "" for the top level. The table must outlive this object.
  TomlTable(const toml::table& table, std::string file, std::string name);

  /// All leave `out` unchanged and return false if the key is absent.
  bool read(const char* key, double& out, Range allowed);
  bool read(const char* key, std::int64_t& out, Range allowed);
  bool read(const char* key, bool& out);
  bool read(const char* key, std::string& out);
  /// [x, y, z], each component in `allowed`.
  bool read(const char* key, fmm::Vec3& out, Range allowed);
  /// [x, y] or [x, y, z], each component in `allowed`; without z it becomes 0.
  bool readPlace(const char* key, fmm::Vec3& out, Range allowed);
  /// [x, y], each component in `allowed`.
  bool read(const char* key, std::array<double, 2>& out, Range allowed);
  /// [[x, y, z], ...], each component in `allowed`.
  bool read(const char* key, std::vector<fmm::Vec3>& out, Range allowed);
  /// [[number, ...], ...], each row of so many numbers in `allowed`.
  bool read(const char* key, std::vector<std::vector<double>>& out, std::size_t width, Range allowed);
  /// [[red, green, blue], [red, green, blue]], each part from 0 to 1.
  bool read(const char* key, std::array<Colour, 2>& out);
  /// [red, green, blue], each from 0 to 1.
  bool read(const char* key, std::optional<Colour>& out);
  /// [width, height]
  bool read(const char* key, std::pair<int, int>& out, Range allowed);
  /// A string from `names`; `out` is its index.
  bool readChoice(const char* key, std::size_t& out, const std::vector<std::string>& names);

  /// A child table; empty if absent.
  std::optional<TomlTable> table(const char* key);
  /// Children of an array of tables ([[key]]); empty if absent.
  std::vector<TomlTable> tables(const char* key);

  bool has(const char* key) const;
  /// True if the key is present with a string.
  bool isText(const char* key) const;
  /// Throws for the first key that no read asked for, with a suggestion or else with all known keys.
  void finish() const;
  /// Throws a message at the position of `key`, or of the table if the key is absent.
  [[noreturn]] void fail(const char* key, const std::string& what) const;
  /// "ring 2: radius" or "title"
  std::string label(const std::string& key) const;

 private:
  const toml::node* find(const char* key);
  fmm::Vec3 vector(const char* key, const toml::node& node, Range allowed) const;
  double finiteNumber(const char* key, const toml::node& node, Range allowed) const;
  [[noreturn]] void failAt(const toml::source_region& where, const std::string& what) const;

  const toml::table* table_;
  std::string file_;
  std::string name_;
  std::vector<std::string> known_;
};

}  // namespace app
