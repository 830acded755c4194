#include "scene/text/body_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "files/row_file.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "scene/given_elements.h"
#include "scene/range.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {
namespace {

using fmm::BodyShape;
using Rows = std::vector<std::vector<double>>;

constexpr Range kTurns{-1e6, 1e6}, kSweep{-80, 80}, kPart{0, 1};  // kTurns, kSweep: degrees

bool isAny(BodyShape shape, std::initializer_list<BodyShape> of) {
  return std::find(of.begin(), of.end(), shape) != of.end();
}

/// A member of a body with its key and what it is read and written as. A number that is `own` to the shape is always
/// written, the others where they differ from the standard.
template <class Visitor>
void forEachMember(fmm::Body& body, const Visitor& visit) {
  const BodyShape shape = body.shape;
  const fmm::Body standard;
  const auto own = [&](const char* key, double& value, Range range, std::initializer_list<BodyShape> of) {
    if (visit.belongs(key, isAny(shape, of))) visit.number(key, value, range, std::nullopt);
  };
  visit.place("centre", body.centre, std::nullopt);
  own("radius", body.radius, kLength,
      {BodyShape::circle, BodyShape::sphere, BodyShape::capsule, BodyShape::disc, BodyShape::torus});
  if (visit.belongs("half_axes", isAny(shape, {BodyShape::ellipse, BodyShape::box, BodyShape::ellipsoid})))
    visit.halfAxes("half_axes", body);
  own("chord", body.chord, kLength, {BodyShape::aerofoil, BodyShape::wing});
  if (visit.belongs("naca", isAny(shape, {BodyShape::aerofoil, BodyShape::wing}))) visit.section("naca", body.section);
  if (visit.belongs("points", shape == BodyShape::polygon)) visit.points("points", body.points);
  own("length", body.length, kLength, {BodyShape::capsule});
  own("thickness", body.thickness, kLength, {BodyShape::disc});
  own("tube", body.tube, kLength, {BodyShape::torus});
  own("span", body.span, kLength, {BodyShape::wing});
  own("sweep", body.sweep, kSweep, {BodyShape::wing});
  own("taper", body.taper, kPart, {BodyShape::wing});
  if (visit.belongs("mesh", shape == BodyShape::mesh)) visit.mesh("mesh", body);
  if (visit.belongs("mesh_check", shape == BodyShape::mesh)) visit.meshCheck("mesh_check", body);
  own("scale", body.scale, kLength, {BodyShape::mesh});
  if (visit.belongs("attitude", !fmm::isInPlane(body))) visit.place("attitude", body.attitude, fmm::Vec3{});
  if (visit.belongs("axis", !fmm::isInPlane(body))) visit.place("axis", body.axis, standard.axis);
  visit.number("angle", body.angle, kTurns, 0);
  visit.place("velocity", body.velocity, fmm::Vec3{});
  visit.number("rotation", body.rotation, kTurns, 0);
  visit.place("swing", body.swing, fmm::Vec3{});
  visit.number("turn_swing", body.turnSwing, kTurns, 0);
  visit.number("period", body.period, kLength, standard.period);
  visit.number("start", body.start, kNumber, 0);
  visit.path("path", body);
}

/// Reads the members; refuses those that do not belong to the shape.
struct MemberReader {
  TomlTable& table;
  const SceneFiles& files;

  bool belongs(const char* key, bool ofShape) const {
    if (table.has(key) && !ofShape) table.fail(key, "does not belong to this shape");
    return ofShape;
  }
  void number(const char* key, double& out, Range range, std::optional<double>) const { table.read(key, out, range); }
  void place(const char* key, fmm::Vec3& out, std::optional<fmm::Vec3>) const {
    table.readPlace(key, out, kCoordinate);
  }
  void halfAxes(const char* key, fmm::Body& body) const {
    fmm::Vec3 half;
    if (table.readPlace(key, half, kCoordinate)) body.halfAxes = {half.x, half.y, half.z};
    if (body.shape == BodyShape::ellipse && half.z != 0) table.fail(key, "of an ellipse are two numbers [a, b]");
  }
  void section(const char* key, int& out) const {
    std::string digits;
    if (!table.read(key, digits)) return;
    const bool four = digits.size() == 4 && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!four || digits.substr(2) == "00") table.fail(key, "must be four digits like \"4412\", the last two not 00");
    out = std::stoi(digits);
  }
  /// A file's name, "" if the key has other content. Throws UserError.
  std::string fileName(const char* key) const {
    std::string name;
    if (table.isText(key)) table.read(key, name);
    return name;
  }
  void points(const char* key, std::vector<fmm::Vec3>& out) const {
    const std::string name = fileName(key);
    if (!name.empty()) {
      if (!hasRowEnding(name)) table.fail(key, "must be a file's name that ends in .csv or .npy");
      if (!files.points) table.fail(key, "are read where the scene itself is a file");
      out = files.points(files.pathOf(name), true);
      return;
    }
    Rows rows;
    if (!table.read(key, rows, 2, kCoordinate)) table.fail(key, "are missing: [[x, y], [x, y], [x, y], ...]");
    for (const std::vector<double>& row : rows) out.push_back({row[0], row[1], 0});
  }
  void mesh(const char* key, fmm::Body& body) const {
    const std::string name = fileName(key);
    if (name.empty()) table.fail(key, "is missing: the name of an STL file");
    if (!files.surface) table.fail(key, "is read where the scene itself is a file");
    body.meshFile = files.pathOf(name);
    try {
      body.mesh = files.surface(body.meshFile);
    } catch (const fmm::InvalidInput& error) {
      table.fail(key, error.what());
    }
  }
  /// That the file's surface is the one that was saved.
  void meshCheck(const char* key, const fmm::Body& body) const {
    std::string saved;
    if (table.read(key, saved) && saved != fmm::checkOf(*body.mesh))
      table.fail(key, "differs: " + body.meshFile +
                          " has changed since this was saved; without this line it is taken "
                          "as it is");
  }
  void path(const char* key, fmm::Body& body) const {
    Rows rows;
    const bool inPlane = fmm::isInPlane(body);
    if (!table.read(key, rows, inPlane ? 4 : 5, kCoordinate)) return;
    for (const std::vector<double>& row : rows)
      body.path.push_back({row[0], {row[1], row[2], inPlane ? 0 : row[3]}, row.back()});
  }
};

/// Writes the members.
struct MemberWriter {
  std::string& text;
  bool inPlane;

  void line(const char* key, const std::string& value) const {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  }
  static bool belongs(const char*, bool ofShape) { return ofShape; }
  std::string placeText(const fmm::Vec3& x) const {
    return inPlane ? fmt::format("[{}, {}]", realText(x.x), realText(x.y))
                   : fmt::format("[{}, {}, {}]", realText(x.x), realText(x.y), realText(x.z));
  }
  void number(const char* key, double value, Range, std::optional<double> standard) const {
    if (!standard || value != *standard) line(key, realText(value));
  }
  void place(const char* key, const fmm::Vec3& value, std::optional<fmm::Vec3> standard) const {
    if (!standard || !(value == *standard)) line(key, placeText(value));
  }
  void halfAxes(const char* key, const fmm::Body& body) const {
    line(key, placeText({body.halfAxes[0], body.halfAxes[1], body.halfAxes[2]}));
  }
  void section(const char* key, int value) const { line(key, fmt::format("\"{:04}\"", value)); }
  void points(const char* key, const std::vector<fmm::Vec3>& value) const {
    std::string rows;
    for (const fmm::Vec3& x : value) rows += (rows.empty() ? "" : ", ") + placeText(x);
    line(key, "[" + rows + "]");
  }
  void mesh(const char* key, const fmm::Body& body) const { line(key, quoted(body.meshFile)); }
  void meshCheck(const char* key, const fmm::Body& body) const { line(key, quoted(fmm::checkOf(*body.mesh))); }
  void path(const char* key, const fmm::Body& body) const {
    if (body.path.empty()) return;
    std::string rows;
    for (const fmm::BodyKey& k : body.path) {
      const std::string place = placeText(k.centre);
      rows += fmt::format("  [{}, {}, {}],\n", realText(k.time), place.substr(1, place.size() - 2), realText(k.angle));
    }
    line(key, "[\n" + rows + "]");
  }
};

std::vector<std::string> shapeNames() {
  std::vector<std::string> names;
  for (const auto& named : fmm::namesOf(fmm::BodyShape{})) names.emplace_back(named.second);
  return names;
}

}  // namespace

std::vector<fmm::Body> readBodies(TomlTable& top, const SceneFiles& files) {
  std::vector<fmm::Body> bodies;
  for (TomlTable& table : top.tables("body")) {
    fmm::Body body;
    auto shape = static_cast<std::size_t>(body.shape);
    table.readChoice("shape", shape, shapeNames());
    body.shape = static_cast<fmm::BodyShape>(shape);
    if (body.shape == BodyShape::ellipsoid) body.halfAxes[2] = body.halfAxes[1];
    forEachMember(body, MemberReader{table, files});
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
    forEachMember(body, MemberWriter{text, fmm::isInPlane(body)});
  }
  return text;
}

std::vector<fmm::Body> parseBodies(const std::string& text, const std::string& source) {
  const auto document = parseToml(text, source);
  TomlTable top(*document, source, "");
  std::vector<fmm::Body> bodies = readBodies(top, filesOnDisk());
  top.finish();
  return bodies;
}

}  // namespace app
