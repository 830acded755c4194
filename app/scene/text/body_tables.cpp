#include "scene/text/body_tables.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "files/user_error.h"
#include "fmm/error.h"
#include "scene/range.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {
namespace {

using Pair = std::array<double, 2>;
using Rows = std::vector<std::vector<double>>;

constexpr Range kTurns{-1e6, 1e6};  // degrees

/// A member of a body with its key and what it is read and written as.
template <class Visitor>
void forEachMember(fmm::Body& body, const Visitor& visit) {
  using fmm::BodyShape;
  const BodyShape shape = body.shape;
  const fmm::Body standard;
  visit.place("centre", body.centre, {});
  visit.number("radius", body.radius, kLength, shape == BodyShape::circle, standard.radius);
  visit.pair("half_axes", body.halfAxes, shape == BodyShape::ellipse || shape == BodyShape::box);
  visit.number("chord", body.chord, kLength, shape == BodyShape::aerofoil, standard.chord);
  visit.section("naca", body.section, shape == BodyShape::aerofoil);
  visit.points("points", body.points, shape == BodyShape::polygon);
  visit.number("angle", body.angle, kTurns, true, 0);
  visit.place("velocity", body.velocity, fmm::Vec3{});
  visit.number("rotation", body.rotation, kTurns, true, 0);
  visit.place("swing", body.swing, fmm::Vec3{});
  visit.number("turn_swing", body.turnSwing, kTurns, true, 0);
  visit.number("period", body.period, kLength, true, standard.period);
  visit.number("start", body.start, kNumber, true, 0);
  visit.path("path", body.path);
}

/// Reads the members; refuses those that do not belong to the shape.
struct MemberReader {
  TomlTable& table;

  bool belongs(const char* key, bool ofShape) const {
    if (table.has(key) && !ofShape) table.fail(key, "does not belong to this shape");
    return ofShape;
  }
  void number(const char* key, double& out, Range range, bool ofShape, double) const {
    if (belongs(key, ofShape)) table.read(key, out, range);
  }
  void place(const char* key, fmm::Vec3& out, std::optional<fmm::Vec3>) const {
    Pair pair = {out.x, out.y};
    if (table.read(key, pair, kCoordinate)) out = {pair[0], pair[1], 0};
  }
  void pair(const char* key, Pair& out, bool ofShape) const {
    if (belongs(key, ofShape)) table.read(key, out, kLength);
  }
  void section(const char* key, int& out, bool ofShape) const {
    if (!belongs(key, ofShape)) return;
    std::string digits;
    if (!table.read(key, digits)) return;
    const bool four = digits.size() == 4 && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!four || digits.substr(2) == "00") table.fail(key, "must be four digits like \"4412\", the last two not 00");
    out = std::stoi(digits);
  }
  void points(const char* key, std::vector<fmm::Vec3>& out, bool ofShape) const {
    if (!belongs(key, ofShape)) return;
    Rows rows;
    if (!table.read(key, rows, 2, kCoordinate)) table.fail(key, "are missing: [[x, y], [x, y], [x, y], ...]");
    for (const std::vector<double>& row : rows) out.push_back({row[0], row[1], 0});
  }
  void path(const char* key, std::vector<fmm::BodyKey>& out) const {
    Rows rows;
    if (!table.read(key, rows, 4, kCoordinate)) return;
    for (const std::vector<double>& row : rows) out.push_back({row[0], {row[1], row[2], 0}, row[3]});
  }
};

/// Writes the members that differ from the standard.
struct MemberWriter {
  std::string& text;

  void line(const char* key, const std::string& value) const {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  }
  static std::string pairText(double x, double y) { return fmt::format("[{}, {}]", realText(x), realText(y)); }
  void number(const char* key, double value, Range, bool ofShape, double standard) const {
    const bool size = standard != 0 && std::string(key) != "period";
    if (ofShape && (size || value != standard)) line(key, realText(value));
  }
  void place(const char* key, const fmm::Vec3& value, std::optional<fmm::Vec3> standard) const {
    if (!standard || !(value == *standard)) line(key, pairText(value.x, value.y));
  }
  void pair(const char* key, const Pair& value, bool ofShape) const {
    if (ofShape) line(key, pairText(value[0], value[1]));
  }
  void section(const char* key, int value, bool ofShape) const {
    if (ofShape) line(key, fmt::format("\"{:04}\"", value));
  }
  void points(const char* key, const std::vector<fmm::Vec3>& value, bool ofShape) const {
    if (!ofShape) return;
    std::string rows;
    for (const fmm::Vec3& x : value) rows += (rows.empty() ? "" : ", ") + pairText(x.x, x.y);
    line(key, "[" + rows + "]");
  }
  void path(const char* key, const std::vector<fmm::BodyKey>& value) const {
    if (value.empty()) return;
    std::string rows;
    for (const fmm::BodyKey& k : value)
      rows += fmt::format("  [{}, {}, {}, {}],\n", realText(k.time), realText(k.centre.x), realText(k.centre.y),
                          realText(k.angle));
    line(key, "[\n" + rows + "]");
  }
};

std::vector<std::string> shapeNames() {
  std::vector<std::string> names;
  for (const auto& named : fmm::namesOf(fmm::BodyShape{})) names.emplace_back(named.second);
  return names;
}

}  // namespace

std::vector<fmm::Body> readBodies(TomlTable& top) {
  std::vector<fmm::Body> bodies;
  for (TomlTable& table : top.tables("body")) {
    fmm::Body body;
    auto shape = static_cast<std::size_t>(body.shape);
    table.readChoice("shape", shape, shapeNames());
    body.shape = static_cast<fmm::BodyShape>(shape);
    forEachMember(body, MemberReader{table});
    table.finish();
    bodies.push_back(std::move(body));
    try {
      fmm::requireBodies(bodies);
    } catch (const fmm::InvalidInput& error) {
      const std::string what = error.what(), own = "body " + std::to_string(bodies.size());  // as the table's label
      const std::size_t skip = what.rfind(own, 0) != 0 ? 0 : own.size() + (what[own.size()] == ':' ? 2 : 1);
      table.fail("", what.substr(skip));
    }
    if (bodies.size() > fmm::kMostBodies)
      table.fail("", fmt::format("is one of more than {}; allowed: 0 to {}", fmm::kMostBodies, fmm::kMostBodies));
  }
  return bodies;
}

std::string formatBodies(const std::vector<fmm::Body>& bodies) {
  std::string text;
  for (fmm::Body body : bodies) {
    text += fmt::format("\n[[body]]\nshape = \"{}\"\n", fmm::toString(body.shape));
    forEachMember(body, MemberWriter{text});
  }
  return text;
}

std::vector<fmm::Body> parseBodies(const std::string& text, const std::string& source) {
  const auto document = parseToml(text, source);
  TomlTable top(*document, source, "");
  std::vector<fmm::Body> bodies = readBodies(top);
  top.finish();
  return bodies;
}

}  // namespace app
