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
};

/// Range of typed numbers; excludes 0 if 0 has a special meaning.
constexpr TypedRange typedRange(const fmm::Range& range) {
  return {range.low, range.high, range.excludeLow || (range.zero && range.low == 0)};
}

/// The same for a number that a switch turns off by setting it to 0.
constexpr TypedRange typedUnlessOff(const fmm::Range& range) {
  return {range.low, range.high, range.low == 0};
}

/// How the number of a setting is shown.
template <class Group, class Value>
NumberStyle styleOf(const fmm::Setting<Group, Value>& setting, const Slider& slider, TypedRange typed) {
  return {slider.format, slider.logarithmic, setting.help, setting.unit,
          slider.range ? std::optional(typed) : std::nullopt};
}
template <class Group, class Value>
NumberStyle styleOf(const fmm::Setting<Group, Value>& setting, const Slider& slider) {
  return styleOf(setting, slider, typedRange(setting.range));
}
inline ValueRange offered(const fmm::Range& range, const Slider& slider) {
  return slider.range.value_or(ValueRange{range.low, range.high});
}

template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, double Group::*member, Whole& whole, const Slider& slider) {
  const auto setting = fmm::settingOf(member);
  return w.number(setting.title, whole.*member, offered(setting.range, slider), styleOf(setting, slider));
}

/// For the number in an optional that is not empty.
template <class Group, class Whole>
bool drawSetting(PanelWidgets& w, std::optional<double> Group::*member, Whole& whole, const Slider& slider) {
  const auto setting = fmm::settingOf(member);
  return w.number(setting.title, *(whole.*member), offered(setting.range, slider), styleOf(setting, slider));
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

}  // namespace app
