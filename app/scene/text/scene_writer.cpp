// Scene -> scene file, with numbers that read back to the same bits.

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "fmm/idle_settings.h"
#include "fmm/settings_table.h"
#include "scene/line_tables.h"
#include "scene/scene_settings_table.h"
#include "scene/text/body_tables.h"
#include "scene/text/look_file.h"
#include "scene/text/region_parser.h"
#include "scene/text/scene_file.h"
#include "scene/text/setting_file.h"
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

/// sigma if given, else the overlap.
std::string formatWidth(const WidthSettings& width) {
  return width.sigma ? settingLine(fmm::settingOf(&WidthSettings::sigma), width)
                     : settingLine(fmm::settingOf(&WidthSettings::overlap), width);
}

void writePhysics(const Scene& scene, Text& out) {
  const std::string_view core = fmm::settingOf(&fmm::FieldSettings::regularisation).key;
  out.line("\n[physics]");
  fmm::forEachSetting<fmm::Settings>([&](const auto& setting) {
    const bool idle = !fmm::whyIdle(setting.key, scene.settings).empty();  // would be refused
    if (setting.kept == fmm::Kept::inScenes && !idle) out.add(settingLine(setting, scene.settings));
    if (setting.key == core) out.add(formatWidth(scene));
  });
}

void writeParticles(const Scene& scene, Text& out) {
  out.line("\n[particles]");
  out.add(formatSettings<ParticleSettings>(scene));
}

void writeGround(const fmm::GroundPlane& plane, fmm::Wall wall, Text& out) {
  out.line("\n[ground]");
  out.add(settingLine(fmm::settingOf(&fmm::MotionSettings::wall).key, {}, wall));
  out.line("point = {}", vectorText(plane.point));
  out.line("normal = {}", vectorText(plane.normal));
}

void writeGiven(const GivenElements& given, Text& out) {
  out.line("\n[[elements]]");
  out.line("file = {}", quoted(given.file));
  if (given.coreRadius) out.line("core_radius = {}", realText(*given.coreRadius));
}

void writeRegion(const TracerRegion& region, Text& out) {
  out.line("\n[[tracers]]");
  out.line("shape = \"{}\"", regionShapes()[static_cast<std::size_t>(region.shape)]);
  out.line("share = {}", realText(region.share));
  if (region.line) out.line("ring = {}", *region.line + 1);
  if (region.dye) out.line("dye = {}", *region.dye + 1);
  if (region.radius) out.line("radius = {}", realText(*region.radius));
  if (region.layers > 1) out.line("layers = {}", region.layers);
  if (region.angle != 0) out.line("angle = {}", realText(region.angle));
  if (region.thickness > 0) out.line("thickness = {}", realText(region.thickness));
  if (region.puffs > 0) out.line("puffs = {}\npuff_size = {}", realText(region.puffs), realText(region.puffSize));
  if (region.aboutLine()) return;
  out.line("centre = {}", vectorText(region.centre));
  if (region.shape != RegionShape::disc) out.line("size = {}", vectorText(region.size));
  if (region.shape == RegionShape::box) return;
  out.line("normal = {}", vectorText(region.normal));
  if (region.shape == RegionShape::rectangle && fmm::norm(region.along) > 0)
    out.line("along = {}", vectorText(region.along));
}

void writeLaunch(const RingLaunch& launch, Text& out) {
  out.add(formatLine(launch.ring) + formatLabel(launch.label));
  out.line("start = {}", realText(launch.time));
  if (launch.elements) out.line("elements = {}", *launch.elements);
  if (launch.tracers) out.line("tracers = {}", *launch.tracers);
  if (launch.tracerTube) out.line("tracer_tube = {}", realText(*launch.tracerTube));
  if (launch.tracerSheet) out.line("tracer_sheet = {}", realText(*launch.tracerSheet));
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
  if (!scene.about.empty()) out.line("about = {}", quoted(scene.about));
  if (!scene.note.empty()) out.line("note = {}", quoted(scene.note));
  writePhysics(scene, out);
  writeParticles(scene, out);
  if (scene.settings.ground) writeGround(*scene.settings.ground, scene.settings.wall, out);
  out.add(formatBodies(scene.settings.bodies));
  scene.lines.forEachWithExtras([&](const auto& line, const LineExtras& extras) {
    out.add(formatLine(line) + formatLabel(extras));
    if (extras.elements) out.line("elements = {}", *extras.elements);
  });
  for (const ScenePatch& patch : scene.patches) out.add(formatPatch(patch));
  for (const GivenElements& given : scene.given) writeGiven(given, out);
  for (const TracerRegion& region : scene.regions) writeRegion(region, out);
  for (const Emitter& emitter : scene.emitters) out.add(formatEmitter(emitter));
  for (const RingLaunch& launch : scene.launches) writeLaunch(launch, out);
  writeView(scene, out);
  writeFilm(scene, out);
  return out.take();
}

}  // namespace app
