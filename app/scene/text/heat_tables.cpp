#include "scene/text/heat_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "fmm/error.h"
#include "scene/body_places.h"
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
  /// Of two numbers, as in the plane, the second is the third, too.
  void halfAxes(const char* key, std::array<double, 3>& out) const {
    fmm::Vec3 half;
    if (table.readPlace(key, half, kLength)) out = {half.x, half.y, half.z != 0 ? half.z : half.y};
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

namespace {

/// Points in the middle of what is warm: of a ring those of its circle.
std::vector<fmm::Vec3> warmPoints(const HeatSource& source, const fmm::Settings& settings) {
  if (source.shape != HeatShape::ring) return {source.centre};
  constexpr int kPoints = 128;
  constexpr double kPi = 3.14159265358979323846;
  const fmm::Vec3 given = fmm::norm(source.axis) > 0 ? source.axis : fmm::upOf(settings);
  const fmm::Vec3 axis = settings.space == fmm::Space::plane ? fmm::Vec3{0, 0, 1} : (1 / fmm::norm(given)) * given;
  const fmm::Vec3 aside = std::abs(axis.x) < 0.9 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 across = fmm::cross(axis, aside), first = (source.radius / fmm::norm(across)) * across;
  std::vector<fmm::Vec3> points;
  for (int k = 0; k < kPoints; ++k) {
    const double angle = 2 * kPi * k / kPoints;
    points.push_back(source.centre + std::cos(angle) * first + std::sin(angle) * fmm::cross(axis, first));
  }
  return points;
}

}  // namespace

void requireOutside(const TomlTable& top, const BodyPlaces& bodies, const fmm::Settings& settings) {
  for (std::size_t i = 0; i < settings.heatSources.size() && !bodies.empty(); ++i) {
    const HeatSource& source = settings.heatSources[i];
    for (const fmm::Vec3& x : warmPoints(source, settings))
      if (const auto body = bodies.containing(x, 0))
        top.fail("heat", fmt::format("{}: {} lies inside body {}; allowed: a region in the fluid", i + 1,
                                     source.shape == HeatShape::ring ? "its circle" : "centre", *body + 1));
  }
}

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
