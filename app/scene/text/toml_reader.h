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

/// Parses TOML; a syntax error or a key given twice leaves as UserError "file:line:column: what".
/// The table is behind a pointer so that toml++, a second and a half of compile time, is read by toml_reader.cpp alone.
std::shared_ptr<const toml::table> parseToml(std::string_view text, const std::string& file);

/// Checked access to one table of a TOML file. Every read() names what it takes; finish() refuses what nobody took.
/// All throw UserError "file:line:column: what" with the allowed range.
class TomlTable {
 public:
  /// `name` is what messages call it: "physics", "ring 2", "" for the top level. The table must outlive this object.
  TomlTable(const toml::table& table, std::string file, std::string name);

  /// Each leaves `out` alone and returns false where the key is absent.
  bool read(const char* key, double& out, Range allowed);
  bool read(const char* key, std::int64_t& out, Range allowed);
  bool read(const char* key, bool& out);
  bool read(const char* key, std::string& out);
  /// [x, y, z], each component in `allowed`.
  bool read(const char* key, fmm::Vec3& out, Range allowed);
  /// [x, y], each component in `allowed`.
  bool read(const char* key, std::array<double, 2>& out, Range allowed);
  /// [[x, y, z], ...], each component in `allowed`.
  bool read(const char* key, std::vector<fmm::Vec3>& out, Range allowed);
  /// [[red, green, blue], [red, green, blue]], each part from 0 to 1.
  bool read(const char* key, std::array<Colour, 2>& out);
  /// [red, green, blue], each from 0 to 1.
  bool read(const char* key, std::optional<Colour>& out);
  /// [width, height]
  bool read(const char* key, std::pair<int, int>& out, Range allowed);
  /// A string that is one of `names`; gives its index.
  bool readChoice(const char* key, std::size_t& out, const std::vector<std::string>& names);

  /// A child table; empty where it is absent.
  std::optional<TomlTable> table(const char* key);
  /// Children of an array of tables ([[key]]); empty where it is absent.
  std::vector<TomlTable> tables(const char* key);

  bool has(const char* key) const;
  /// Is the key there with a string?
  bool isText(const char* key) const;
  /// Throws for the first key of the file that no read asked for, with a suggestion, or else with all keys that are
  /// known here.
  void finish() const;
  /// Throws a message at the position of `key`, or of the table where the key is absent.
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
