// Lines other than rings, the layout of cores, waves on the lines, and where tracers start.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "document/scene_edit.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr double kLargestWave = 0.3;

template <class Line>
void drawControl(PanelWidgets& w, const LineControl<Line>& control, Line& line) {
  const Range range = control.range(line);
  if (const auto* whole = std::get_if<int Line::*>(&control.member)) {
    w.integer(control.label, line.**whole, static_cast<int>(range.low), static_cast<int>(range.high), control.hint);
    return;
  }
  NumberStyle style{"%.4g", control.logarithmic, control.hint, control.unit};
  if (control.typed) style.typed = TypedRange{control.typed->low, control.typed->high, control.typed->excludeLow};
  w.number(control.label, line.*std::get<double Line::*>(control.member), {range.low, range.high}, style);
}

/// How many lines of the kind there are, and the first one's numbers; the others keep theirs.
template <class Line>
void drawKind(PanelContext& context, std::vector<Line>& lines) {
  const std::optional<LinePanel<Line>>& panel = lineKind<Line>().panel;
  if (!panel) return;
  PanelWidgets& w = context.widgets();
  int count = static_cast<int>(lines.size());
  if (w.integer(panel->label, count, 0, std::max(count, panel->most), panel->hint) && count <= panel->most)
    setLineCount(context.scene(), count, panel->standard);
  if (lines.empty()) return;
  for (const LineControl<Line>& control : panel->controls) drawControl(w, control, lines.front());
}

/// Elements from a file stay as they are but for their core radius.
void drawGiven(PanelWidgets& w, GivenElements& given, std::size_t number) {
  const std::string name = std::filesystem::path(given.file).filename().string();
  ImGui::TextWrapped("%s", fmt::format("{}: {} elements, {} {}", name, given.size(), given.rings(),
                                       given.rings() == 1 ? "ring" : "rings")
                               .c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Vortex elements as this file gives them:\n%s", given.file.c_str());
  bool own = given.coreRadius.has_value();
  const double usual =
      given.content && !given.content->elements.coreRadius.empty() ? given.content->elements.coreRadius.front() : 0;
  if (w.check(fmt::format("Choose core of file {}", number).c_str(), own,
              "Gives all elements of the file one core radius in place of what it says."))
    given.coreRadius = own ? std::optional(usual) : std::nullopt;
  if (given.coreRadius)
    w.number(fmt::format("Core of file {}", number).c_str(), *given.coreRadius, {0, std::max(4 * usual, 1e-3)},
             {"%.4g", false, "Core radius of all elements of the file.", "L", TypedRange{0, kLongest}});
}

/// The same wave and layout for all lines.
struct LineForm {
  fmm::CoreLayout layout = fmm::CoreLayout::random;
  int mode = 0;
  double radial = 0, axial = 0;
  bool random = false;
};

LineForm formOf(const fmm::LineBase& line) {
  return {line.layout, line.waveMode, line.waveAmplitude, line.axialAmplitude, line.randomPhase};
}

void apply(const LineForm& form, fmm::LineBase& line) {
  line.layout = form.layout;
  if (form.layout == fmm::CoreLayout::random) line.layers = 0;
  line.waveMode = form.mode;
  line.waveAmplitude = form.radial;
  line.axialAmplitude = form.axial;
  line.randomPhase = form.random;
  if (form.random) line.wavePhase = 0;
}

}  // namespace

void drawKindControls(PanelContext& context) {
  context.scene().lines.forEachKind([&](auto& lines) { drawKind(context, lines); });
  std::vector<GivenElements>& given = context.scene().given;
  for (std::size_t i = 0; i < given.size(); ++i) drawGiven(context.widgets(), given[i], i + 1);
}

void drawLineControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  LineList& lines = context.scene().lines;
  if (lines.empty()) return;
  const fmm::LineBase* first = nullptr;
  lines.forEach([&](const fmm::LineBase& line) { first = first ? first : &line; });
  LineForm form = formOf(*first);
  const std::vector<std::string>& layouts = lineNames<fmm::CoreLayout>();
  std::string layout = layouts[static_cast<std::size_t>(form.layout)];
  bool changed = w.segments("Core layout", layout, layouts,
                            "Elements of a core evenly scattered, or on concentric layers with exact impulse.");
  form.layout = static_cast<fmm::CoreLayout>(std::find(layouts.begin(), layouts.end(), layout) - layouts.begin());
  changed |= w.integer("Wave mode", form.mode, 0, 24,
                       "Waves along each line, to see which of them grow: the instabilities of Crow and Widnall.");
  changed |= w.number("Wave height", form.radial, {0, kLargestWave},
                      {"%.3f", false, "Amplitude of the waves outwards, part of the radius.", "", TypedRange{0, 0.5}});
  changed |=
      w.number("Axial wave", form.axial, {0, kLargestWave},
               {"%.3f", false, "Amplitude of the waves along the axis, part of the radius.", "", TypedRange{0, 0.5}});
  changed |= w.check("Random phase", form.random, "Waves start anywhere on each line, by the seed.");
  if (!changed) return;
  lines.forEach([&](fmm::LineBase& line) { apply(form, line); });
}

void drawRegionControls(PanelContext& context) {
  Scene& scene = context.scene();
  const std::vector<std::string> names = {"tubes", "cores", "shells", "sheets", "regions"};
  std::string name = names[static_cast<std::size_t>(tracerStart(scene))];
  const std::vector<std::string> offered(names.begin(),
                                         scene.regions.size() > 1 || name == "regions" ? names.end() : names.end() - 1);
  if (context.widgets().segments("Tracers start", name, offered,
                                 "In tubes about the lines, in their cores, on the tubes' surface, on sheets in the "
                                 "rings' planes, which roll up, or in regions, which say more."))
    setTracerStart(scene, static_cast<TracerStart>(std::find(names.begin(), names.end(), name) - names.begin()));
}

}  // namespace app
