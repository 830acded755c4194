#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "camera/camera.h"
#include "scene/view_settings.h"
#include "window/picture_desk.h"

namespace app {

// Sketches over the picture, behind all windows of the current ImGui frame: lines and text that stay readable on
// anything. `scale` is that of the user interface.

/// Colours of lines, halos, and the plates behind text.
struct Inks {
  ImVec4 line, halo, plate;
};
Inks inksOn(Background background);
ImU32 faded(ImVec4 colour, float opacity);

ImVec2 toImGui(ScreenPoint p);

/// Two unit vectors that span the plane perpendicular to an axis.
struct AcrossAxis {
  fmm::Vec3 first, second;
};
AcrossAxis planeAcross(fmm::Vec3 axis);

/// A line with a halo that keeps it readable on anything.
void stroke(ImDrawList& list, const std::vector<ImVec2>& points, const Inks& inks, float opacity, float scale);
void drawArrow(ImDrawList& list, ImVec2 from, ImVec2 to, const Inks& inks, float scale);
/// Text on a plate, from its upper left corner.
void write(ImDrawList& list, ImVec2 at, const Inks& inks, const std::string& text, float scale);
/// The parts in as few lines as possible, centred above the lower edge of the picture.
float writeBelow(const std::vector<std::string>& parts, const PictureMap& map, const Inks& inks, float scale);

/// Dims the parts of the picture that a film of width / height = `aspect`, seen by `filmed`, leaves out, behind all
/// windows of the current ImGui frame. The film's frame lies in the plane through its target.
void drawFilmFrame(const Camera& filmed, double aspect, const PictureMap& map, float scale);

}  // namespace app
