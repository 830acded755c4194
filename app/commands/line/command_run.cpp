// The options of `ringlet run`.
#include <cmath>
#include <sstream>

#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "files/file_name.h"
#include "files/row_file.h"
#include "film/film_format.h"
#include "scene/saved/vdb_file.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings.h"

namespace app {
namespace {

constexpr int kMostGridCells = 512;

bool isVtkFile(const std::string& path) {
  return endingOf(path) == kVtkEnding;
}

bool isGridExport(const std::string& path) {
  return isVtkFile(path) || endingOf(path) == kVdbEnding;
}

bool isElementExport(const std::string& path) {
  return hasRowEnding(path) || isVtkFile(path);
}

bool isStateFile(const std::string& path) {
  return endingOf(path) == kStateEnding;
}

/// Parses a number, or a fraction such as television's rates.
double takeRate(const std::string& text) {
  const std::size_t slash = text.find('/');
  double rate = 0, divisor = 1;
  const bool parsed = CLI::detail::lexical_cast(text.substr(0, slash), rate) &&
                      (slash == std::string::npos || CLI::detail::lexical_cast(text.substr(slash + 1), divisor));
  rate /= divisor;
  const fmm::Range rates = fmm::settingOf(&FilmSettings::framesPerSecond).range;
  if (!parsed || !rates.contains(rate))
    throw CLI::ValidationError("--fps", text + " is not a rate; allowed: " + rates.text() +
                                            ", also as a fraction like 30000/1001 (television's 29.97)");
  return rate;
}

void addFilmOverrides(CLI::App& run, GivenSettings<FilmSettings>& out) {
  addSize(
      run, [&out](PictureSize size) { out.set(&FilmSettings::size, size); },
      "Size of the film, up to 4k and beyond; default: the scene's");
  run.add_option_function<std::string>(
         "--fps", [&out](const std::string& text) { out.set(&FilmSettings::framesPerSecond, takeRate(text)); },
         "Frames per second of the film, also as 30000/1001; default: the scene's")
      ->type_name("RATE");
  addSetting(run, "--time-per-second", out, &FilmSettings::timePerSecond,
             "the time step is shortened so that it divides the time between frames; default: the scene's, or what dt "
             "and steps_per_frame make");
  addSetting(run, "--finish", out, &FilmSettings::finish, "default: the scene's, good");
  addSetting(run, "--supersample", out, &FilmSettings::supersampling, "default: the scene's");
  addSetting(run, "--shots", out, &FilmSettings::shots, "default: the scene's, 1");
  addSetting(run, "--shutter", out, &FilmSettings::shutter, "default: the scene's, 0.5");
  addSetting(run, "--aperture", out, &FilmSettings::aperture, "default: the scene's, 0");
  addSetting(run, "--focus", out, &FilmSettings::focus, "default: the scene's, 0");
  run.add_flag_callback(
      "--transparent", [&out] { out.set(&FilmSettings::transparent, true); },
      "Leave the background out, for laying the film over another picture: " + alphaEndings());
  addSetting(run, "--quality", out, &FilmSettings::quality, "there 100 is fast and 0 small; default: the scene's, 75");
}

/// Parses six numbers separated by commas.
void takeGridBox(const std::string& text, RunOptions& out) {
  double numbers[6] = {};
  std::size_t count = 0;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ','); ++count)
    if (count < 6 && !(CLI::detail::lexical_cast(part, numbers[count]) && std::isfinite(numbers[count])))
      throw CLI::ValidationError("--grid-box", part + " is not a number");
  const fmm::Vec3 low = {numbers[0], numbers[1], numbers[2]}, high = {numbers[3], numbers[4], numbers[5]};
  if (count != 6 || !(low.x < high.x && low.y < high.y && low.z < high.z))
    throw CLI::ValidationError("--grid-box", text +
                                                 " is no box; allowed: X,Y,Z of its lower corner, then of its upper "
                                                 "one, each of them larger, like -1,-1,0,1,1,2");
  out.gridBox = GridBox{low, high, out.gridBox ? out.gridBox->spacing : std::nullopt};
}

void addExports(CLI::App& run, RunOptions& out) {
  run.add_option("--export-elements", out.exportElements,
                 "Write the vortex elements as rows x,y,z,ax,ay,az,sigma,ring,core, of a plane flow "
                 "x,y,gamma,sigma,ring,core, which eval reads: .csv or .npy; or "
                 "elements and tracers with velocity and vorticity as VTKHDF points, which ParaView opens: .vtkhdf; "
                 "with %d in its name "
                 "one file each time")
      ->check(givenPath())
      ->check(endingOr(isElementExport, "", ".csv, .npy and .vtkhdf"))
      ->type_name("FILE");
  CLI::Option* grid = run.add_option("--export-grid", out.exportGrid,
                                     "Write the tracers' density, the velocity, the vorticity, Q, lambda_2 and the "
                                     "pressure on a grid as VTKHDF image data, which ParaView opens, or as OpenVDB "
                                     "grids, which Blender plays; with %d in its name one file each time")
                          ->check(givenPath())
                          ->check(endingOr(isGridExport, "", ".vtkhdf and .vdb"))
                          ->type_name("FILE");
  run.add_option(
         "--export-lines", out.exportLines,
         "Write the streak lines and path lines of the scene's seeds as VTKHDF polylines, which ParaView opens; "
         "with %d in its name one file each time")
      ->check(givenPath())
      ->check(endingOr(isVtkFile, "", ".vtkhdf"))
      ->type_name("FILE");
  run.add_option(
         "--export-bodies", out.exportBodies,
         "Write the surfaces of the bodies of a flow in space, with the fluid's vorticity and shear stress there, "
         "as VTKHDF triangles, which ParaView opens; with %d in its name one file each time")
      ->check(givenPath())
      ->check(endingOr(isVtkFile, "", ".vtkhdf"))
      ->type_name("FILE");
  CLI::Option* cells =
      run.add_option("--grid-cells", out.gridCells, "Cells of that grid along its longest edge; default 64")
          ->check(wholeIn({8, kMostGridCells}))
          ->needs(grid);
  CLI::Option* box =
      run.add_option_function<std::string>(
             "--grid-box", [&out](const std::string& text) { takeGridBox(text, out); },
             "Box of that grid, its lower and its upper corner, the same for every file; default: about the tracers")
          ->type_name("X,Y,Z,X,Y,Z")
          ->needs(grid);
  run.add_option_function<double>(
         "--grid-spacing",
         [&out](double spacing) {
           if (out.gridBox) out.gridBox->spacing = spacing;
         },
         "Edge of that grid's cells, in place of their number")
      ->check(numberIn({0, 1e30, true}))
      ->needs(box)
      ->excludes(cells);
}

void addRun(CLI::App& run, RunOptions& out) {
  run.add_option("SCENE", out.scene,
                 "Name of a scene or path of a scene file; -: a scene from standard input; left out with --resume");
  // Accepted without effect, for older command lines: run never has a window.
  run.add_flag_callback(
         "--headless", [] {}, "")
      ->group("");
  run.add_option("--record", out.record, "Film: " + filmEndings())->check(givenPath())->type_name("FILE");
  CLI::Option* frames =
      run.add_option("--frames", out.frames,
                     "Frames of the whole film, including those before --resume; default: the scene's")
          ->check(wholeIn({1, kMaximumCount}));
  addSetting(run, "--seconds", out.film, &FilmSettings::seconds, "default: the scene's")->excludes(frames);
  addFilmOverrides(run, out.film);
  CLI::Option* camera = run.add_option("--camera", out.cameraPath, "Camera path (TOML); default: the scene's view")
                            ->check(givenPath())
                            ->type_name("FILE");
  CLI::Option* held = run.add_flag("--hold-flow", out.holdFlow,
                                   "Move the camera along its path while the flow stands still, at the scene's "
                                   "beginning or at --resume, whose frames do not count then")
                          ->needs(camera);
  run.add_flag("--force", out.force, "Replace files that are already there");
  run.add_option("--diagnostics", out.diagnostics,
                 "Measure invariants, rings, errors and times of every frame into this CSV file; -: to standard output")
      ->check(givenPath())
      ->type_name("FILE")
      ->excludes(held);
  run.add_option("--checkpoint", out.checkpoint,
                 "Write the state to this file, .ringlet; with %d in its name to one each, like states/%05d.ringlet")
      ->check(givenPath())
      ->check(endingOr(isStateFile, "", ".ringlet (ParaView's .vtkhdf: --export-elements)"))
      ->type_name("FILE")
      ->excludes(held);
  addExports(run, out);
  run.add_option("--every", out.every, "Frames between checkpoints and exports; default: one at the end")
      ->check(wholeIn({1, kMaximumCount}));
  run.add_option("--resume", out.resume, "Continue from a checkpoint, bit for bit")
      ->check(givenPath())
      ->type_name("FILE");
  addSceneOverrides(run, out.overrides);
  addGpu(run, out);
  run.add_flag("--strict", out.strict,
               "Exit code 1 if the error at the end may be above the tolerance; what was made is complete");
  run.add_flag("--quiet", out.quiet, "No progress bar, no summary");
  run.add_flag("--json", out.json, "Report as JSON on standard output");
  run.callback([&out] {
    if (out.scene.empty() && out.resume.empty()) throw CLI::RequiredError("SCENE or --resume FILE");
    requireEffect(out.overrides.field.values());
    const bool exports =
        !(out.exportElements.empty() && out.exportGrid.empty() && out.exportBodies.empty() && out.exportLines.empty());
    if (out.every > 0 && out.checkpoint.empty() && !exports)
      throw CLI::RequiresError("--every",
                               "--checkpoint, --export-elements, --export-grid, --export-lines or --export-bodies");
    if (!out.scene.empty() && !out.resume.empty())
      throw CLI::ValidationError("--resume", "a checkpoint has its own scene; leave out SCENE");
    if (out.diagnostics == kStandardStream && out.json)
      throw CLI::ValidationError("--json", "would mix with --diagnostics -; give one of them");
  });
  run.footer(
      "Examples:\n"
      "  ringlet run leapfrog --record leapfrog.mp4\n"
      "  ringlet run my.toml --record frames/%05d.png --frames 90 --size 1920x1080\n"
      "  ringlet run leapfrog --record big.mp4 --size 3840x2160 --supersample 2 --quality 90\n"
      "  ringlet run leapfrog --record frames/%05d.png --frames 300 --checkpoint states/%05d.ringlet "
      "--every 25\n"
      "  ringlet run leapfrog --frames 150 --checkpoint state.ringlet --every 50\n"
      "  ringlet run --resume state.ringlet --frames 300 --record rest.mp4\n"
      "  ringlet run --resume state.ringlet --record round.mp4 --camera round.toml --hold-flow\n"
      "  ringlet run --resume state.ringlet --frames 300 --export-grid field.vtkhdf --grid-cells 128");
}

}  // namespace

CommandKind runKind() {
  return commandKind<RunOptions>("run", "Simulate a scene without a window; record a film of it", addRun, runCommand);
}

}  // namespace app
