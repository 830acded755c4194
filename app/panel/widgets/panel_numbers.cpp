#include "panel/widgets/panel_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "panel/widgets/panel_style.h"
#include "panel/widgets/panel_widgets.h"

namespace app {

std::string grouped(std::size_t value) {
  std::string digits = std::to_string(value);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), " ");
  return digits;
}

std::string grouped(double value) {
  constexpr double kFew = 1e4, kMany = 1e10;
  const bool whole = value >= kFew && value < kMany && value == std::floor(value);
  return whole ? grouped(static_cast<std::size_t>(value)) : fmt::format("{:.10g}", value);
}

std::string formatted(const char* format, double value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, value);
  return withoutSignOfZero(buffer);
}

std::string withoutSignOfZero(std::string number) {
  const std::string digits = number.substr(0, number.find('e'));
  const bool minus = !number.empty() && number.front() == '-';
  return minus && digits.find_first_not_of("-0.") == std::string::npos ? number.substr(1) : number;
}

double withoutRoundOff(double value, double size) {
  constexpr double kNothing = 1e-12;
  return std::abs(value) < kNothing * std::abs(size) ? 0 : value;
}

std::string withUnit(const std::string& number, const char* unit) {
  return unit[0] == '\0' ? number : number + ' ' + unit;
}

// The number controls of PanelWidgets: a field filled up to its value, which can be dragged, typed and stepped.

namespace {

constexpr double kRoundOff = 1e-9;    // fraction of the change per pixel; smaller values are shown as 0
constexpr double kStepping = 0.6;     // seconds for which stepping() stays true after a fine step
constexpr double kStepFactor = 1.01;  // factor of a fine step on a logarithmic range
constexpr double kFineSteps = 200;    // fine steps over a linear range
constexpr int kLargeStep = 10;        // fine steps at once with Shift

std::string hidden(const char* label) {
  return std::string("##") + label;
}

bool beingTyped(const char* label) {
  return ImGui::TempInputIsActive(ImGui::GetID(hidden(label).c_str()));
}

/// Where `value` lies between `low` and `high`, 0 to 1.
double share(double value, double low, double high, bool logarithmic) {
  const double t = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::isfinite(t) ? std::clamp(t, 0., 1.) : 0;
}

/// Draws over the last slider: the fill up to the value, and the value with its unit at the right.
void drawValue(double share, const std::string& number, const char* unit) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool lit = ImGui::IsItemActive() || ImGui::IsItemHovered();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float end = low.x + static_cast<float>(share) * (high.x - low.x);
  draw.PushClipRect(low, {end, high.y}, true);
  draw.AddRectFilled(low, high, ImGui::GetColorU32(lit ? panelColours().fillLit : panelColours().fill),
                     style.FrameRounding);
  draw.PopClipRect();
  const float thick = std::fmax(1.f, std::round(ImGui::GetFontSize() / 8));
  const float mark = std::clamp(end - thick / 2, low.x, high.x - thick);
  draw.AddRectFilled({mark, low.y}, {mark + thick, high.y}, ImGui::GetColorU32(panelColours().accent), thick / 2);
  const std::string tail = unit[0] == '\0' ? "" : std::string(" ") + unit;
  const float numberWidth = ImGui::CalcTextSize(number.c_str()).x, tailWidth = ImGui::CalcTextSize(tail.c_str()).x;
  const ImVec2 at = {high.x - style.FramePadding.x - numberWidth - tailWidth, low.y + style.FramePadding.y};
  draw.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), number.c_str());
  draw.AddText({at.x + numberWidth, at.y}, ImGui::GetColorU32(panelColours().unit), tail.c_str());
}

/// A slider with only its frame visible; `shown` is its value as text, with which typing begins.
bool bareSlider(const char* label, ImGuiDataType type, void* value, const void* low, const void* high,
                const char* shown, ImGuiSliderFlags flags) {
  const ImVec4 none = {0, 0, 0, 0};
  for (const ImGuiCol part : {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_Text})
    ImGui::PushStyleColor(part, none);
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 1.f);
  const bool changed =
      ImGui::SliderScalar(hidden(label).c_str(), type, value, low, high, shown, flags | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  return changed;
}

/// ImGui's logarithmic sliders derive their smallest value above zero from the digits of the format, which is too
/// coarse for tolerances and small scenes. This slider moves the logarithm and shows the value.
bool logarithmicSlider(const char* label, double& value, ValueRange range, const std::string& shown) {
  const double low = std::log(range.low), high = std::log(range.high);
  double position = std::log(std::clamp(value, range.low, range.high));
  const bool changed =
      bareSlider(label, ImGuiDataType_Double, &position, &low, &high, shown.c_str(), ImGuiSliderFlags_NoRoundToFormat);
  if (changed) value = std::strtod(formatted("%.3g", std::exp(position)).c_str(), nullptr);
  return changed;
}

std::string textOf(const TypedRange& range, const char* unit) {
  const std::string high = withUnit(grouped(range.high), unit);
  return range.excludeLow ? fmt::format("more than {}, at most {}", grouped(range.low), high)
                          : fmt::format("{} to {}", grouped(range.low), high);
}

bool contains(const TypedRange& range, double value) {
  return std::isfinite(value) && value <= range.high && (range.excludeLow ? value > range.low : value >= range.low);
}

std::string rangeHint(const std::string& hint, const std::string& low, const std::string& high, const char* unit,
                      const std::optional<TypedRange>& typed) {
  std::string text = fmt::format("{}\n{} to {}", hint, low, withUnit(high, unit));
  if (typed) text += fmt::format("; typed: {}", textOf(*typed, unit));
  return text;
}

}  // namespace

bool PanelWidgets::stepping() const {
  return lastStep_ >= 0 && ImGui::GetTime() - lastStep_ < kStepping;
}

/// Number of fine steps that the user makes on the control drawn last.
int PanelWidgets::fineSteps() {
  const bool disabled = (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
  if (disabled || !ImGui::IsItemHovered() || ImGui::IsItemActive()) return 0;
  const ImGuiIO& io = ImGui::GetIO();
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)) ? 1 : 0; };
  int steps = pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
  if (io.KeyCtrl && io.MouseWheel != 0) steps += io.MouseWheel > 0 ? 1 : -1;
  if (steps != 0) lastStep_ = ImGui::GetTime();
  return io.KeyShift ? kLargeStep * steps : steps;
}

/// While a number is typed, the slider is a text field and the value waits. False if no number is being typed.
bool PanelWidgets::typeNumber(const char* text, double value, const char* format) {
  if (!beingTyped(text)) return false;
  if (typing_ != text) {
    typing_ = text;
    typed_ = typedFrom_ = value;
  }
  const double low = 0, high = 1;  // not enforced
  ImGui::SliderScalar(hidden(text).c_str(), ImGuiDataType_Double, &typed_, &low, &high, format);
  return true;
}

/// The typed value, once typing has ended and if the value is new and allowed.
std::optional<double> PanelWidgets::takeTyped(const char* text, const TypedRange& allowed, const char* unit) {
  if (typing_ != text) return std::nullopt;
  typingSeen_ = true;
  if (beingTyped(text)) return std::nullopt;
  typing_.clear();
  const bool left = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
  if (left || typed_ == typedFrom_) return std::nullopt;
  entered_ = contains(allowed, typed_);
  if (entered_) return typed_;
  const std::string label = text;
  refusal_ = fmt::format("{}: {} is out of range; allowed: {}", label.substr(0, label.find("##")), grouped(typed_),
                         textOf(allowed, unit));
  return std::nullopt;
}

bool PanelWidgets::number(const char* text, double& value, ValueRange range, const NumberStyle& style) {
  label(text);
  double edited = value;
  const std::string shown = formatted(style.format, value);
  const bool typed = typeNumber(text, value, style.format);
  bool changed = false;
  if (!typed && style.logarithmic) {
    changed = logarithmicSlider(text, edited, range, shown);
  } else if (!typed) {
    changed = bareSlider(text, ImGuiDataType_Double, &edited, &range.low, &range.high, style.format, 0);
  }
  if (const int steps = typed ? 0 : fineSteps()) {
    const double fine = style.logarithmic ? value * std::pow(kStepFactor, steps)
                                          : value + steps * (range.high - range.low) / kFineSteps;
    edited = std::strtod(formatted("%.4g", fine).c_str(), nullptr);
    changed = true;
  }
  if (!typed && !beingTyped(text)) drawValue(share(value, range.low, range.high, style.logarithmic), shown, style.unit);
  noteRow(text,
          rangeHint(style.hint, formatted("%.3g", range.low), formatted("%.3g", range.high), style.unit, style.typed));
  const auto entered = takeTyped(text, style.typed.value_or(TypedRange{range.low, range.high}), style.unit);
  if (!entered && (!changed || !std::isfinite(edited))) return false;
  edited = entered ? *entered : std::clamp(edited, std::min(range.low, value), std::max(range.high, value));
  if (edited == value) return false;
  value = edited;
  return true;
}

bool PanelWidgets::integer(const char* text, int& value, int low, int high, const std::string& hint, const char* unit,
                           std::optional<TypedRange> range) {
  label(text);
  int edited = value;
  const bool typed = typeNumber(text, value, "%.0f");
  bool changed = !typed && bareSlider(text, ImGuiDataType_S32, &edited, &low, &high, "%d", 0);
  if (const int steps = typed ? 0 : fineSteps()) {
    edited = value + steps;
    changed = true;
  }
  if (!typed && !beingTyped(text)) drawValue(share(value, low, high, false), std::to_string(value), unit);
  noteRow(text, rangeHint(hint, std::to_string(low), std::to_string(high), unit, range));
  const auto entered = takeTyped(text, range.value_or(TypedRange{1. * low, 1. * high}), unit);
  edited = std::clamp(edited, std::min(low, value), std::max(high, value));
  if (entered) edited = static_cast<int>(std::lround(*entered));
  if (!(changed || entered) || edited == value) return false;
  value = edited;
  return true;
}

bool PanelWidgets::count(const char* text, std::size_t& value, std::size_t low, std::size_t high,
                         const std::string& hint, std::optional<TypedRange> range) {
  label(text);
  std::uint64_t edited = value;
  const std::uint64_t lowest = low, highest = high;
  const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
  const bool typed = typeNumber(text, real(value), "%.0f");
  bool changed = !typed && bareSlider(text, ImGuiDataType_U64, &edited, &lowest, &highest, "%llu",
                                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  if (const int steps = typed ? 0 : fineSteps()) {
    edited = static_cast<std::uint64_t>(std::llround(static_cast<double>(value) * std::pow(kStepFactor, steps)));
    if (edited == value) edited = steps > 0 ? value + 1 : std::max<std::uint64_t>(value, 1) - 1;
    changed = true;
  }
  if (!typed && !beingTyped(text)) drawValue(share(real(value), real(lowest), real(highest), true), grouped(value), "");
  noteRow(text, rangeHint(hint, grouped(low), grouped(high), "", range));
  const auto entered = takeTyped(text, range.value_or(TypedRange{real(low), real(high)}), "");
  edited = std::clamp(edited, std::min<std::uint64_t>(lowest, value), std::max<std::uint64_t>(highest, value));
  if (entered) edited = static_cast<std::uint64_t>(std::llround(*entered));
  if (!(changed || entered) || edited == value) return false;
  value = static_cast<std::size_t>(edited);
  return true;
}

bool PanelWidgets::vector(const char* text, fmm::Vec3& value, double speed, double range, const NumberStyle& style) {
  label(text);
  const auto tidy = [&](double x) { return std::abs(x) < kRoundOff * speed ? 0 : x; };
  double edited[] = {tidy(value.x), tidy(value.y), tidy(value.z)};
  const double low = -range;
  const bool changed =
      ImGui::DragScalarN(hidden(text).c_str(), ImGuiDataType_Double, edited, 3, static_cast<float>(speed), &low, &range,
                         style.format, ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  noteRow(text, fmt::format("{}\nx, y, z{}{}", style.hint, *style.unit ? " in " : "", style.unit));
  const fmm::Vec3 now = {edited[0], edited[1], edited[2]};
  if (!changed || !std::isfinite(fmm::norm(now)) || now == value) return false;
  value = now;
  return true;
}

}  // namespace app
