#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "document/scene_edit.h"
#include "panel/sections/panel_parts.h"
#include "scene/scene_lines.h"
#include "scene/text/scene_tables.h"

namespace app {

// The scene's emitters one by one: places where tracers come in while the flow runs.

namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 22;   // largest number that the slider offers
constexpr Colour kEmitterColour = {0.35F, 0.85F, 0.95F};  // initial colour of an emitter with a colour of its own

void drawEmitterList(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  std::vector<Emitter>& emitters = context.scene().emitters;
  std::size_t& chosen = context.state.emitter;
  if (w.button("Add emitter", "Adds a place where tracers come in as long as the flow runs.")) {
    Emitter emitter;
    emitter.radius = context.document.ranges.radius.low;
    emitter.rate = 10 / std::abs(context.scene().settings.timeStep);
    emitters.push_back(emitters.empty() ? emitter : emitters.back());
    chosen = emitters.size() - 1;
  }
  if (emitters.empty()) return;
  ImGui::SameLine();
  if (w.button("Delete emitter", "Takes this emitter out of the scene."))
    emitters.erase(emitters.begin() + static_cast<std::ptrdiff_t>(std::min(chosen, emitters.size() - 1)));
  if (emitters.size() < 2) return;
  int number = static_cast<int>(std::min(chosen, emitters.size() - 1)) + 1;
  if (w.integer("Emitter", number, 1, static_cast<int>(emitters.size()),
                "Number of the emitter whose values are below."))
    chosen = static_cast<std::size_t>(number) - 1;
}

void drawEmitterPlace(PanelContext& context, Emitter& emitter) {
  PanelWidgets& w = context.widgets();
  const ValueRange radii = context.document.ranges.radius;
  std::string shape = emitterShapes()[static_cast<std::size_t>(emitter.shape)];
  if (w.segments("Emitter's shape", shape, emitterShapes(),
                 "Tracers come in over a disc, within a ball, or from seeds, of which the lines are drawn.")) {
    const auto& shapes = emitterShapes();
    emitter.shape = static_cast<EmitterShape>(std::find(shapes.begin(), shapes.end(), shape) - shapes.begin());
  }
  w.vector("Emitter's place", emitter.centre, radii.high / 2000, kLongest,
           {"%.4g", false, "Where the middle of the disc or ball is, or the first seed.", "L"});
  fmm::Vec3 normal = emitter.normal;
  if (emitter.shape == EmitterShape::disc &&
      w.vector("Emitter's normal", normal, 0.01, kLongest, {"%.4g", false, "Direction across the disc.", ""}) &&
      fmm::norm(normal) > 0)
    emitter.normal = normal;
  if (emitter.hasSeeds()) {
    w.vector("Along seeds", emitter.along, radii.high / 2000, kLongest,
             {"%.4g", false, "From the first seed to the last one.", "L"});
    w.count("Seeds", emitter.seeds, 1, 1000, "Seeds on this line.", TypedRange{1, 1000});
    return;
  }
  w.number("Emitter's radius", emitter.radius, {radii.low / 20, radii.high},
           {"%.4g", true, "Radius of the disc or ball.", "L", kTypedLength});
}

void drawEmitterRate(PanelContext& context, Emitter& emitter) {
  PanelWidgets& w = context.widgets();
  const double step = std::abs(context.scene().settings.timeStep);
  if (emitter.shape != EmitterShape::paths) {
    w.number("Emitter's rate", emitter.rate, {0.01 / step, 1e4 / step},
             {"%.4g", true, "Tracers that come in a unit of time.", "1/T", typedRange(kEmitterRate)});
    w.count("Emitter's most", emitter.most, 16, kMostKept,
            "Most of its tracers at a time: a new one takes the place of the oldest.", typedRange(kEmitterMost));
  }
  w.number("Emitter's start", emitter.start, {0, 1000 * step},
           {"%.4g", false, "Simulated time at which its first tracer comes.", "T", typedRange(kEmitterStart)});
}

void drawEmitterLabel(PanelContext& context, LineLabel& label) {
  PanelWidgets& w = context.widgets();
  w.text("Emitter's name", label.name, "What the scene file calls this emitter.");
  bool own = label.colour.has_value();
  if (w.check("Choose emitter's colour", own,
              "Gives its tracers a colour that you choose, where colours tell the ring."))
    label.colour = own ? std::optional(kEmitterColour) : std::nullopt;
  if (label.colour) w.colour("Emitter's colour", *label.colour, "Colour of its tracers where colours tell the ring.");
}

}  // namespace

void drawEmitters(PanelContext& context) {
  drawEmitterList(context);
  std::vector<Emitter>& emitters = context.scene().emitters;
  if (emitters.empty()) return;
  context.state.emitter = std::min(context.state.emitter, emitters.size() - 1);
  Emitter& emitter = emitters[context.state.emitter];
  drawEmitterPlace(context, emitter);
  drawEmitterRate(context, emitter);
  drawEmitterLabel(context, emitter.label);
}

// The scene's regions one by one: places where tracers start.

namespace {

constexpr double kMostShare = 10;  // largest share that the slider offers
constexpr int kMostOfferedDyes = 32;

/// The chosen region; the choice is clamped to the list.
TracerRegion& chosenRegion(PanelContext& context) {
  std::vector<TracerRegion>& regions = context.scene().regions;
  context.state.region = std::min(context.state.region, regions.size() - 1);
  return regions[context.state.region];
}

void drawRegionList(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  std::vector<TracerRegion>& regions = context.scene().regions;
  const bool lines = lineCount(context.scene()) > 0;
  if (w.button("Add region", "Adds a place where tracers start; the tracers are shared among all of them.")) {
    TracerRegion region = regions.empty() ? TracerRegion() : regions.back();
    if (!lines && region.aboutLine()) region.shape = RegionShape::disc;
    regions.push_back(region);
    context.state.region = regions.size() - 1;
  }
  if (regions.empty()) return;
  ImGui::SameLine();
  if (w.button("Delete region", "Takes this place out; without any tracers start in tubes about all lines."))
    regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(std::min(context.state.region, regions.size() - 1)));
  if (regions.size() < 2) return ImGui::TextDisabled("Region 1");
  int number = static_cast<int>(std::min(context.state.region, regions.size() - 1)) + 1;
  if (w.integer("Region", number, 1, static_cast<int>(regions.size()), "Number of the region whose values are below."))
    context.state.region = static_cast<std::size_t>(number) - 1;
}

/// About all lines or about one: 0 stands for all.
void drawAboutLine(PanelContext& context, TracerRegion& region) {
  PanelWidgets& w = context.widgets();
  const int lines = static_cast<int>(lineCount(context.scene()));
  int line = region.line ? static_cast<int>(*region.line) + 1 : 0;
  if (w.integer("Line##Region's line", line, 0, lines, "Number of the ring or knot that the region is about; 0: all."))
    region.line = line > 0 ? std::optional(static_cast<std::size_t>(line) - 1) : std::nullopt;
}

void drawRadius(PanelContext& context, TracerRegion& region, double usual) {
  PanelWidgets& w = context.widgets();
  const ValueRange lengths = {context.document.ranges.radius.low / 20, context.document.ranges.radius.high};
  double radius = region.radius.value_or(usual);
  if (w.number("Radius##Region's radius", radius, lengths,
               {"%.4g", true, "Radius of its tube, shell or disc; half the width of its sheet.", "L", kTypedLength}))
    region.radius = radius;
}

void drawInSpace(PanelContext& context, TracerRegion& region) {
  PanelWidgets& w = context.widgets();
  const double speed = context.document.ranges.radius.high / 2000;
  w.vector("Middle##Region's middle", region.centre, speed, kLongest,
           {"%.4g", false, "Where the middle of the region is.", "L"});
  fmm::Vec3 size = region.size;
  if (region.shape != RegionShape::disc &&
      w.vector("Size##Region's size", size, speed, kLongest,
               {"%.4g", false, "Its extent; of a rectangle the first two.", "L"}) &&
      size.x > 0 && size.y > 0 && size.z > 0)
    region.size = size;
  if (region.shape == RegionShape::box) return;
  fmm::Vec3 normal = region.normal;
  if (w.vector("Normal##Region's normal", normal, 0.01, kLongest,
               {"%.4g", false, "Direction across the plane of the region.", ""}) &&
      fmm::norm(normal) > 0)
    region.normal = normal;
  fmm::Vec3 along = region.along;
  if (region.shape == RegionShape::rectangle &&
      w.vector("Width along##Region's width along", along, 0.01, kLongest,
               {"%.4g", false, "Direction of the rectangle's first side; 0: any.", ""}) &&
      (fmm::norm(along) == 0 || fmm::norm(fmm::cross(along, region.normal)) > 1e-3 * fmm::norm(along)))
    region.along = along;
}

/// Layers and thickness of shells, angle and thickness of a sheet.
void drawSurface(PanelContext& context, TracerRegion& region) {
  PanelWidgets& w = context.widgets();
  const double radius = region.radius.value_or(context.scene().tracerTube);
  if (region.shape == RegionShape::shell)
    w.integer("Layers##Region's layers", region.layers, 1, 12, "Shells one within the other, at equal distances.", "",
              TypedRange{1, 1000});
  if (region.shape == RegionShape::sheet)
    w.number("Angle##Region's angle", region.angle, {-90, 90},
             {"%.0f", false, "Of the sheet: 0 in a ring's plane, 90 along its axis.", "\u00b0", TypedRange{-360, 360}});
  const double most = radius / region.layers;
  w.number("Thickness##Region's thickness", region.thickness, {0, most},
           {"%.4g", false, "Of each shell, or of the sheet.", "L", TypedRange{0, most}});
  region.thickness = std::min(region.thickness, most);
}

void drawPuffs(PanelContext& context, TracerRegion& region) {
  PanelWidgets& w = context.widgets();
  w.number("Puffs##Region's puffs", region.puffs, {0, 1},
           {"%.2f", false, "How uneven the tracers are spread: 0 even, 1 in puffs with clear gaps between them.", ""});
  if (region.puffs == 0) return;
  const double radius = context.document.ranges.radius.high;
  w.number("Puff size##Region's puff size", region.puffSize, {radius / 500, radius},
           {"%.4g", true, "Of the largest puffs.", "L", kTypedLength});
}

void drawDye(PanelContext& context, TracerRegion& region) {
  PanelWidgets& w = context.widgets();
  int dye = region.dye ? static_cast<int>(*region.dye) + 1 : 0;
  if (w.integer("Dye##Region's dye", dye, 0, kMostOfferedDyes,
                "The ring whose colour its tracers take; 0: that of its line, or another one.", "",
                TypedRange{0, 1000}))
    region.dye = dye > 0 ? std::optional(static_cast<std::size_t>(dye) - 1) : std::nullopt;
}

/// The region with another shape, without the values that only the former shape has.
TracerRegion reshaped(const TracerRegion& before, const std::string& shape) {
  TracerRegion region;
  region.shape =
      static_cast<RegionShape>(std::find(regionShapes().begin(), regionShapes().end(), shape) - regionShapes().begin());
  region.share = before.share;
  region.dye = before.dye;
  region.centre = before.centre;
  region.size = before.size;
  region.normal = before.normal;
  if (region.aboutLine()) region.line = before.line;
  if (region.shape == RegionShape::core) return region;
  region.puffs = before.puffs;
  region.puffSize = before.puffSize;
  return region;
}

}  // namespace

void drawRegions(PanelContext& context) {
  drawRegionList(context);
  if (context.scene().regions.empty()) return;
  PanelWidgets& w = context.widgets();
  TracerRegion& region = chosenRegion(context);
  const bool lines = lineCount(context.scene()) > 0;
  const std::vector<std::string> names(regionShapes().begin() + (lines ? 0 : static_cast<int>(RegionShape::rectangle)),
                                       regionShapes().end());
  std::string shape = regionShapes()[static_cast<std::size_t>(region.shape)];
  if (w.choice("Shape##Region's shape", shape, names,
               "Core, tube, surface of a tube or sheet along lines, or a place in space."))
    region = reshaped(region, shape);
  w.number("Share##Region's share", region.share, {0.01, kMostShare},
           {"%.3g", true, "Part of the tracers that start here, relative to the other regions.", "",
            TypedRange{0, 1e9, true}});
  if (region.aboutLine()) drawAboutLine(context, region);
  const bool disc = region.shape == RegionShape::disc;
  const bool surface = region.shape == RegionShape::shell || region.shape == RegionShape::sheet;
  if (region.shape == RegionShape::tube || surface || disc)
    drawRadius(context, region, disc ? 1 : context.scene().tracerTube);
  if (!region.aboutLine()) drawInSpace(context, region);
  if (surface) drawSurface(context, region);
  if (region.shape != RegionShape::core) drawPuffs(context, region);
  drawDye(context, region);
}

}  // namespace app
