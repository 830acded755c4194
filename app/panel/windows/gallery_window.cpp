#include "panel/windows/gallery_window.h"

#include <algorithm>

#include "panel/panel_sections.h"
#include "panel/widgets/panel_style.h"
#include "panel/windows/side_dock.h"

namespace app {
namespace {

constexpr float kPictureWidth = 208, kPictureHeight = 117;  // at scale 1
constexpr float kTextLines = 4.6f;                          // below a picture, in heights of the font
constexpr float kMargin = 24;  // distance of the window from the picture's edges, at scale 1

/// Draws a scene's picture with title and sentence; true if it was clicked.
bool drawScene(PanelContext& context, const GalleryScene& scene, ImVec2 picture) {
  const float font = ImGui::GetFontSize();
  const ImVec2 size = {picture.x, picture.y + kTextLines * font};
  const bool clicked = ImGui::InvisibleButton(scene.name.c_str(), size);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool lit = ImGui::IsItemHovered(), shown = scene.name == context.scene().name;
  context.widgets().place("Gallery/" + scene.name, {low, high});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 corner = {low.x + picture.x, low.y + picture.y};
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), ImGui::GetStyle().FrameRounding);
  if (scene.picture) draw.AddImage(scene.picture, low, corner);
  if (lit || shown)
    draw.AddRect(low, high, ImGui::GetColorU32(lit ? ImGuiCol_Text : ImGuiCol_TextDisabled),
                 ImGui::GetStyle().FrameRounding, 0, 1.5f * context.state.scale);
  const float edge = 0.4f * font, wrap = picture.x - 2 * edge;
  const ImVec2 title = {low.x + edge, corner.y + 0.25f * font}, text = {title.x, title.y + 1.2f * font};
  draw.PushClipRect(low, high, true);
  draw.AddText(title, ImGui::GetColorU32(ImGuiCol_Text), scene.title.c_str());
  draw.AddText(nullptr, 0, text, ImGui::GetColorU32(ImGuiCol_TextDisabled), scene.about.c_str(), nullptr, wrap);
  draw.PopClipRect();
  return clicked;
}

}  // namespace

void drawGallery(PanelContext& context) {
  Gallery& gallery = context.state.gallery;
  if (!gallery.open) return;
  const float scale = context.state.scale, margin = kMargin * scale;
  const WidgetRect area = freeArea(context.state);
  const float height = ImGui::GetIO().DisplaySize.y;
  const float room = std::max(area.high.x - area.low.x - 2 * margin, 0.6f * kPictureWidth * scale);
  ImGui::SetNextWindowPos({area.centre().x, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({room, height - 2 * margin});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                 ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin("Scenes", &gallery.open, flags)) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
    const int columns = std::max(1, static_cast<int>((width + gap) / (kPictureWidth * scale + gap)));
    const float wide = (width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    for (std::size_t i = 0; i < gallery.scenes.size(); ++i) {
      if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine();
      if (!drawScene(context, gallery.scenes[i], {wide, wide * kPictureHeight / kPictureWidth})) continue;
      context.requests.open = gallery.scenes[i].name;
      gallery.open = false;
    }
  }
  ImGui::End();
}

}  // namespace app
