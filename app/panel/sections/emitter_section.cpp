// Where tracers come in while the flow runs: the scene's emitters one by one.

#include <algorithm>

#include "panel/sections/panel_parts.h"
#include "scene/emitter_parser.h"

namespace app {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 22;   // that the slider offers
constexpr Colour kEmitterColour = {0.35F, 0.85F, 0.95F};  // that an emitter gets of its own

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
  if (w.segments("Emitter's shape", shape, emitterShapes(), "Tracers come in evenly over a disc, or within a ball."))
    emitter.shape = shape == emitterShapes().front() ? EmitterShape::disc : EmitterShape::ball;
  w.vector("Emitter's place", emitter.centre, radii.high / 2000, kLongest,
           {"%.4g", false, "Where the middle of the disc or ball is.", "L"});
  fmm::Vec3 normal = emitter.normal;
  if (emitter.shape == EmitterShape::disc &&
      w.vector("Emitter's normal", normal, 0.01, kLongest, {"%.4g", false, "Direction across the disc.", ""}) &&
      fmm::norm(normal) > 0)
    emitter.normal = normal;
  w.number("Emitter's radius", emitter.radius, {radii.low / 20, radii.high},
           {"%.4g", true, "Radius of the disc or ball.", "L", kTypedLength});
}

void drawEmitterRate(PanelContext& context, Emitter& emitter) {
  PanelWidgets& w = context.widgets();
  const double step = std::abs(context.scene().settings.timeStep);
  w.number("Emitter's rate", emitter.rate, {0.01 / step, 1e4 / step},
           {"%.4g", true, "Tracers that come in a unit of time.", "1/T", typedRange(kEmitterRate)});
  w.count("Emitter's most", emitter.most, 16, kMostKept,
          "Most of its tracers at a time: a new one takes the place of the oldest.", typedRange(kEmitterMost));
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

}  // namespace app
