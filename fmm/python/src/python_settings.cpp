#include "python_settings.h"

#include <cctype>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fmm/error.h"
#include "fmm/settings_table.h"
#include "python_heat.h"
#include "python_tables.h"

namespace ringlet {
namespace {

/// True for an enumeration, which is given by the names of its values.
template <class Value>
constexpr bool kIsNamed = std::is_enum_v<Value>;

/// Value of a number or a truth value. Throws InvalidInput for any other type.
template <class Value>
Value plain(const char* key, py::handle value, const char* allowed) {
  try {
    return value.cast<Value>();
  } catch (const py::cast_error&) {
    refuse(key, value, allowed);
  }
}

fmm::Redistribution redistribution(const char* key, py::handle value) {
  const std::string text = word(value);
  if (text == "off") return {fmm::Redistribution::kOff};
  if (text == "auto") return {fmm::Redistribution::kAutomatic};
  return {plain<int>(key, value, "'off', 'auto' or a number of steps")};
}

/// Three numbers; throws for anything else.
fmm::Vec3 vector(const py::handle& value) {
  if (py::len(value) != 3) throw py::value_error("not three");
  const auto part = [&](int k) { return value[py::int_(k)].cast<double>(); };
  return {part(0), part(1), part(2)};
}

fmm::Vec3 threeNumbers(const char* key, py::handle value) {
  try {
    return vector(value);
  } catch (const std::exception&) {
    refuse(key, value, "three numbers");
  }
}

std::optional<fmm::GroundPlane> ground(const char* key, py::handle value) {
  if (value.is_none()) return std::nullopt;
  try {
    return fmm::GroundPlane{vector(value[py::int_(0)]), vector(value[py::int_(1)])};
  } catch (const std::exception&) {
    refuse(key, value, "None, (point, normal), each of three numbers, or a dictionary of point, normal and wall");
  }
}

// ---- bodies, as dictionaries with the keys of [[body]] in scene files

struct NamedReal {
  const char* name;
  double fmm::Body::*member;
};
constexpr NamedReal kReals[] = {
    {"radius", &fmm::Body::radius},       {"chord", &fmm::Body::chord},       {"length", &fmm::Body::length},
    {"thickness", &fmm::Body::thickness}, {"tube", &fmm::Body::tube},         {"span", &fmm::Body::span},
    {"sweep", &fmm::Body::sweep},         {"taper", &fmm::Body::taper},       {"scale", &fmm::Body::scale},
    {"angle", &fmm::Body::angle},         {"rotation", &fmm::Body::rotation}, {"turn_swing", &fmm::Body::turnSwing},
    {"period", &fmm::Body::period},       {"start", &fmm::Body::start}};

struct NamedPlace {
  const char* name;
  fmm::Vec3 fmm::Body::*member;
};
constexpr NamedPlace kPlaces[] = {{"centre", &fmm::Body::centre},
                                  {"velocity", &fmm::Body::velocity},
                                  {"swing", &fmm::Body::swing},
                                  {"attitude", &fmm::Body::attitude},
                                  {"axis", &fmm::Body::axis}};

/// Sets the member of a body with this key; false if there is none.
bool setMember(fmm::Body& body, const std::string& key, const py::handle& value) {
  for (const auto& [name, member] : kReals)
    if (key == name) return body.*member = value.cast<double>(), true;
  for (const auto& [name, member] : kPlaces)
    if (key == name) return body.*member = place(value), true;
  if (key == "shape") {
    const auto shape = fmm::parse<fmm::BodyShape>(word(value));
    if (!shape) refuse("shape", value, fmm::allowedNames<fmm::BodyShape>());
    body.shape = *shape;
  } else if (key == "half_axes") {
    const fmm::Vec3 axes = place(value);
    body.halfAxes = {axes.x, axes.y, axes.z};
  } else if (key == "naca") {
    const std::string digits = py::str(value).cast<std::string>();
    if (digits.size() != 4 || digits.find_first_not_of("0123456789") != std::string::npos)
      throw py::value_error("not four digits");
    body.section = std::stoi(digits);
  } else if (key == "points") {
    for (const py::handle point : value) body.points.push_back(place(point));
  } else if (key == "path") {
    for (const py::handle row : value) {
      const std::vector<double> at = numbers(row);
      if (at.size() != 4 && at.size() != 5) throw py::value_error("neither four nor five");
      body.path.push_back({at[0], {at[1], at[2], at.size() == 5 ? at[3] : 0}, at.back()});
    }
  } else if (key == "mesh") {
    body.meshFile = word(value);
    body.mesh = fmm::readStl(body.meshFile);
  } else if (key == "mesh_check") {  // of a saved state; "mesh" comes before it
    if (!body.mesh || word(value) != fmm::checkOf(*body.mesh))
      throw fmm::InvalidInput("mesh_check: " + body.meshFile + " has changed since the state was saved");
  } else {
    return false;
  }
  return true;
}

template <class Value>
void take(Value& out, const char* key, py::handle value) {
  if constexpr (kIsNamed<Value>) {
    const auto named = fmm::parse<Value>(word(value));
    if (!named) refuse(key, value, fmm::allowedNames<Value>());
    out = *named;
  } else if constexpr (std::is_same_v<Value, fmm::Redistribution>) {
    out = redistribution(key, value);
  } else if constexpr (std::is_same_v<Value, std::optional<fmm::GroundPlane>>) {
    out = ground(key, value);
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::Body>>) {
    out = fromTables<fmm::Body>(key, value, "body", setMember);
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::HeatSource>>) {
    out = fromTables<fmm::HeatSource>(key, value, "heat", setHeatMember);
  } else if constexpr (std::is_same_v<Value, fmm::Vec3>) {
    out = threeNumbers(key, value);
  } else if constexpr (std::is_same_v<Value, bool>) {
    // A cast would take the truth value of any object, and true for the word "False".
    const auto type = py::type::of(value).attr("__name__").cast<std::string>();
    if (type != "bool" && type != "bool_") refuse(key, value, "True or False");  // Python's, and NumPy's
    out = plain<bool>(key, value, "True or False");
  } else if constexpr (std::is_integral_v<Value>) {
    out = plain<Value>(key, value, "a whole number");
  } else {
    out = plain<Value>(key, value, "a number");
  }
}

py::object give(const fmm::Vec3& v) {
  return py::make_tuple(v.x, v.y, v.z);
}

template <class Value>
py::object give(const Value& value) {
  if constexpr (kIsNamed<Value>)
    return py::str(std::string(fmm::toString(value)));
  else
    return py::cast(value);
}
py::object give(const fmm::Redistribution& value) {
  if (value.steps > 0) return py::int_(value.steps);
  return py::str(fmm::redistributionText(value));
}
py::object give(const std::optional<fmm::GroundPlane>& plane) {
  if (!plane) return py::none();
  return py::make_tuple(give(plane->point), give(plane->normal));
}

/// What a body is made of and how it moves: its motion, and what differs from a standard body.
py::dict give(const fmm::Body& body) {
  const fmm::Body standard;
  const bool inPlane = fmm::isInPlane(body);
  const auto place = [inPlane](fmm::Vec3 v) -> py::object {
    if (inPlane) return py::make_tuple(v.x, v.y);
    return py::make_tuple(v.x, v.y, v.z);
  };
  py::dict d;
  d["shape"] = std::string(fmm::toString(body.shape));
  for (const auto& [name, member] : kPlaces)
    if (std::string_view(name) != "axis" || !(body.*member == standard.*member)) d[name] = place(body.*member);
  if (inPlane) d.attr("pop")("attitude");
  for (const auto& [name, member] : kReals) {
    const bool motion = member == &fmm::Body::angle || member == &fmm::Body::rotation ||
                        member == &fmm::Body::turnSwing || member == &fmm::Body::period || member == &fmm::Body::start;
    const bool radius =
        member == &fmm::Body::radius && (body.shape == fmm::BodyShape::circle || body.shape == fmm::BodyShape::sphere);
    if (motion || radius || body.*member != standard.*member) d[name] = body.*member;
  }
  using Shape = fmm::BodyShape;
  if (body.shape == Shape::ellipse || body.shape == Shape::box || body.shape == Shape::ellipsoid)
    d["half_axes"] = place({body.halfAxes[0], body.halfAxes[1], body.halfAxes[2]});
  if (body.shape == Shape::aerofoil || body.shape == Shape::wing) {
    d["chord"] = body.chord;
    d["naca"] = py::str("{:04}").format(body.section);
  }
  if (body.shape == Shape::polygon) {
    py::list points;
    for (const fmm::Vec3& x : body.points) points.append(place(x));
    d["points"] = points;
  }
  if (body.shape == Shape::mesh) {
    d["mesh"] = body.meshFile;
    d["mesh_check"] = fmm::checkOf(*body.mesh);
  }
  py::list path;
  for (const fmm::BodyKey& k : body.path)
    path.append(inPlane ? py::make_tuple(k.time, k.centre.x, k.centre.y, k.angle)
                        : py::make_tuple(k.time, k.centre.x, k.centre.y, k.centre.z, k.angle));
  if (!body.path.empty()) d["path"] = path;
  return d;
}

py::object give(const std::vector<fmm::Body>& all) {
  py::list list;
  for (const fmm::Body& body : all) list.append(give(body));
  return list;
}
py::object give(const std::vector<fmm::HeatSource>& all) {
  py::list list;
  for (const fmm::HeatSource& source : all) list.append(asDict(source));
  return list;
}

/// Replaces the members' names in the library's messages by the keys of Python: "timeStep" by "dt".
std::string withKeys(std::string message) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    const std::string name = setting.name, key = setting.key;
    if (name == key) return;
    for (std::size_t at = message.find(name); at != std::string::npos; at = message.find(name, at + key.size())) {
      const std::size_t end = at + name.size();
      const bool whole = (at == 0 || !isWord(message[at - 1])) && (end == message.size() || !isWord(message[end]));
      if (whole) message.replace(at, name.size(), key);
      if (!whole) at = end - key.size();
    }
  });
  return message;
}

}  // namespace

fmm::Settings settingsFrom(const py::dict& given) {
  fmm::Settings settings;
  for (const auto& [name, value] : given) {
    const auto key = name.cast<std::string>();
    const py::handle wanted = value;
    if (fmm::visitSetting<fmm::Settings>(
            key, [&](const auto& setting) { take(settings.*setting.member, setting.key, wanted); }))
      continue;
    std::string known;
    fmm::forEachSetting<fmm::Settings>(
        [&](const auto& setting) { known += (known.empty() ? "" : ", ") + std::string(setting.key); });
    throw fmm::InvalidInput("there is no setting \"" + key + "\"; allowed: " + known);
  }
  try {
    settings.validate();
  } catch (const fmm::InvalidInput& error) {
    throw fmm::InvalidInput(withKeys(error.what()));
  }
  return settings;
}

py::dict asDict(const fmm::Settings& settings) {
  py::dict out;
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) { out[setting.key] = give(settings.*setting.member); });
  return out;
}

py::list settingDescriptions() {
  py::list out;
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    using Value = typename std::decay_t<decltype(setting)>::Value;
    std::string allowed;
    if constexpr (kIsNamed<Value>)
      allowed = fmm::allowedNames<Value>();
    else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
      allowed = setting.range.text();
    else if constexpr (std::is_same_v<Value, bool>)
      allowed = "True or False";
    else if constexpr (std::is_same_v<Value, fmm::Vec3>)
      allowed = "three numbers, each " + setting.range.text();
    else if constexpr (std::is_same_v<Value, fmm::Redistribution>)
      allowed = "'off', 'auto' or a number of steps";
    else if constexpr (std::is_same_v<Value, std::vector<fmm::Body>>)
      allowed = tablesText("body");
    else if constexpr (std::is_same_v<Value, std::vector<fmm::HeatSource>>)
      allowed = tablesText("heat");
    else
      allowed = "None, (point, normal), or a dictionary of point, normal and wall";
    out.append(py::make_tuple(setting.key, setting.unit, allowed, setting.help));
  });
  return out;
}

}  // namespace ringlet
