#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/scene_edit.h"
#include "fmm/setting.h"
#include "fmm/types.h"
#include "scene/view_settings.h"

namespace app {

/// Rectangle of a drawn control, in ImGui's coordinates.
struct WidgetRect {
  ImVec2 low, high;
  ImVec2 centre() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
  bool isEmpty() const { return !(high.x > low.x) || !(high.y > low.y); }
  bool contains(double x, double y) const { return x >= low.x && x < high.x && y >= low.y && y < high.y; }
};

/// Range of typed numbers, if it is wider than the slider's.
struct TypedRange {
  double low, high;
  bool excludeLow = false;
};

/// How a number is shown, and the hint of its control. Unit: "L" and "T" for lengths and times of the scene, "px", ...;
/// "" for a pure number.
struct NumberStyle {
  const char* format;  ///< of printf, for one double
  bool logarithmic;    ///< the slider runs over decades; needs a range above 0
  const char* hint;
  const char* unit;
  std::optional<TypedRange> typed = {};  ///< empty: the slider's range
};

/// The names of an enumeration with namesOf().
template <class Enum>
std::vector<std::string> valueNames() {
  std::vector<std::string> names;
  for (const auto& named : namesOf(Enum{})) names.emplace_back(named.second);
  return names;
}

/// The panel's controls: label on the left, control on the right. Numbers stay finite and within their range while they
/// are dragged, or stepped finely with the left and right arrow keys or Ctrl + wheel under the pointer. A number typed
/// after Ctrl + click is taken exactly, once Return or a click elsewhere ends it, or refused with takeRefusal().
/// Consecutive switches stand two to a row.
/// Every control has a hint, one sentence shown beside the panel when the pointer rests on the control. The place of a
/// control is kept by its label, so that a test finds it by name.
/// All functions return true in the frame in which the value changed (or the button was pressed).
class PanelWidgets {
 public:
  /// Places of the controls drawn since beginFrame(), by name.
  const std::map<std::string, WidgetRect>& rects() const { return rects_; }
  /// Hints of the controls drawn since beginFrame(), by name.
  const std::map<std::string, std::string>& hints() const { return hints_; }
  /// True while a number is being stepped, so that the change is not complete.
  bool stepping() const;
  /// Why a number typed since the last call was refused, with the allowed range, or changed; empty: none was.
  std::string takeRefusal() { return std::exchange(refusal_, {}); }
  /// True if the number that changed last in this frame was typed.
  bool typed() const { return entered_; }
  /// Has takeRefusal() tell what became of a typed number.
  void tell(const std::string& text) { refusal_ = text; }

  void beginFrame();
  /// Keeps place and hint of the control drawn last under `name`, and shows the hint if the pointer rests there.
  void note(const std::string& name, const std::string& hint);
  /// Keeps the place of something that is not a control.
  void place(const std::string& name, WidgetRect rect) { rects_[name] = rect; }

  /// A line that folds and unfolds a group of controls; returns whether the group is open now. `summary` is shown while
  /// the group is folded.
  bool section(const char* label, bool open, const std::string& hint, const std::string& summary = {});
  /// The control's name is the part of the label after "##", if there is one.
  bool button(const char* label, const std::string& hint, ImVec2 size = {0, 0});
  bool number(const char* label, double& value, ValueRange range, const NumberStyle& style);
  bool integer(const char* label, int& value, int low, int high, const std::string& hint, const char* unit = "",
               std::optional<TypedRange> typed = {});
  bool count(const char* label, std::size_t& value, std::size_t low, std::size_t high, const std::string& hint,
             std::optional<TypedRange> typed = {});
  /// x, y and z side by side, dragged by `speed` per pixel or typed; each within `range` of 0.
  bool vector(const char* label, fmm::Vec3& value, double speed, double range, const NumberStyle& style);
  bool check(const char* label, bool& value, const std::string& hint);
  bool colour(const char* label, Colour& value, const std::string& hint);
  /// `reserved`: width left free at the right, for buttons.
  bool text(const char* label, std::string& value, const std::string& hint, float reserved = 0);
  /// Draws something for a name over its line in a list.
  using Adornment = std::function<void(const std::string& name, ImDrawList& draw, WidgetRect line)>;
  /// `room`: what a line of the list leaves free for a picture at its left; `adorn` then draws on these lines alone.
  bool choice(const char* label, std::string& value, const std::vector<std::string>& names, const std::string& hint,
              const Adornment& adorn = {}, ImVec2 room = {0, 0});
  /// All names side by side, for a few short ones; a list if the panel is too narrow.
  bool segments(const char* label, std::string& value, const std::vector<std::string>& names, const std::string& hint);

  /// Choice among the values of an enumeration with namesOf(); up to three stand side by side.
  template <class Enum>
  bool choice(const char* label, Enum& value, const std::string& hint) {
    const std::vector<std::string> names = valueNames<Enum>();
    std::string name(toString(value));
    const bool few = names.size() <= 3;
    if (!(few ? segments(label, name, names, hint) : choice(label, name, names, hint))) return false;
    value = fmm::parse<Enum>(name).value_or(value);
    return true;
  }

 private:
  void label(const char* text, float reserved = 0);
  void noteRow(const std::string& name, const std::string& hint);
  void keep(const std::string& name, const std::string& hint, WidgetRect control, ImVec2 low);
  int fineSteps();
  bool typeNumber(const char* text, double value, const char* format);
  std::optional<double> takeTyped(const char* text, const TypedRange& allowed, const char* unit);

  std::map<std::string, WidgetRect> rects_;
  std::map<std::string, std::string> hints_;
  ImVec2 rowStart_ = {0, 0};  ///< upper left corner of the present label
  float afterSwitch_ = -1;    ///< cursor y after a switch in the left half of a row; -1: none
  std::string pointed_;       ///< control under the pointer
  bool pointing_ = false;     ///< that control was drawn in this frame
  double pointedSince_ = 0;   ///< since when the pointer has been there [s]
  std::string hinted_;        ///< control whose hint was clicked away
  double hintShown_ = -1;     ///< last time that a hint was shown [s]
  double lastStep_ = -1;      ///< last fine step [s]
  std::string typing_;        ///< label of the number being typed
  double typed_ = 0;          ///< its value so far
  double typedFrom_ = 0;      ///< its value before typing
  bool typingSeen_ = false;   ///< its control was drawn in this frame
  bool entered_ = false;      ///< a typed number was taken in this frame
  std::string refusal_;
};

}  // namespace app
