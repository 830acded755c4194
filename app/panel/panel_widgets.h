#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panel/scene_edit.h"

namespace app {

/// Where a control was drawn, in ImGui's coordinates.
struct WidgetRect {
  ImVec2 low, high;
  ImVec2 centre() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
  bool contains(double x, double y) const { return x >= low.x && x < high.x && y >= low.y && y < high.y; }
};

/// How a number is shown and what the control says when the pointer rests on it.
struct NumberStyle {
  const char* format = "%.4g";
  bool logarithmic = false;
  const char* hint = nullptr;
};

/// The panel's controls: label on the left, control on the right. Numbers stay finite and inside their range however
/// they are entered. Every control's place is kept by its label, so that a test finds it by name.
/// All functions return true in the frame in which the value changed (or the button was pressed).
class PanelWidgets {
 public:
  /// Places of the controls drawn since beginFrame().
  const std::map<std::string, WidgetRect>& rects() const { return rects_; }
  void beginFrame() { rects_.clear(); }
  /// Keeps the place of the control drawn last under `name`.
  void note(const std::string& name);
  /// The same for a place that is no single control.
  void place(const std::string& name, WidgetRect rect) { rects_[name] = rect; }

  /// A line that unfolds a group of controls; returns whether the group is open now.
  bool section(const char* label, bool open, const char* hint);
  bool button(const char* label, ImVec2 size = {0, 0});
  bool number(const char* label, double& value, ValueRange range, const NumberStyle& style = {});
  bool integer(const char* label, int& value, int low, int high, const char* hint = nullptr);
  bool count(const char* label, std::size_t& value, std::size_t low, std::size_t high, const char* hint = nullptr);
  bool check(const char* label, bool& value, const char* hint = nullptr);
  bool text(const char* label, std::string& value, const char* hint = nullptr);
  bool choice(const char* label, std::string& value, const std::vector<std::string>& names, const char* hint = nullptr);

  /// Choice among values of an enumeration that has toString().
  template <class Enum>
  bool choice(const char* label, Enum& value, std::initializer_list<Enum> values, const char* hint = nullptr) {
    std::vector<std::string> names;
    for (const Enum candidate : values) names.emplace_back(toString(candidate));
    std::string name(toString(value));
    if (!choice(label, name, names, hint)) return false;
    for (const Enum candidate : values) {
      if (toString(candidate) == name) value = candidate;
    }
    return true;
  }

 private:
  void label(const char* text, const char* hint);

  std::map<std::string, WidgetRect> rects_;
};

}  // namespace app
