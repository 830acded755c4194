#include "scene/text/heat_tables.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "fmm/error.h"
#include "scene/range.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {
namespace {

using fmm::HeatShape;
using fmm::HeatSource;

/// A member of a source with its key and what it is read and written as. What belongs to the shape is always written,
/// the rest where it differs from the standard.
template <class Visitor>
void forEachMember(HeatSource& source, const Visitor& visit) {
  const HeatSource standard;
  const bool box = source.shape == HeatShape::box, ball = source.shape == HeatShape::ball;
  visit.place("centre", source.centre, std::nullopt);
  if (visit.belongs("radius", !box)) visit.number("radius", source.radius, kLength, std::nullopt);
  if (visit.belongs("thickness", !box && !ball)) visit.number("thickness", source.thickness, kLength, std::nullopt);
  if (visit.belongs("half_axes", box)) visit.halfAxes("half_axes", source.halfAxes);
  visit.place("axis", source.axis, fmm::Vec3{});
  visit.number("edge", source.edge, kLength, std::nullopt);
  visit.number("buoyancy", source.buoyancy, kNumber, std::nullopt);
  visit.count("ripples", source.ripples, Range{0, 1000});
  visit.number("ripple_height", source.rippleHeight, kNumber, standard.rippleHeight);
}

/// Reads the members; refuses those that do not belong to the shape.
struct MemberReader {
  TomlTable& table;

  bool belongs(const char* key, bool ofShape) const {
    if (table.has(key) && !ofShape) table.fail(key, "does not belong to this shape");
    return ofShape;
  }
  void number(const char* key, double& out, Range range, std::optional<double>) const { table.read(key, out, range); }
  void count(const char* key, int& out, Range range) const {
    std::int64_t whole = 0;
    if (table.read(key, whole, range)) out = static_cast<int>(whole);
  }
  void place(const char* key, fmm::Vec3& out, std::optional<fmm::Vec3>) const {
    table.readPlace(key, out, kCoordinate);
  }
  /// Two numbers in the plane leave the third as it is.
  void halfAxes(const char* key, std::array<double, 3>& out) const {
    fmm::Vec3 half;
    if (table.readPlace(key, half, kCoordinate)) out = {half.x, half.y, half.z != 0 ? half.z : half.y};
  }
};

/// Writes the members.
struct MemberWriter {
  std::string& text;

  void line(const char* key, const std::string& value) const {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  }
  static bool belongs(const char*, bool ofShape) { return ofShape; }
  void number(const char* key, double value, Range, std::optional<double> standard) const {
    if (!standard || value != *standard) line(key, realText(value));
  }
  void count(const char* key, int value, Range) const {
    if (value != 0) line(key, std::to_string(value));
  }
  void place(const char* key, const fmm::Vec3& value, std::optional<fmm::Vec3> standard) const {
    if (!standard || !(value == *standard)) line(key, vectorText(value));
  }
  void halfAxes(const char* key, const std::array<double, 3>& value) const {
    line(key, vectorText({value[0], value[1], value[2]}));
  }
};

template <class Enum>
void readName(TomlTable& table, const char* key, Enum& out) {
  std::vector<std::string> names;
  for (const auto& named : namesOf(Enum{})) names.emplace_back(named.second);
  auto index = static_cast<std::size_t>(out);
  table.readChoice(key, index, names);
  out = static_cast<Enum>(index);
}

}  // namespace

std::vector<HeatSource> readHeatSources(TomlTable& top) {
  std::vector<HeatSource> sources;
  for (TomlTable& table : top.tables("heat")) {
    HeatSource source;
    readName(table, "shape", source.shape);
    readName(table, "supply", source.supply);
    forEachMember(source, MemberReader{table});
    table.finish();
    try {
      fmm::requireHeatSources({source});
    } catch (const fmm::InvalidInput& error) {
      const std::string what = error.what();
      const std::size_t colon = what.find(": ");  // after "heat source 1", which the table's label tells
      table.fail("", colon == std::string::npos ? what : what.substr(colon + 2));
    }
    sources.push_back(source);
    if (sources.size() > fmm::kMostHeatSources)
      table.fail("",
                 fmt::format("is one of more than {}; allowed: 0 to {}", fmm::kMostHeatSources, fmm::kMostHeatSources));
  }
  return sources;
}

std::string formatHeatSources(const std::vector<HeatSource>& sources) {
  std::string text;
  for (HeatSource source : sources) {
    text += fmt::format("\n[[heat]]\nshape = \"{}\"\n", fmm::toString(source.shape));
    if (source.supply != fmm::HeatSupply::start) text += fmt::format("supply = \"{}\"\n", fmm::toString(source.supply));
    forEachMember(source, MemberWriter{text});
  }
  return text;
}

std::vector<HeatSource> parseHeatSources(const std::string& text, const std::string& source) {
  const auto document = parseToml(text, source);
  TomlTable top(*document, source, "");
  std::vector<HeatSource> sources = readHeatSources(top);
  top.finish();
  return sources;
}

}  // namespace app
