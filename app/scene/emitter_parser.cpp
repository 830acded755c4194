// What a scene file says of emitters of tracers.

#include "scene/emitter_parser.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "fmm/settings.h"
#include "scene/line_tables.h"

namespace app {

const std::vector<std::string>& emitterShapes() {
  static const std::vector<std::string> shapes = {"disc", "ball"};
  return shapes;
}

namespace {

constexpr std::size_t kMostEmitters = 100;

/// All places where tracers come lie in the fluid.
void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const Emitter& emitter) {
  const fmm::Vec3 up = (1 / fmm::norm(plane.normal)) * plane.normal;
  const fmm::Vec3 normal = (1 / fmm::norm(emitter.normal)) * emitter.normal;
  const double slope = emitter.shape == EmitterShape::ball ? 1 : fmm::norm(fmm::cross(normal, up));
  const double lowest = fmm::height(plane, emitter.centre) - emitter.radius * slope;
  if (lowest < 0)
    table.fail("centre", fmt::format("puts the emitter into the ground: its lowest point is {:.4g} below the plane; "
                                     "allowed: above it",
                                     -lowest));
}

void readEmitter(TomlTable table, Scene& scene) {
  Emitter emitter;
  std::size_t shape = 0;
  auto most = static_cast<std::int64_t>(emitter.most);
  readLabel(table, emitter.label);
  table.readChoice("shape", shape, emitterShapes());
  table.read("centre", emitter.centre, kCoordinate);
  table.read("normal", emitter.normal, kCoordinate);
  table.read("radius", emitter.radius, kLength);
  table.read("rate", emitter.rate, kEmitterRate);
  table.read("most", most, kEmitterMost);
  table.read("start", emitter.start, kEmitterStart);
  table.finish();
  emitter.shape = static_cast<EmitterShape>(shape);
  emitter.most = static_cast<std::size_t>(most);
  if (table.has("normal") && emitter.shape == EmitterShape::ball)
    table.fail("normal", "means nothing for shape = \"ball\"");
  if (fmm::norm(emitter.normal) == 0) table.fail("normal", "= [0, 0, 0] has no direction");
  if (scene.settings.ground) requireAboveGround(table, *scene.settings.ground, emitter);
  scene.emitters.push_back(emitter);
}

}  // namespace

void readEmitters(TomlTable& top, Scene& scene) {
  for (const TomlTable& table : top.tables("emitter")) {
    readEmitter(table, scene);
    if (scene.emitters.size() > kMostEmitters)
      top.fail("emitter",
               fmt::format("tables [[emitter]]: more than {}; allowed: 0 to {}", kMostEmitters, kMostEmitters));
  }
}

std::string formatEmitter(const Emitter& emitter) {
  std::string text = "\n[[emitter]]\n" + formatLabel(emitter.label);
  const auto line = [&](const char* key, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  };
  line("shape", quoted(emitterShapes()[static_cast<std::size_t>(emitter.shape)]));
  line("centre", tomlText(emitter.centre));
  if (emitter.shape == EmitterShape::disc) line("normal", tomlText(emitter.normal));
  line("radius", tomlText(emitter.radius));
  line("rate", tomlText(emitter.rate));
  line("most", tomlText(emitter.most));
  line("start", tomlText(emitter.start));
  return text;
}

}  // namespace app
