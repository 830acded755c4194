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
#include "scene/text/heat_tables.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"
#include "scene/text/scene_tables.h"
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
  out.add(formatHeatSources(scene.settings.heatSources));
  scene.lines.forEachWithExtras([&](const auto& line, const LineExtras& extras) {
    out.add(formatLine(line) + formatLabel(extras));
    if (extras.elements) out.line("elements = {}", *extras.elements);
  });
  for (const ScenePatch& patch : scene.patches) out.add(formatPatch(patch));
  for (const GivenElements& given : scene.given) writeGiven(given, out);
  for (const TracerRegion& region : scene.regions) out.add(formatRegion(region));
  for (const Emitter& emitter : scene.emitters) out.add(formatEmitter(emitter));
  for (const RingLaunch& launch : scene.launches) out.add(formatLaunch(launch));
  writeView(scene, out);
  writeFilm(scene, out);
  return out.take();
}

}  // namespace app
