#include "commands/command_options.h"

#include <charconv>
#include <string_view>

#include "files/row_file.h"
#include "files/suggest.h"
#include "fmm/core_facts.h"
#include "fmm/verification.h"
#include "scene/element_file.h"

namespace app {
namespace {

constexpr std::int64_t kMaximumCount = 1'000'000'000;
constexpr std::int64_t kMaximumSeed = std::int64_t{1} << 53;  // exact in every format that it passes through
constexpr double kFinestTolerance = 1e-10, kCoarsestTolerance = 0.1;
constexpr double kLongestTime = 1e30;
constexpr int kMostSamples = 8;  // along a pixel's side
constexpr int kMostGridCells = 512;
constexpr int kSmallestSide = 16;
constexpr int kLargestSide = 16384;

const char* takeNumber(const char* begin, const char* end, int& out) {
  const auto [rest, code] = std::from_chars(begin, end, out);
  return code == std::errc() ? rest : nullptr;
}

std::pair<int, int> parseSize(const std::string& text, std::pair<int, int> least) {
  const char* const end = text.data() + text.size();
  int width = 0, height = 0;
  const char* middle = takeNumber(text.data(), end, width);
  const bool parsed =
      middle && middle != end && (*middle == 'x' || *middle == 'X') && takeNumber(middle + 1, end, height) == end;
  const auto inRange = [](int side) { return side >= kSmallestSide && side <= kLargestSide; };
  if (!parsed || !inRange(width) || !inRange(height))
    throw CLI::ValidationError("--size", fmt::format("{} is not a size; allowed: WxH, each {} to {}, like 1280x720",
                                                     text, kSmallestSide, kLargestSide));
  if (width < least.first || height < least.second)
    throw CLI::ValidationError(
        "--size", fmt::format("{} is too small; allowed: at least {}x{}", text, least.first, least.second));
  return {width, height};
}

CLI::Validator rowFile() {
  return CLI::Validator(
      [](const std::string& path) {
        return hasRowEnding(path) ? std::string() : path + ": ending is not known; allowed: .csv and .npy";
      },
      "");
}

CLI::Validator elementFile() {
  return CLI::Validator(
      [](const std::string& path) {
        return hasElementEnding(path) ? std::string() : path + ": ending is not known; allowed: .csv, .npy and .vtkhdf";
      },
      "");
}

CLI::Validator vtkFile() {
  return CLI::Validator(
      [](const std::string& path) {
        const std::size_t dot = path.rfind('.');
        const bool known = dot != std::string::npos && path.substr(dot) == ".vtkhdf";
        return known ? std::string() : path + ": ending is not known; allowed: .vtkhdf";
      },
      "");
}

/// The name of a check, or of a group of them.
CLI::Validator checkName() {
  return CLI::Validator(
      [](const std::string& name) {
        std::vector<std::string> known;
        for (const fmm::Check& check : fmm::checks()) {
          if (belongsTo(check.name, name)) return std::string();
          known.push_back(check.name.substr(0, check.name.find('/')));
          known.push_back(check.name);
        }
        return name + " is no check; --list names them" + didYouMean(name, known);
      },
      "");
}

CLI::App& addCommand(CLI::App& root, const std::string& name, const std::string& description) {
  CLI::App& command = *root.add_subcommand(name, description);
  command.group("Commands");
  command.set_help_flag("-h,--help", "Print this help and exit");
  command.set_version_flag("--version", "ringlet " RINGLET_VERSION, "Print the version and exit");
  return command;
}

}  // namespace

CLI::Option* addSize(CLI::App& app, std::optional<std::pair<int, int>>& out, const std::string& description,
                     std::pair<int, int> least) {
  return app
      .add_option_function<std::string>(
          "--size", [&out, least](const std::string& text) { out = parseSize(text, least); }, description)
      ->type_name("WxH");
}

void addSceneOverrides(CLI::App& app, SceneOverrides& out) {
  app.add_option("--seed", out.seed, "Seed of all random positions")->check(wholeIn(0, kMaximumSeed));
  app.add_option("--elements", out.elements, "Number of vortex elements, all rings together")
      ->check(wholeIn(1, kMaximumCount));
  app.add_option("--tracers", out.tracers, "Number of tracers")->check(wholeIn(0, kMaximumCount));
  app.add_option("--tolerance", out.tolerance, "Relative error asked for; float: 1e-6 at the finest")
      ->check(numberIn(kFinestTolerance, kCoarsestTolerance));
  addEnum<fmm::SolverKind>(app, "--solver", out.solver, "How velocities are summed");
  addEnum<fmm::Precision>(app, "--precision", out.precision, "Arithmetic");
  addEnum<fmm::Backend>(app, "--backend", out.backend, "Where the solver runs");
  app.add_option("--threads", out.threads, "CPU threads; 0 = all cores")->check(wholeIn(0, 1024));
  app.add_option("--look", out.look, "Light and colours: a look of assets/looks or of your own; default: the scene's")
      ->type_name("NAME");
  addViewName(app, "--view", out.view, "Tracers as points, as a lit density, or both");
  addViewName(app, "--background", out.background, "What is behind the rings");
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

void addFrames(CLI::App& run, RunOptions& out) {
  run.add_option_function<std::string>(
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
  if (!parsed || !(rate >= 1 && rate <= 1000))
    throw CLI::ValidationError(
        "--fps", text + " is not a rate; allowed: 1 to 1000, also as a fraction like 30000/1001 (television's 29.97)");
  return rate;
}

void addFilmOverrides(CLI::App& run, FilmOverrides& out) {
  addSize(run, out.size, "Size of the film, up to 4K and beyond; default: the scene's");
  run.add_option_function<std::string>(
         "--fps", [&out](const std::string& text) { out.framesPerSecond = takeRate(text); },
         "Frames per second of the film, also as 30000/1001; default: the scene's")
      ->type_name("RATE");
  run.add_option("--time-per-second", out.timePerSecond,
                 "Simulated time that a second of the film shows, exactly; the time step is shortened so that it "
                 "divides the time between frames; default: the scene's, or what dt and steps_per_frame make")
      ->check(CLI::Validator(
          [](const std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && value > 0 && value <= kLongestTime;
            return good ? std::string() : text + " is not a time; allowed: more than 0, up to 1e30";
          },
          "TIME"));
  run.add_option("--supersample", out.supersampling,
                 "Each pixel is the mean of N x N samples in linear light; default: the scene's")
      ->check(wholeIn(1, kMostSamples));
  run.add_option(
         "--quality", out.quality,
         "Of mp4 and webm: 0 small, 100 large with brightness nearly lossless (colours have half the resolution "
         "at any quality); PNG is lossless, there 100 is fast and 0 small; default: the scene's, 75")
      ->check(numberIn(0, 100));
}

void addExports(CLI::App& run, RunOptions& out) {
  run.add_option("--export-elements", out.exportElements,
                 "Write the vortex elements as rows x,y,z,ax,ay,az,sigma,ring, which eval reads: .csv or .npy; with %d "
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
  run.add_option("--grid-cells", out.gridCells, "Cells of that grid along its longest edge; default 64")
      ->check(wholeIn(8, kMostGridCells))
      ->needs(grid);
}

}  // namespace

void addRunCommand(CLI::App& root, RunOptions& out) {
  CLI::App& run = addCommand(root, "run", "Simulate a scene without a window; record a film of it");
  run.add_option("SCENE", out.scene, "Name of a scene or path of a scene file; left out with --resume");
  run.add_flag("--headless", out.headless, "No window, no display server (always so with run)");
  run.add_option("--record", out.record, "Film: .mp4, .webm, or numbered pictures like frames/%05d.png")
      ->check(givenPath())
      ->type_name("FILE");
  addFrames(run, out);
  addFilmOverrides(run, out.film);
  run.add_option("--camera", out.cameraPath, "Camera path (TOML); default: the scene's view")
      ->check(givenPath())
      ->type_name("FILE");
  run.add_flag("--force", out.force, "Replace files that are already there");
  run.add_option("--diagnostics", out.diagnostics,
                 "Measure invariants, rings, errors and times of every frame into this CSV file")
      ->check(givenPath())
      ->type_name("FILE");
  run.add_option("--checkpoint", out.checkpoint,
                 "Write the state to this VTKHDF file; with %d in its name to one each, like states/%05d.vtkhdf")
      ->check(givenPath())
      ->check(vtkFile())
      ->type_name("FILE");
  addExports(run, out);
  run.add_option("--every", out.every, "Frames between checkpoints and exports; default: one at the end")
      ->check(wholeIn(1, kMaximumCount));
  run.add_option("--resume", out.resume, "Go on from a checkpoint, bit for bit")->check(givenPath())->type_name("FILE");
  addSceneOverrides(run, out.overrides);
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
      "  ringlet run leapfrog --headless --record leapfrog.mp4\n"
      "  ringlet run my.toml --headless --record frames/%05d.png --frames 90 --size 1920x1080\n"
      "  ringlet run leapfrog --headless --record big.mp4 --size 3840x2160 --supersample 2 --quality 90\n"
      "  ringlet run leapfrog --headless --record frames/%05d.png --frames 0:299 --checkpoint states/%05d.vtkhdf "
      "--every 25\n"
      "  ringlet run leapfrog --headless --frames 150 --checkpoint state.vtkhdf --every 50\n"
      "  ringlet run --resume state.vtkhdf --headless --frames 300 --record rest.mp4\n"
      "  ringlet run --resume state.vtkhdf --headless --frames 300 --export-grid field.vtkhdf --grid-cells 128");
}

void addEvalCommand(CLI::App& root, EvalOptions& out) {
  CLI::App& eval = addCommand(root, "eval", "Velocity (and its gradient) of given elements at given points");
  eval.add_option("ELEMENTS", out.elements,
                  "CSV with the header x,y,z,ax,ay,az[,sigma[,ring]], NPY [N][6 to 8], or the elements of a checkpoint "
                  "(.vtkhdf)")
      ->required()
      ->check(elementFile())
      ->type_name("FILE");
  eval.add_option("--targets", out.targets, "CSV with the header x,y,z, or NPY [M][3]")
      ->required()
      ->check(rowFile())
      ->type_name("FILE");
  eval.add_option("--output", out.output, "CSV x,y,z,ux,uy,uz[,j11..j33], or NPY [M][6 or 15]; j_ik = du_i/dx_k")
      ->required()
      ->check(rowFile())
      ->type_name("FILE");
  CLI::Option* tolerance = eval.add_option("--tolerance", out.settings.tolerance,
                                           "Relative error asked for; default 1e-4; float: 1e-6 at the finest")
                               ->check(numberIn(kFinestTolerance, kCoarsestTolerance));
  eval.add_flag_callback(
          "--direct", [&out] { out.settings.solver = fmm::SolverKind::direct; }, "Sum over every pair instead")
      ->excludes(tolerance);
  addEnum<fmm::Regularisation>(eval, "--regularisation", out.settings.regularisation,
                               "Core function (default gaussian; rosenhead with --direct only)");
  eval.add_option("--core-radius", out.coreRadius,
                  "Core radius of all elements, instead of the sigma column; 0: singular")
      ->check(numberIn(0, 1e30));
  eval.add_flag("--gradient", out.gradient, "Velocity gradient as well, row-major");
  addEnum<fmm::Precision>(eval, "--precision", out.settings.precision,
                          "Arithmetic, and digits of the output (default float)");
  addEnum<fmm::Backend>(eval, "--backend", out.settings.backend, "Where the solver runs");
  eval.add_option("--threads", out.settings.threads, "CPU threads; 0 = all cores")->check(wholeIn(0, 1024));
  eval.add_flag("--force", out.force, "Replace the output file if it is already there");
  eval.add_flag("--json", out.json, "Report as JSON on standard output");
  eval.callback([&out] {
    const fmm::Settings& settings = out.settings;
    const fmm::CoreFacts core = fmm::coreFacts(settings.regularisation);
    if (!core.farField && settings.solver != fmm::SolverKind::direct)
      throw CLI::ValidationError("--regularisation", std::string(core.name) + " needs --direct");
  });
  eval.footer(
      "Examples:\n"
      "  ringlet eval elements.csv --targets grid.csv --output field.csv --tolerance 1e-5\n"
      "  ringlet eval elements.npy --targets grid.npy --output field.npy --direct --precision double --gradient");
}

void addVerifyCommand(CLI::App& root, VerifyOptions& out) {
  CLI::App& verify =
      addCommand(root, "verify", "Holds this program on this machine against theory; exit code 1 if a check fails");
  verify.add_flag("--full", out.full, "The long checks as well");
  verify.add_option("--only", out.only, "Only these checks or groups of checks, long ones among them: ring-speed, ...")
      ->check(checkName())
      ->type_name("NAME");
  verify.add_flag("--list", out.list, "Say what the checks are and perform none");
  verify.add_flag("--json", out.json, "Report as JSON on standard output");
  addEnum<fmm::Backend>(verify, "--backend", out.machine.backend, "Where the solver runs");
  verify.add_option("--threads", out.machine.threads, "CPU threads; 0 = all cores")->check(wholeIn(0, 1024));
  verify.footer(
      "Examples:\n"
      "  ringlet verify\n"
      "  ringlet verify --backend cuda --full --json\n"
      "  ringlet verify --only ring-speed leapfrog/gaussian-0.5");
}

void addInfoCommand(CLI::App& root, InfoOptions& out) {
  CLI::App& info = addCommand(root, "info", "Version, backends, OpenGL renderer, limits, scenes");
  info.add_flag("--json", out.json, "As JSON");
  info.footer("Example:\n  ringlet info --json");
}

}  // namespace app
