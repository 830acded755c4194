#pragma once

#include <optional>
#include <string>

#include "fmm/setting.h"
#include "panel/widgets/panel_widgets.h"

namespace app {

// Controls of settings. Title, hint, unit and typed range come from the settings' tables. `whole` is the plain struct
// that has the member. All return true in the frame in which the value changed.

/// The slider of a number.
struct Slider {
  const char* format;                    ///< of printf, for one double
  bool logarithmic;                      ///< runs over decades; needs a range above 0
  std::optional<ValueRange> range = {};  ///< empty: the setting's whole range
  std::optional<TypedRange> typed = {};  ///< empty: the setting's range
};

/// Range of typed numbers; excludes 0 if 0 has a special meaning.
constexpr TypedRange typedRange(const fmm::Range& range) {
  return {range.low, range.high, range.excludeLow || (range.zero && range.low == 0)};
}

/// The same for a number that a switch turns off by setting it to 0.
constexpr TypedRange typedUnlessOff(const fmm::Range& range) {
  return {range.low, range.high, range.low == 0};
}

/// The number of a setting: `value` is the member, or a copy of it.
template <class Setting>
bool drawNumber(PanelWidgets& w, const Setting& setting, double& value, const Slider& slider) {
  const fmm::Range& range = setting.range;
  const std::optional<TypedRange> typed =
      slider.range ? std::optional(slider.typed.value_or(typedRange(range))) : std::nullopt;
  return w.number(setting.title, value, slider.range.value_or(ValueRange{range.low, range.high}),
                  {slider.format, slider.logarithmic, setting.help, setting.unit, typed});
}
template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, double Group::*member, Whole& whole, const Slider& slider) {
  return drawNumber(w, fmm::settingOf(member), whole.*member, slider);
}
/// For the number in an optional that is not empty.
template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, std::optional<double> Group::*member, Whole& whole, const Slider& slider) {
  return drawNumber(w, fmm::settingOf(member), *(whole.*member), slider);
}

/// A whole number; the slider offers `offered` of the setting's range.
template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, int Group::*member, Whole& whole, std::optional<ValueRange> offered = {}) {
  const auto setting = fmm::settingOf(member);
  const ValueRange range = offered.value_or(ValueRange{setting.range.low, setting.range.high});
  return w.integer(setting.title, whole.*member, static_cast<int>(range.low), static_cast<int>(range.high),
                   setting.help, setting.unit, offered ? std::optional(typedRange(setting.range)) : std::nullopt);
}

/// A colour that is there while the switch `name` is on; `first` is the one that it begins with.
template <class Group, class Whole>
void drawOwnColour(PanelWidgets& w, std::optional<Colour> Group::*member, Whole& whole, const char* name,
                   const char* hint, const Colour& first) {
  const auto setting = fmm::settingOf(member);
  std::optional<Colour>& colour = whole.*member;
  bool own = colour.has_value();
  if (w.check(name, own, hint)) colour = own ? std::optional(first) : std::nullopt;
  if (colour) w.colour(setting.title, *colour, setting.help);
}

/// A switch; `more` is appended to the hint.
template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, bool Group::*member, Whole& whole, const std::string& more = {}) {
  const auto setting = fmm::settingOf(member);
  return w.check(setting.title, whole.*member, setting.help + more);
}

/// A choice of all values of an enumeration.
template <class Group, class Enum, class Whole>
bool drawChoice(PanelWidgets& w, Enum Group::*member, Whole& whole, const std::string& more = {}) {
  const auto setting = fmm::settingOf(member);
  return w.choice(setting.title, whole.*member, setting.help + more);
}

/// The same as a list, for names that are too long to stand side by side.
template <class Group, class Enum, class Whole>
bool drawList(PanelWidgets& w, Enum Group::*member, Whole& whole) {
  const auto setting = fmm::settingOf(member);
  std::string name(toString(whole.*member));
  const bool changed = w.choice(setting.title, name, valueNames<Enum>(), setting.help);
  whole.*member = fmm::parse<Enum>(name).value_or(whole.*member);
  return changed;
}

}  // namespace app
