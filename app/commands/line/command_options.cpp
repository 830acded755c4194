#include "commands/line/command_options.h"

#include <H5public.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "fmm/settings_table.h"
#include "scene/saved/vdb_file.h"
#include "scene/scene_settings_table.h"
#include "scene/text/look_file.h"
#include "scene/view_settings.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

/// "1080p"; "4k" also in lower case.
bool takeNamedSize(const std::string& text, int& width, int& height) {
  for (const NamedSize& named : kNamedSizes) {
    if (text != named.name && !(text == "4k" && std::string_view(named.name) == "4K")) continue;
    width = named.size.width;
    height = named.size.height;
    return true;
  }
  return false;
}

/// "1280x720".
bool takeSides(const std::string& text, int& width, int& height) {
  const char* const end = text.data() + text.size();
  const char* middle = takeNumber(text.data(), end, width);
  return middle && middle != end && (*middle == 'x' || *middle == 'X') && takeNumber(middle + 1, end, height) == end;
}

PictureSize parseSize(const std::string& text, PictureSize least) {
  const fmm::Range sides = fmm::settingOf(&FilmSettings::size).range;
  int width = 0, height = 0;
  const bool parsed = takeNamedSize(text, width, height) || takeSides(text, width, height);
  if (!parsed || !sides.contains(width) || !sides.contains(height))
    throw CLI::ValidationError(
        "--size",
        fmt::format("{} is not a size; allowed: 720p, 1080p, 4k, or WxH, each {}, like 1280x720; also 1440p, square "
                    "(1080x1080) and upright (1080x1920)",
                    text, sides.text()));
  if (width < least.width || height < least.height)
    throw CLI::ValidationError(
        "--size", fmt::format("{} is too small; allowed: at least {}x{}", text, least.width, least.height));
  return {width, height};
}

/// "1b2a41", with or without a # before it.
std::optional<Colour> takeColour(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(!text.empty() && text.front() == '#' ? 1 : 0);
  unsigned value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 6 || code != std::errc() || end != digits.data() + digits.size())
    throw CLI::ValidationError(
        "--background-colour",
        text + " is not a colour; allowed: six hexadecimal digits, two each for red, green and blue, like 1b2a41");
  const auto part = [value](unsigned shift) { return static_cast<float>(value >> shift & 0xffU) / 255; };
  return Colour{part(16), part(8), part(0)};
}

}  // namespace

void requireEffect(const fmm::FieldSettings& given) {
  if (given.solver != fmm::SolverKind::direct) return;
  for (const auto& [name, asked] :
       {std::pair("--order", given.order > 0), std::pair("--theta", given.theta > 0),
        std::pair("--leaf-elements", given.leafElements > 0), std::pair("--leaf-points", given.leafPoints > 0),
        std::pair("--mesh", given.mesh == fmm::MeshUse::always)})
    if (asked) throw CLI::ValidationError(name, "has no effect: a direct sum takes every pair");
}

void addHelpAndVersion(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", versionText, "Print version, commit and features and exit");
}

void addGpu(CLI::App& app, MachineOptions& out) {
  app.add_option("--gpu", out.gpu, "Which GPU to use: its number, counted from 0, or a part of its name")
      ->check(CLI::Validator(
          [](const std::string& gpu) { return gpu.empty() ? std::string("the GPU is not named") : std::string(); }, ""))
      ->type_name("GPU");
}

CLI::Option* addSize(CLI::App& app, const std::function<void(PictureSize)>& take, const std::string& description,
                     PictureSize least) {
  return app
      .add_option_function<std::string>(
          "--size", [take, least](const std::string& text) { take(parseSize(text, least)); }, description)
      ->type_name("WxH|720p|1080p|1440p|4k|square|upright");
}

void addSceneOverrides(CLI::App& app, SceneOverrides& out) {
  using fmm::FieldSettings;
  addSetting(app, "--seed", out.particles, &ParticleSettings::seed);
  addSetting(app, "--elements", out.particles, &ParticleSettings::elements);
  addSetting(app, "--tracers", out.particles, &ParticleSettings::tracers);
  addSetting(app, "--tolerance", out.field, &FieldSettings::tolerance, "float: 1e-6 at the finest");
  addSetting(app, "--solver", out.field, &FieldSettings::solver);
  addSetting(app, "--precision", out.field, &FieldSettings::precision);
  addSetting(app, "--backend", out.field, &FieldSettings::backend);
  addSetting(app, "--threads", out.field, &FieldSettings::threads);
  addTuning(app, out.field);
  app.add_option("--look", out.look, "Light and colours: a look of assets/looks or of your own; default: the scene's")
      ->type_name("LOOK");
  addSetting(app, "--view", out.view, &LookSettings::mode);
  addSetting(app, "--background", out.view, &LookSettings::background);
  app.add_option_function<std::string>(
         "--background-colour",
         [&out](const std::string& text) { out.view.set(&LookSettings::backgroundColour, takeColour(text)); },
         "One background colour, sRGB in hexadecimal digits, like 1b2a41; --background still decides how tracers are "
         "drawn")
      ->type_name("RRGGBB");
  addSetting(app, "--vorticity", out.view, &LookSettings::vorticity);
  addSetting(app, "--vortex-by", out.view, &LookSettings::vortexBy);
  addSetting(app, "--slice", out.view, &LookSettings::slice);
  addSetting(app, "--slice-at", out.view, &LookSettings::sliceAt);
  addSetting(app, "--slice-of", out.view, &LookSettings::sliceOf);
  addSetting(app, "--isosurface", out.view, &LookSettings::isosurface);
  // Has no effect: both backends sum in a fixed order, at no measurable cost.
  app.add_flag_callback(
      "--deterministic", [] {}, "The same bits in every run on the same machine and backend; always on");
}

void addSharing(CLI::App& app, fmm::ElementSharing& out) {
  app.add_option_function<std::string>(
         "--sharing",
         [&out](const std::string& text) {
           const auto parsed = fmm::parse<fmm::ElementSharing>(text);
           if (!parsed)
             throw CLI::ValidationError("--sharing",
                                        text + " is not known; allowed: " + fmm::allowedNames<fmm::ElementSharing>());
           out = *parsed;
         },
         "Who has the elements where mpirun starts several processes; everywhere: all of them, shared: a part each, "
         "and what its targets need of the others; default auto: shared where elements are many "
         "and no mesh sums them")
      ->type_name(alternatives<fmm::ElementSharing>());
}

void SceneOverrides::applyTo(Scene& scene) const {
  particles.applyTo(scene);
  field.applyTo(scene.settings);
  if (look) applyLook(loadLook(*look), scene.view);
  view.applyTo(scene.view);
}

bool SceneOverrides::any() const {
  return particles.any() || field.any() || look || view.any();
}

namespace {

/// The first executable of that name in the folders of PATH; empty if none.
std::string onPath(const std::string& name) {
  const char* const folders = std::getenv("PATH");
  std::istringstream all(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(all, folder, ':');) {
    std::string path = folder + '/' + name;
    if (!folder.empty() && access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

}  // namespace

std::string versionText() {
  const std::string ffmpeg = onPath("ffmpeg");
  return fmt::format(
      "ringlet {}\n"
      "commit {}\n"
      "CUDA {}\n"
      "MPI {}\n"
      "OpenVDB {}\n"
      "HDF5 {}.{}.{}\n"
      "ffmpeg {}",
      RINGLET_VERSION, builtCommit().empty() ? "unknown" : builtCommit(), fmm::builtWithCuda() ? "yes" : "no",
      fmm::mpiModule().empty() ? "no module beside the program" : "yes",
      vdbModule().empty() ? "no module beside the program" : "yes", H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE,
      ffmpeg.empty() ? "not on PATH: films as numbered pictures only" : ffmpeg);
}

}  // namespace app
