#include "fmm/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "core/input_checks.h"
#include "fmm/error.h"
#include "fmm/settings_table.h"

namespace fmm {
namespace {

std::string wholeText(double value) {
  char text[400];  // the largest double has 309 digits
  std::snprintf(text, sizeof text, "%.0f", value);
  return text;
}

template <class Group, class Value>
void check(const Setting<Group, Value>& setting, Value value) {
  if constexpr (std::is_enum_v<Value>) {
    const auto names = namesOf(value);
    if (std::none_of(names.begin(), names.end(), [&](const auto& named) { return named.first == value; }))
      rejectInput(setting.name, "no value of its kind", allowedNames<Value>());
  } else if constexpr (!std::is_same_v<Value, bool>) {
    static_assert(std::is_arithmetic_v<Value>);
    const auto text = std::is_integral_v<Value> ? wholeText : shortestText;
    const auto number = static_cast<double>(value);
    if (!setting.range.contains(number)) rejectInput(setting.name, text(number), setting.range.text(text));
  }
}

void check(const Setting<MotionSettings, Vec3>& setting, Vec3 value) {
  for (const double part : {value.x, value.y, value.z})
    if (!setting.range.contains(part))
      rejectInput(setting.name, shortestText(part), setting.range.text() + " in each direction");
}

void check(const Setting<MotionSettings, Redistribution>& setting, Redistribution value) {
  if (value.steps < Redistribution::kAutomatic || value.steps > Redistribution::kMostSteps)
    rejectInput(setting.name, std::to_string(value.steps),
                "0 (off), -1 (auto) or 1 to " + std::to_string(Redistribution::kMostSteps) + " steps");
}

void check(const Setting<FieldSettings, std::optional<GroundPlane>>& setting, const std::optional<GroundPlane>& plane) {
  if (!plane) return;
  const double length = norm(plane->normal);
  const std::string name = setting.name;
  if (!(length > 0) || !std::isfinite(length))
    rejectInput(name + " normal", "of length " + shortestText(length), "any but 0");
  if (!std::isfinite(norm(plane->point))) rejectInput(name + " point", "not finite", "finite coordinates");
}

void check(const Setting<MotionSettings, std::vector<Body>>& setting, const std::vector<Body>& bodies) {
  if (bodies.size() > kMostBodies)
    rejectInput(setting.name, std::to_string(bodies.size()), std::to_string(kMostBodies) + " at most");
  requireBodies(bodies);
}

void check(const Setting<MotionSettings, std::vector<HeatSource>>& setting, const std::vector<HeatSource>& sources) {
  if (sources.size() > kMostHeatSources)
    rejectInput(setting.name, std::to_string(sources.size()), std::to_string(kMostHeatSources) + " at most");
  requireHeatSources(sources);
}

}  // namespace

std::string shortestText(double value) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

std::string redistributionText(Redistribution value) {
  if (value.steps == Redistribution::kOff) return "off";
  return value.steps == Redistribution::kAutomatic ? "auto" : std::to_string(value.steps);
}

void Settings::validate() const {
  forEachSetting<Settings>([this](const auto& setting) { check(setting, this->*setting.member); });
  if (const SettingRule* broken = brokenRule(*this))
    throw InvalidInput(std::string(broken->name) + " " + broken->complaint(*this));
}

bool operator==(const FieldSettings& a, const FieldSettings& b) {
  return sameSettings(a, b);
}
bool operator==(const MotionSettings& a, const MotionSettings& b) {
  return sameSettings(a, b);
}
bool operator==(const Settings& a, const Settings& b) {
  return sameSettings(a, b);
}

bool sticks(const MotionSettings& settings) {
  return settings.wall == Wall::noSlip || !settings.bodies.empty();
}

double diffusivityOf(const MotionSettings& settings) {
  return settings.diffusivity > 0 ? settings.diffusivity : settings.viscosity / settings.prandtl;
}

Vec3 upOf(const Settings& settings) {
  const double length = norm(settings.up);
  if (length > 0) return (1 / length) * settings.up;
  return settings.space == Space::plane ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
}

bool stretches(const Settings& settings) {
  return settings.stretching != Stretching::off && settings.space == Space::space;
}

bool needsGradient(const Settings& settings) {
  return stretches(settings) || settings.courant > 0 || settings.relaxation > 0 || settings.redistribution.isOn();
}

}  // namespace fmm
