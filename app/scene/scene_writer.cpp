// Scene -> scene file. "{}" of a double is the shortest text that reads back to the same bits.

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "fmm/settings_table.h"
#include "scene/look_file.h"
#include "scene/region_parser.h"
#include "scene/scene_file.h"
#include "scene/scene_settings_table.h"
#include "scene/setting_file.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

class Text {
 public:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }
  void add(const std::string& lines) { text_ += lines; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

const char* profileName(fmm::CoreProfile profile) {
  switch (profile) {
    case fmm::CoreProfile::filament:
      return "filament";
    case fmm::CoreProfile::gaussian:
      return "gaussian";
    case fmm::CoreProfile::uniform:
      break;
  }
  return "uniform";
}

/// sigma where it is given, else the overlap.
std::string formatWidth(const WidthSettings& width) {
  return width.sigma ? settingLine(fmm::settingOf(&WidthSettings::sigma), width)
                     : settingLine(fmm::settingOf(&WidthSettings::overlap), width);
}

void writePhysics(const Scene& scene, Text& out) {
  const std::string_view core = fmm::settingOf(&fmm::FieldSettings::regularisation).key;
  out.line("\n[physics]");
  out.add(formatSettings<fmm::MotionSettings>(scene.settings));
  fmm::forEachSetting<fmm::FieldSettings>([&](const auto& setting) {
    if (setting.kept == fmm::Kept::inScenes) out.add(settingLine(setting, scene.settings));
    if (setting.key == core) out.add(formatWidth(scene));
  });
}

void writeParticles(const Scene& scene, Text& out) {
  out.line("\n[particles]");
  out.add(formatSettings<ParticleSettings>(scene));
}

void writeGround(const fmm::GroundPlane& plane, Text& out) {
  out.line("\n[ground]");
  out.line("point = {}", vectorText(plane.point));
  out.line("normal = {}", vectorText(plane.normal));
}

template <class Line>
void writeCoreAndWave(const Line& line, Text& out) {
  out.line("circulation = {}", line.circulation);
  out.line("core_radius = {}", line.coreRadius);
  out.line("profile = \"{}\"", profileName(line.profile));
  out.line("layout = \"{}\"", line.layout == fmm::CoreLayout::layers ? "layers" : "random");
  if (line.layout == fmm::CoreLayout::layers) out.line("layers = {}", line.layers);
  out.line("wave_amplitude = {}", line.waveAmplitude);
  out.line("wave_axial = {}", line.axialAmplitude);
  out.line("wave_mode = {}", line.waveMode);
  if (line.randomPhase)
    out.line("random_phase = true");
  else
    out.line("wave_phase = {}", line.wavePhase);
}

void writeRing(const fmm::Ring& ring, Text& out) {
  out.line("\n[[ring]]");
  out.line("centre = {}", vectorText(ring.centre));
  out.line("axis = {}", vectorText(ring.axis));
  out.line("radius = {}", ring.radius);
  writeCoreAndWave(ring, out);
}

void writeKnot(const fmm::TorusKnot& knot, Text& out) {
  out.line("\n[[knot]]");
  out.line("p = {}", knot.p);
  out.line("q = {}", knot.q);
  out.line("centre = {}", vectorText(knot.centre));
  out.line("axis = {}", vectorText(knot.axis));
  out.line("radius = {}", knot.radius);
  out.line("minor_radius = {}", knot.minorRadius);
  writeCoreAndWave(knot, out);
}

void writeRegion(const TracerRegion& region, Text& out) {
  out.line("\n[[tracers]]");
  out.line("shape = \"{}\"", kRegionShapes[static_cast<std::size_t>(region.shape)]);
  out.line("share = {}", region.share);
  if (region.line) out.line("ring = {}", *region.line + 1);
  if (region.dye) out.line("dye = {}", *region.dye + 1);
  if (region.radius) out.line("radius = {}", *region.radius);
  if (region.aboutLine()) return;
  out.line("centre = {}", vectorText(region.centre));
  if (region.shape != RegionShape::disc) out.line("size = {}", vectorText(region.size));
  if (region.shape == RegionShape::box) return;
  out.line("normal = {}", vectorText(region.normal));
  if (region.shape == RegionShape::rectangle && fmm::norm(region.along) > 0)
    out.line("along = {}", vectorText(region.along));
}

void writeLaunch(const RingLaunch& launch, Text& out) {
  writeRing(launch.ring, out);
  out.line("start = {}", launch.time);
  if (launch.elements) out.line("elements = {}", *launch.elements);
  if (launch.tracers) out.line("tracers = {}", *launch.tracers);
  if (launch.tracerTube) out.line("tracer_tube = {}", *launch.tracerTube);
}

void writeView(const Scene& scene, Text& out) {
  out.line("\n[view]");
  out.add(formatSettings(scene.camera));
  out.add(formatLook(scene.view));
  out.add(formatSettings<FollowSettings>(scene.view));
}

void writeFilm(const Scene& scene, Text& out) {
  out.line("\n[film]");
  out.add(formatSettings(scene.film));
  out.add(formatSettings<PaceSettings>(scene));
}

}  // namespace

std::string formatScene(const Scene& scene) {
  Text out;
  out.line("title = {}", quoted(scene.title));
  if (!scene.note.empty()) out.line("note = {}", quoted(scene.note));
  writePhysics(scene, out);
  writeParticles(scene, out);
  if (scene.settings.ground) writeGround(*scene.settings.ground, out);
  for (const fmm::Ring& ring : scene.rings) writeRing(ring, out);
  for (const fmm::TorusKnot& knot : scene.knots) writeKnot(knot, out);
  for (const TracerRegion& region : scene.regions) writeRegion(region, out);
  for (const RingLaunch& launch : scene.launches) writeLaunch(launch, out);
  writeView(scene, out);
  writeFilm(scene, out);
  return out.take();
}

}  // namespace app
