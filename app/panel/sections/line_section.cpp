// The list of a scene's vortex lines, one of which may be chosen.

#include <fmt/format.h>
#include <imgui.h>

#include "document/line_edit.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr std::size_t kMostShown = 200;  // rows of the list

/// A row: what the line is called, how strong and how large it is, and the colour that it has of its own.
void drawRow(PanelContext& context, LinePlace place) {
  std::optional<LinePlace>& chosen = context.state.line;
  const std::string name = nameOf(context.scene(), place);
  const fmm::LineBase& line = lineAt(context.scene(), place);
  std::optional<Colour> colour;
  visitLine(context.scene(), place, [&](const fmm::LineBase&, const LineLabel& label) { colour = label.colour; });
  const float font = ImGui::GetFontSize();
  ImGui::PushID(static_cast<int>(LinePlace::kLaunches * place.index + place.kind));
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
  if (w.button("Add ring", "Adds a vortex ring like the last one, clear of it.", {width, 0})) chosen = addRing(scene);
  ImGui::SameLine();
  if (w.button("Add knot", "Adds a torus knot like the last one, clear of it.", {width, 0})) chosen = addKnot(scene);
  ImGui::SameLine();
  ImGui::BeginDisabled(!chosen);
  if (w.button("Copy", "Adds a copy of the chosen line, clear of it along its axis.", {width, 0}))
    chosen = duplicateLine(scene, *chosen);
  ImGui::SameLine();
  if (w.button("Delete", "Takes the chosen line out of the scene.", {width, 0})) chosen = removeLine(scene, *chosen);
  ImGui::EndDisabled();
}

/// A ring may be there from the start or join on the way.
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
  if (places.empty()) ImGui::TextDisabled("No ring, knot or filament yet");
  if (places.size() > kMostShown) ImGui::TextDisabled("and %zu more", places.size() - kMostShown);
  drawButtons(context);
  drawJoining(context);
  if (!places.empty() && !chosen) ImGui::TextDisabled("Choose one to change its numbers or drag it");
}

std::string lineSummary(PanelContext& context) {
  const std::size_t count = linePlaces(context.scene()).size();
  return fmt::format("{} line{}", count, count == 1 ? "" : "s");
}

}  // namespace app
