// Scene -> scene file. "{}" of a double is the shortest text that reads back to the same bits.

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "scene/line_tables.h"
#include "scene/look_file.h"
#include "scene/region_parser.h"
#include "scene/scene_file.h"
#include "scene/toml_text.h"

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

// TOML basic string: quotes, backslashes and control characters escaped.
std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (const unsigned char c : value) {
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", static_cast<char>(c));
    else if (c < 0x20 || c == 0x7f)
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      text += static_cast<char>(c);
  }
  return text + '"';
}

void writePhysics(const Scene& scene, Text& out) {
  const fmm::Settings& settings = scene.settings;
  out.line("\n[physics]");
  out.line("dt = {}", settings.timeStep);
  out.line("courant = {}", settings.courant);
  out.line("integrator = \"{}\"", fmm::toString(settings.integrator));
  out.line("stretching = \"{}\"", fmm::toString(settings.stretching));
  out.line("formulation = \"{}\"", fmm::toString(settings.formulation));
  out.line("viscosity = {}", settings.viscosity);
  out.line("diffusion = \"{}\"", fmm::toString(settings.diffusion));
  out.line("core_growth = {}", settings.coreGrowth);
  out.line("relaxation = {}", settings.relaxation);
  out.line("minimum_overlap = {}", settings.minimumOverlap);
  out.line("element_budget = {}", settings.elementBudget);
  out.line("merge_tolerance = {}", settings.mergeTolerance);
  out.line("regularisation = \"{}\"", fmm::toString(settings.regularisation));
  if (scene.sigma)
    out.line("sigma = {}", *scene.sigma);
  else
    out.line("overlap = {}", scene.overlap);
  out.line("solver = \"{}\"", fmm::toString(settings.solver));
  out.line("tolerance = {}", settings.tolerance);
  out.line("precision = \"{}\"", fmm::toString(settings.precision));
  out.line("backend = \"{}\"", fmm::toString(settings.backend));
}

void writeParticles(const Scene& scene, Text& out) {
  out.line("\n[particles]");
  if (scene.elements) out.line("elements = {}", *scene.elements);
  if (scene.tracers) out.line("tracers = {}", *scene.tracers);
  out.line("seed = {}", scene.seed);
  out.line("tracer_tube = {}", scene.tracerTube);
}

void writeGround(const fmm::GroundPlane& plane, Text& out) {
  out.line("\n[ground]");
  out.line("point = {}", vectorText(plane.point));
  out.line("normal = {}", vectorText(plane.normal));
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
  out.add(formatLine(launch.ring));
  out.line("start = {}", launch.time);
  if (launch.elements) out.line("elements = {}", *launch.elements);
  if (launch.tracers) out.line("tracers = {}", *launch.tracers);
  if (launch.tracerTube) out.line("tracer_tube = {}", *launch.tracerTube);
}

void writeView(const Scene& scene, Text& out) {
  const ViewSettings& view = scene.view;
  out.line("\n[view]");
  out.line("eye = {}", vectorText(scene.camera.eye));
  out.line("target = {}", vectorText(scene.camera.target));
  out.line("up = {}", vectorText(scene.camera.up));
  out.line("field_of_view = {}", scene.camera.fieldOfView);
  out.add(formatLook(view));
  out.line("follow = {}", view.follow);
}

void writeFilm(const Scene& scene, Text& out) {
  const FilmSettings& film = scene.film;
  out.line("\n[film]");
  out.line("seconds = {}", film.seconds);
  out.line("fps = {}", film.framesPerSecond);
  out.line("size = [{}, {}]", film.width, film.height);
  out.line("supersampling = {}", film.supersampling);
  out.line("quality = {}", film.quality);
  out.line("ends_by_itself = {}", film.endsByItself);
  if (film.timePerSecond) out.line("time_per_second = {}", *film.timePerSecond);
  out.line("steps_per_frame = {}", scene.stepsPerFrame);
}

}  // namespace

std::string formatScene(const Scene& scene) {
  Text out;
  out.line("title = {}", quoted(scene.title));
  if (!scene.note.empty()) out.line("note = {}", quoted(scene.note));
  writePhysics(scene, out);
  writeParticles(scene, out);
  if (scene.settings.ground) writeGround(*scene.settings.ground, out);
  scene.lines.forEach([&](const auto& line) { out.add(formatLine(line)); });
  for (const TracerRegion& region : scene.regions) writeRegion(region, out);
  for (const RingLaunch& launch : scene.launches) writeLaunch(launch, out);
  writeView(scene, out);
  writeFilm(scene, out);
  return out.take();
}

}  // namespace app
