#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "fmm/setting.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/scene_settings.h"
#include "scene/view_settings.h"

namespace app {

// Values formatted as TOML.

/// Basic string: quotes, backslashes and control characters escaped.
inline std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (const unsigned char c : value) {
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", static_cast<char>(c));
    else if (c < 0x20 || c == 0x7f)
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      text += static_cast<char>(c);
  }
  return text + '"';
}

/// The shortest text that reads back to the same bits; "-0" without a point would read as the integer 0.
template <class Real>
std::string realText(Real value) {
  return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value);
}

/// "[1, 0.5, -3]"
inline std::string vectorText(const fmm::Vec3& v) {
  return fmt::format("[{}, {}, {}]", realText(v.x), realText(v.y), realText(v.z));
}

inline std::string tomlText(const std::string& value) {
  return quoted(value);
}
inline std::string tomlText(const fmm::Vec3& value) {
  return vectorText(value);
}
/// One point per line.
inline std::string tomlText(const std::vector<fmm::Vec3>& points) {
  std::string text = "[\n";
  for (const fmm::Vec3& x : points) text += "  " + vectorText(x) + ",\n";
  return text + "]";
}
inline std::string tomlText(const PictureSize& size) {
  return fmt::format("[{}, {}]", size.width, size.height);
}
inline std::string tomlText(const Colour& c) {
  return fmt::format("[{}, {}, {}]", realText(c[0]), realText(c[1]), realText(c[2]));
}
inline std::string tomlText(const std::array<Colour, 2>& colours) {
  return fmt::format("[{}, {}]", tomlText(colours[0]), tomlText(colours[1]));
}
inline std::string tomlText(fmm::Redistribution value) {
  const std::string text = fmm::redistributionText(value);
  return value.steps > 0 ? text : quoted(text);
}
/// A number, true or false, or the name of an enumerator.
template <class Value>
std::string tomlText(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return fmt::format("\"{}\"", fmm::toString(value));
  } else if constexpr (std::is_floating_point_v<Value>) {
    return realText(value);
  } else {
    return fmt::format("{}", value);
  }
}

}  // namespace app
