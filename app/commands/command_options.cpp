#include "commands/command_options.h"

#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>

#include "commands/version_text.h"
#include "files/file_name.h"
#include "files/row_file.h"
#include "fmm/setting_rules.h"
#include "fmm/settings_table.h"
#include "scene/element_file.h"
#include "scene/picture_sizes.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr int kMostGridCells = 512;

/// "1080p"; "4k" may be written in small letters.
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

CLI::Validator rowFile() {
  return CLI::Validator(
      [](const std::string& path) {
        return hasRowEnding(path) ? std::string() : path + ": ending is not known; allowed: .csv and .npy";
      },
      "");
}

/// A file, or a standard stream.
CLI::Validator rowFileOrStream() {
  return CLI::Validator(
      [](const std::string& path) {
        return hasRowEnding(path) || path == kStandardStream
                   ? std::string()
                   : path + ": ending is not known; allowed: .csv and .npy, or - for a standard stream";
      },
      "");
}

CLI::Validator elementFile() {
  return CLI::Validator(
      [](const std::string& path) {
        return hasElementEnding(path) || path == kStandardStream
                   ? std::string()
                   : path + ": ending is not known; allowed: .csv, .npy and .vtkhdf, or - for standard input";
      },
      "");
}

CLI::Validator vtkFile() {
  return CLI::Validator(
      [](const std::string& path) {
        return endingOf(path) == ".vtkhdf" ? std::string() : path + ": ending is not known; allowed: .vtkhdf";
      },
      "");
}

}  // namespace

void addHelpAndVersion(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", versionText, "Print version, commit and features and exit");
}

CLI::App& addCommand(CLI::App& root, const std::string& name, const std::string& description) {
  CLI::App& command = *root.add_subcommand(name, description);
  command.group("Commands");
  addHelpAndVersion(command);
  return command;
}

void addGpu(CLI::App& app, MachineOptions& out) {
  app.add_option("--gpu", out.gpu, "Which GPU, of several: its number, counted from 0, or a part of its name")
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
         "One colour behind everything, sRGB in hexadecimal digits, like 1b2a41; how tracers are drawn follows the "
         "background still")
      ->type_name("RRGGBB");
  addSetting(app, "--vorticity", out.view, &LookSettings::vorticity);
  addSetting(app, "--slice", out.view, &LookSettings::slice);
  addSetting(app, "--slice-at", out.view, &LookSettings::sliceAt);
  addSetting(app, "--slice-of", out.view, &LookSettings::sliceOf);
  addSetting(app, "--isosurface", out.view, &LookSettings::isosurface);
  // No code hangs on it: sums run in a fixed order on both backends, at no cost that could be measured.
  app.add_flag_callback(
      "--deterministic", [] {}, "The same bits every time on the same machine and backend; always so");
}

namespace {

/// "N" or "A:B".
void takeFrames(const std::string& text, RunOptions& out) {
  const auto fail = [&](const char* what) {
    throw CLI::ValidationError("--frames", fmt::format("{} {}; allowed: 1 to {}, or pictures A:B with 0 <= A <= B",
                                                       text, what, kMaximumCount));
  };
  const auto number = [&](std::string_view part, std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    const auto [rest, code] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (code == std::errc::invalid_argument || rest != part.data() + part.size()) fail("is not a whole number");
    if (code != std::errc() || value < low || value > high) fail("is out of range");
    return value;
  };
  const std::string_view all = text;
  const std::size_t colon = all.find(':');
  if (colon == std::string_view::npos) {
    out.frames = number(all, 1, kMaximumCount);
    return;
  }
  const std::int64_t last = number(all.substr(colon + 1), 0, kMaximumCount - 1);
  out.range = FrameRange{number(all.substr(0, colon), 0, last), last};
}

CLI::Option* addFrames(CLI::App& run, RunOptions& out) {
  return run
      .add_option_function<std::string>(
          "--frames", [&out](const std::string& text) { takeFrames(text, out); },
          "N: frames of the whole film, those before --resume too; default: the scene's. "
          "A:B: of numbered pictures (.png) only A to B, both included, the first one being 0; those that are there "
          "are kept (--force: drawn anew; without it pictures of another film are refused), and the nearest "
          "--checkpoint before them is where it starts, so that the same command goes on with an interrupted sequence")
      ->type_name("N|A:B");
}

/// A number, or two of them with a slash between, as the rates of television have it.
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
  addSetting(run, "--supersample", out, &FilmSettings::supersampling, "default: the scene's");
  addSetting(run, "--shots", out, &FilmSettings::shots, "default: the scene's, 1");
  addSetting(run, "--shutter", out, &FilmSettings::shutter, "default: the scene's, 0.5");
  addSetting(run, "--aperture", out, &FilmSettings::aperture, "default: the scene's, 0");
  addSetting(run, "--focus", out, &FilmSettings::focus, "default: the scene's, 0");
  run.add_flag_callback(
      "--transparent", [&out] { out.set(&FilmSettings::transparent, true); },
      "Leave the background out, for laying the film over another picture: .webm, .mov, .apng, numbered .png and .exr");
  addSetting(run, "--quality", out, &FilmSettings::quality, "there 100 is fast and 0 small; default: the scene's, 75");
}

/// Six numbers with commas between.
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
  run.add_option(
         "--export-elements", out.exportElements,
         "Write the vortex elements as rows x,y,z,ax,ay,az,sigma,ring,core, which eval reads: .csv or .npy; with %d "
         "in its name one file each time")
      ->check(givenPath())
      ->check(rowFile())
      ->type_name("FILE");
  CLI::Option* grid =
      run.add_option("--export-grid", out.exportGrid,
                     "Write the tracers' density, the velocity and the vorticity on a grid as VTKHDF image data, which "
                     "ParaView opens; with %d in its name one file each time")
          ->check(givenPath())
          ->check(vtkFile())
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

}  // namespace

void addRunCommand(CLI::App& root, RunOptions& out) {
  CLI::App& run = addCommand(root, "run", "Simulate a scene without a window; record a film of it");
  run.add_option("SCENE", out.scene, "Name of a scene or path of a scene file; left out with --resume");
  // run never has a window; older command lines say so.
  run.add_flag_callback(
         "--headless", [] {}, "")
      ->group("");
  run.add_option(
         "--record", out.record,
         "Film: .mp4, .webm, .mov (ProRes 4444), .gif, .apng, or numbered pictures like frames/%05d.png, also .exr "
         "(linear light and depth)")
      ->check(givenPath())
      ->type_name("FILE");
  CLI::Option* frames = addFrames(run, out);
  addSetting(run, "--seconds", out.film, &FilmSettings::seconds, "default: the scene's")->excludes(frames);
  addFilmOverrides(run, out.film);
  CLI::Option* camera = run.add_option("--camera", out.cameraPath, "Camera path (TOML); default: the scene's view")
                            ->check(givenPath())
                            ->type_name("FILE");
  CLI::Option* held =
      run.add_flag(
             "--hold-flow", out.holdFlow,
             "The camera goes along its path while the flow stands still: as the scene begins, or as --resume has "
             "it, whose frames do not count then")
          ->needs(camera);
  run.add_flag("--force", out.force, "Replace files that are already there");
  run.add_option("--diagnostics", out.diagnostics,
                 "Measure invariants, rings, errors and times of every frame into this CSV file")
      ->check(givenPath())
      ->type_name("FILE")
      ->excludes(held);
  run.add_option("--checkpoint", out.checkpoint,
                 "Write the state to this VTKHDF file; with %d in its name to one each, like states/%05d.vtkhdf")
      ->check(givenPath())
      ->check(vtkFile())
      ->type_name("FILE")
      ->excludes(held);
  addExports(run, out);
  run.add_option("--every", out.every, "Frames between checkpoints and exports; default: one at the end")
      ->check(wholeIn({1, kMaximumCount}));
  run.add_option("--resume", out.resume, "Go on from a checkpoint, bit for bit")->check(givenPath())->type_name("FILE");
  addSceneOverrides(run, out.overrides);
  addGpu(run, out);
  run.add_flag("--quiet", out.quiet, "No progress bar, no summary");
  run.add_flag("--json", out.json, "Report as JSON on standard output");
  run.callback([&out] {
    if (out.scene.empty() && out.resume.empty()) throw CLI::RequiredError("SCENE or --resume FILE");
    if (out.every > 0 && out.checkpoint.empty() && out.exportElements.empty() && out.exportGrid.empty())
      throw CLI::RequiresError("--every", "--checkpoint, --export-elements or --export-grid");
    if (out.range && !(out.exportElements.empty() && out.exportGrid.empty()))
      throw CLI::ValidationError("--frames", "a range of pictures exports nothing; give the number of frames");
    if (!out.scene.empty() && !out.resume.empty())
      throw CLI::ValidationError("--resume", "a checkpoint has its own scene; leave out SCENE");
    if (out.range && out.record.empty())
      throw CLI::ValidationError("--frames", "a range of pictures needs --record with a path like frames/%05d.png");
  });
  run.footer(
      "Examples:\n"
      "  ringlet run leapfrog --record leapfrog.mp4\n"
      "  ringlet run my.toml --record frames/%05d.png --frames 90 --size 1920x1080\n"
      "  ringlet run leapfrog --record big.mp4 --size 3840x2160 --supersample 2 --quality 90\n"
      "  ringlet run leapfrog --record frames/%05d.png --frames 0:299 --checkpoint states/%05d.vtkhdf "
      "--every 25\n"
      "  ringlet run leapfrog --frames 150 --checkpoint state.vtkhdf --every 50\n"
      "  ringlet run --resume state.vtkhdf --frames 300 --record rest.mp4\n"
      "  ringlet run --resume state.vtkhdf --record round.mp4 --camera round.toml --hold-flow\n"
      "  ringlet run --resume state.vtkhdf --frames 300 --export-grid field.vtkhdf --grid-cells 128");
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

void addEvalCommand(CLI::App& root, EvalOptions& out) {
  CLI::App& eval = addCommand(root, "eval", "Velocity (and its gradient) of given elements at given points");
  eval.add_option(
          "ELEMENTS", out.elements,
          "CSV with the header x,y,z,ax,ay,az[,sigma[,ring[,core]]], NPY [N][6 to 9], or the elements of a checkpoint "
          "(.vtkhdf); columns in any order, with others beside them; -: CSV from standard input")
      ->required()
      ->check(elementFile())
      ->type_name("FILE");
  eval.add_option("--targets", out.targets, "CSV with the columns x,y,z, or NPY [M][3]; -: CSV from standard input")
      ->required()
      ->check(rowFileOrStream())
      ->type_name("FILE");
  eval.add_option("--output", out.output,
                  "CSV x,y,z,ux,uy,uz[,j11..j33], or NPY [M][6 or 15]; j_ik = du_i/dx_k; -: CSV to standard output")
      ->required()
      ->check(rowFileOrStream())
      ->type_name("FILE");
  fmm::FieldSettings& field = out.settings;
  CLI::Option* tolerance =
      addSetting(eval, "--tolerance", field, &fmm::FieldSettings::tolerance, "default 1e-4; float: 1e-6 at the finest");
  eval.add_flag_callback(
          "--direct", [&out] { out.settings.solver = fmm::SolverKind::direct; }, "Sum over every pair instead")
      ->excludes(tolerance);
  addSetting(
      eval, "--regularisation", fmm::settingOf(&fmm::FieldSettings::regularisation),
      [&out](fmm::Regularisation core) { out.core = core; },
      "default: what the file of elements says, else gaussian; rosenhead with --direct only");
  eval.add_option("--core-radius", out.coreRadius,
                  "Core radius of all elements, instead of the sigma column; 0: singular")
      ->check(numberIn({0, 1e30}));
  eval.add_flag("--gradient", out.gradient, "Velocity gradient as well, row-major");
  addSetting(eval, "--precision", field, &fmm::FieldSettings::precision, "digits of the output, too; default float");
  addSetting(eval, "--backend", field, &fmm::FieldSettings::backend);
  addSetting(eval, "--threads", field, &fmm::FieldSettings::threads);
  addTuning(eval, field);
  addSharing(eval, out.sharing);
  addGpu(eval, out);
  eval.add_flag("--force", out.force, "Replace the output file if it is already there");
  eval.add_flag("--quiet", out.quiet, "No report; warnings come all the same");
  eval.add_flag("--json", out.json, "Report as JSON on standard output");
  eval.callback([&out] {
    if (out.elements == kStandardStream && out.targets == kStandardStream)
      throw CLI::ValidationError("--targets", "standard input is ELEMENTS already; allowed: one of them");
    if (out.output == kStandardStream && out.json)
      throw CLI::ValidationError("--json", "would mix with --output -; give one of them");
    if (out.core) out.settings.regularisation = *out.core;
    const fmm::SettingRule* broken = fmm::brokenRule(out.settings);
    if (broken && std::string_view(broken->key) == fmm::settingOf(&fmm::FieldSettings::regularisation).key)
      throw CLI::ValidationError("--regularisation",
                                 std::string(fmm::toString(out.settings.regularisation)) + " needs --direct");
  });
  eval.footer(
      "Examples:\n"
      "  ringlet eval elements.csv --targets grid.csv --output field.csv --tolerance 1e-5\n"
      "  ringlet eval elements.npy --targets grid.npy --output field.npy --direct --precision double --gradient\n"
      "  ringlet eval state.vtkhdf --targets - --output - --quiet < points.csv > field.csv");
}

void addInfoCommand(CLI::App& root, InfoOptions& out) {
  CLI::App& info = addCommand(root, "info", "Version, backends, OpenGL renderer, limits, scenes");
  info.add_flag("--json", out.json, "As JSON");
  addGpu(info, out);
  info.footer("Example:\n  ringlet info --json");
}

void addPageCommands(CLI::App& root, std::string& completed) {
  CLI::App& man = addCommand(root, "man", "The manual page, as roff");
  CLI::App& completion =
      addCommand(root, "completion", "A script that completes command lines, or names of scenes or looks, a line each");
  completion.add_option("FOR", completed, "What for")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "scenes", "looks"}));
  for (CLI::App* command : {&man, &completion}) command->group("");
}

}  // namespace app
