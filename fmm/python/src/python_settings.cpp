#include "python_settings.h"

#include <cctype>
#include <optional>
#include <string>
#include <type_traits>

#include "fmm/error.h"
#include "fmm/settings_table.h"

namespace ringlet {
namespace {

/// True for an enumeration, which is given by the names of its values.
template <class Value>
constexpr bool kIsNamed = std::is_enum_v<Value>;

[[noreturn]] void refuse(const char* key, py::handle value, const std::string& allowed) {
  throw fmm::InvalidInput(std::string(key) + " is " + py::repr(value).cast<std::string>() + "; allowed: " + allowed);
}

/// Value of a number or a truth value. Throws InvalidInput for any other type.
template <class Value>
Value plain(const char* key, py::handle value, const char* allowed) {
  try {
    return value.cast<Value>();
  } catch (const py::cast_error&) {
    refuse(key, value, allowed);
  }
}

std::string word(py::handle value) {
  return py::isinstance<py::str>(value) ? value.cast<std::string>() : std::string();
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
    else
      allowed = "None, (point, normal), or a dictionary of point, normal and wall";
    out.append(py::make_tuple(setting.key, setting.unit, allowed, setting.help));
  });
  return out;
}

}  // namespace ringlet
