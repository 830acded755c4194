#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "document/line_edit.h"
#include "document/scene_edit.h"
#include "panel/sections/panel_parts.h"

namespace app {

// The list of a scene's vortex lines, of which one may be chosen.

namespace {

constexpr std::size_t kMostShown = 200;  // rows of the list

/// A row of the list: name, strength, size and own colour of a line.
void drawRow(PanelContext& context, LinePlace place) {
  std::optional<LinePlace>& chosen = context.state.line;
  const std::string name = nameOf(context.scene(), place);
  const fmm::LineBase line = lineAt(context.scene(), place);
  const std::optional<Colour> colour = labelOf(context.scene(), place).colour;
  const float font = ImGui::GetFontSize();
  ImGui::PushID(static_cast<int>((LinePlace::kPatches + 1) * place.index + place.kind));
  const bool now = chosen && *chosen == place;
  if (ImGui::Selectable("##row", now)) chosen = now ? std::nullopt : std::optional(place);
  ImGui::PopID();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  context.widgets().place("Lines/" + name, {low, high});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float middle = (low.y + high.y) / 2, text = middle - font / 2;
  const Colour shown = colour.value_or(Colour{0.5F, 0.5F, 0.5F});
  const ImVec2 dot = {low.x + 0.9F * font, middle};
  const ImU32 ink = ImGui::GetColorU32(ImVec4(shown[0], shown[1], shown[2], 1));
  if (colour)
    draw.AddCircleFilled(dot, 0.35F * font, ink);
  else
    draw.AddCircle(dot, 0.33F * font, ink);
  draw.AddText({low.x + 1.7F * font, text}, ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
  std::string numbers = fmt::format("\u0393 {:.3g}   R {:.3g}", line.circulation, line.radius);
  if (place.kind == LinePlace::kLaunches)
    numbers = fmt::format("t {:.3g}   ", context.scene().launches[place.index].time) + numbers;
  const float right = high.x - ImGui::CalcTextSize(numbers.c_str()).x - font / 2;
  draw.AddText({right, text}, ImGui::GetColorU32(ImGuiCol_TextDisabled), numbers.c_str());
}

void drawButtons(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  Scene& scene = context.scene();
  std::optional<LinePlace>& chosen = context.state.line;
  const float width = (ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x) / 4;
  if (context.plane()) {
    const std::string hint = "Adds a vortex like the last one, beside it.\nKey " + keysOf(Action::newRing) +
                             " adds one where the mouse points.";
    if (w.button("Add vortex", hint, {width, 0})) chosen = addVortex(scene);
    ImGui::SameLine();
    if (w.button("Add sheet", "Adds a layer of vorticity like the last one, beside it.", {width, 0}))
      chosen = addSheet(scene);
  } else {
    if (w.button("Add ring", "Adds a vortex ring like the last one, clear of it.", {width, 0})) chosen = addRing(scene);
    ImGui::SameLine();
    if (w.button("Add knot", "Adds a torus knot like the last one, clear of it.", {width, 0})) chosen = addKnot(scene);
  }
  ImGui::SameLine();
  ImGui::BeginDisabled(!chosen);
  if (w.button("Copy", "Adds a copy of the chosen one, clear of it.", {width, 0}))
    chosen = duplicateLine(scene, *chosen);
  ImGui::SameLine();
  if (w.button("Delete", "Takes the chosen one out of the scene.", {width, 0})) chosen = removeLine(scene, *chosen);
  ImGui::EndDisabled();
}

/// Switches between a ring present from the start and a ring that joins later.
void drawJoining(PanelContext& context) {
  std::optional<LinePlace>& chosen = context.state.line;
  if (!chosen) return;
  bool later = chosen->kind == LinePlace::kLaunches;
  if (!later && chosen->kind != LineList::kindOf<fmm::Ring>()) return;
  if (context.widgets().check("Joins later", later, "Lets this ring join the flow later, at a time that you choose."))
    chosen = joinLater(context.scene(), *chosen, later);
}

}  // namespace

void drawLineList(PanelContext& context) {
  std::optional<LinePlace>& chosen = context.state.line;
  if (chosen && !hasLine(context.scene(), *chosen)) chosen.reset();
  const std::vector<LinePlace> places = linePlaces(context.scene());
  for (std::size_t i = 0; i < std::min(places.size(), kMostShown); ++i) drawRow(context, places[i]);
  if (places.empty()) ImGui::TextDisabled(context.plane() ? "No vortex or sheet yet" : "No ring, knot or filament yet");
  if (places.size() > kMostShown) ImGui::TextDisabled("and %zu more", places.size() - kMostShown);
  drawButtons(context);
  drawJoining(context);
  if (!places.empty() && !chosen) ImGui::TextDisabled("Choose one to change its numbers or drag it");
}

std::string lineSummary(PanelContext& context) {
  const std::size_t count = linePlaces(context.scene()).size();
  if (context.plane()) return fmt::format("{} vort{}", count, count == 1 ? "ex" : "ices");
  return fmt::format("{} line{}", count, count == 1 ? "" : "s");
}

// Lines other than rings, the layout of cores, waves on the lines, and where tracers start.

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

/// The number of lines of the kind, and the numbers of the first line; the others keep theirs.
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

/// Elements from a file are fixed except for their core radius.
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

/// Wave and core layout shared by all lines.
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
  if (!context.plane()) context.scene().lines.forEachKind([&](auto& lines) { drawKind(context, lines); });
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
