#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmm/ranks.h"
#include "fmm/settings.h"
#include "fmm/shared_field.h"
#include "fmm/verification.h"
#include "panel/key_bindings.h"
#include "scene/scene.h"

namespace app {

/// Settings of a group that the command line gives; a scene's other settings stay.
template <class Group>
class GivenSettings {
 public:
  template <class Value>
  void set(Value Group::*member, const Value& value) {
    values_.*member = value;
    keys_.emplace_back(fmm::settingOf(member).key);
  }

  /// The given values; all others as in Group{}.
  const Group& values() const { return values_; }
  bool any() const { return !keys_.empty(); }
  template <class Value>
  bool has(Value Group::*member) const {
    return has(fmm::settingOf(member).key);
  }

  void applyTo(Group& target) const {
    fmm::forEachSetting<Group>([&](const auto& setting) {
      if (has(setting.key)) target.*setting.member = values_.*setting.member;
    });
  }

 private:
  bool has(std::string_view key) const { return std::find(keys_.begin(), keys_.end(), key) != keys_.end(); }

  Group values_;
  std::vector<std::string_view> keys_;  ///< of the settings given
};

/// Options of every command that computes.
struct MachineOptions {
  std::string gpu;  ///< number or part of the name of the GPU; empty: the first
};

/// Values of a scene that the command line replaces.
struct SceneOverrides {
  GivenSettings<ParticleSettings> particles;
  GivenSettings<fmm::FieldSettings> field;
  std::optional<std::string> look;   ///< name of a look; empty: as the scene has it
  GivenSettings<LookSettings> view;  ///< applied after the look

  void applyTo(Scene& scene) const;
  /// True if any value is given.
  bool any() const;
};

/// Position of a grid.
struct GridBox {
  fmm::Vec3 low, high;            ///< corners [L]
  std::optional<double> spacing;  ///< edge of a cell [L]; empty: from the number of cells along the longest edge
};

/// ringlet [SCENE]
struct WindowOptions : MachineOptions {
  std::string scene = "leapfrog";
  SceneOverrides overrides;
  std::optional<std::pair<int, int>> size;
  bool vsync = true;
  std::optional<int> exitAfterFrames;  ///< for tests and demonstrations
  std::optional<double> exitAfterSeconds;
  bool fullScreen = false;                   ///< at the start; F11 leaves it
  bool resetLayout = false;                  ///< initial layout of window and panel
  bool loop = false;                         ///< endless; `scene` may be several, separated by commas
  double eachSeconds = 0;                    ///< per scene of the loop, wall time; 0: the length of the scene's film
  double orbitSeconds = 0;                   ///< for one turn of the camera in a loop; 0: it stands still
  bool captions = false;                     ///< of the scenes of a loop
  std::optional<std::vector<Action>> kiosk;  ///< what keys may do while only the picture is shown
  std::string screenshot;                    ///< PNG written just before the window closes; empty: none
};

/// ringlet run SCENE ...
struct RunOptions : MachineOptions {
  std::string scene;  ///< name or path; empty with `resume`
  SceneOverrides overrides;
  std::optional<std::int64_t> frames;  ///< empty: the scene's film length times its rate
  GivenSettings<FilmSettings> film;
  std::string record;              ///< .mp4, .webm or a PNG pattern; empty: no film
  bool force = false;              ///< existing files may be replaced
  std::string cameraPath;          ///< TOML of camera keys; empty: the scene's view
  bool holdFlow = false;           ///< all pictures show the flow at its start
  std::string checkpoint;          ///< file to write; empty: none
  std::int64_t every = 0;          ///< frames between checkpoints; 0: only at the end
  std::string exportElements;      ///< .csv or .npy; empty: none
  std::string exportGrid;          ///< VTKHDF image data; empty: none
  std::string exportBodies;        ///< VTKHDF triangles; empty: none
  std::string exportLines;         ///< VTKHDF polylines; empty: none
  int gridCells = 64;              ///< of exportGrid, along the longest edge
  std::optional<GridBox> gridBox;  ///< of exportGrid; empty: about the tracers
  std::string diagnostics;         ///< CSV file of measurements, one row per frame; empty: none
  std::string resume;              ///< checkpoint to continue from; empty: start anew
  bool strict = false;             ///< a tolerance that is not kept at the end fails the command
  bool quiet = false;              ///< no progress, no summary
  bool json = false;               ///< report on stdout as JSON
};

/// ringlet eval ELEMENTS --targets T --output OUT ...
struct EvalOptions : MachineOptions {
  std::string elements;  ///< .csv, .npy, .ringlet, or "-": standard input
  std::string targets;   ///< .csv, .npy or "-"
  std::string output;    ///< .csv, .npy, or "-": standard output
  fmm::Settings settings;
  std::optional<double> coreRadius;  ///< for all elements, in place of a sigma column [L]
  /// Core function; empty: the one in the elements' file, else gaussian.
  std::optional<fmm::Regularisation> core;
  std::optional<fmm::Space> space;  ///< as requested; empty: the one in the elements' file, else in space
  bool gradient = false;
  fmm::ElementSharing sharing = fmm::ElementSharing::automatic;  ///< of several ranks
  bool force = false;
  bool strict = false;  ///< a tolerance that is not kept fails the command
  bool quiet = false;   ///< no report
  bool json = false;
};

/// ringlet verify
struct VerifyOptions : MachineOptions {
  /// Backend and threads; for collisions also core, most elements, and redistribution.
  fmm::Settings machine = fmm::usualSettings();
  bool full = false;              ///< includes the long checks
  bool list = false;              ///< lists the checks only
  bool json = false;              ///< report on stdout as JSON
  std::vector<std::string> only;  ///< names of checks, or beginnings of names; empty: all
};

/// Elements and targets of one row of a benchmark.
struct BenchSize {
  std::size_t elements = 0, targets = 0;
};

/// Quantities computed: all those of a time step (velocities everywhere, stretching of elements), or velocities or
/// vorticities at the targets alone.
enum class BenchPart { flow, targets, vorticity };

/// ringlet bench
struct BenchOptions : MachineOptions {
  fmm::Settings settings;  ///< backend, threads, tolerance, precision, solver, stretching, tuning values to fix
  std::vector<std::string> workloads;  ///< names of fmm::workloads; empty: rings, unless there is a scene
  std::string scene;                   ///< name or path of a scene whose particles are a workload; empty: none
  std::vector<BenchSize> sizes;        ///< empty: suited to the machine
  std::string core = "thin";           ///< "thin", "overlapped", or a core function with cores of 1.5 spacings
  BenchPart part = BenchPart::flow;
  fmm::ElementSharing sharing = fmm::ElementSharing::automatic;  ///< of several ranks
  int repeats = 0;                                               ///< timed evaluations; 0: as many as fit into a second
  bool direct = true;                                            ///< also direct sums; not with several ranks
  bool json = false;                                             ///< report on stdout as JSON
};

/// ringlet info
struct InfoOptions : MachineOptions {
  bool json = false;
};

/// Each function returns the exit code; user errors and errors of the environment are thrown, and main() reports them.
/// Every rank calls the functions with `ranks`; rank 0 writes, and the others return its result.
int windowCommand(const WindowOptions& options);
int runCommand(const RunOptions& options, fmm::Ranks* ranks = nullptr);
int evalCommand(const EvalOptions& options, fmm::Ranks* ranks = nullptr);
int verifyCommand(const VerifyOptions& options);
int benchCommand(const BenchOptions& options, fmm::Ranks* ranks = nullptr);
int infoCommand(const InfoOptions& options);

/// Runs `ringlet verify` with these checks.
int verify(const VerifyOptions& options, const std::vector<fmm::Check>& checks);
/// True if the check has that name or is in the group of that name: "leapfrog" for "leapfrog/equations".
bool belongsTo(const std::string& check, const std::string& name);

/// The commit that was built, in ten or more digits; empty if not built from a clone. CMake generates the body.
std::string_view builtCommit();
/// Output of `ringlet --version`: "ringlet 0.1.0" in the first line, then one line each for the commit and for features
/// of this build and machine: CUDA, MPI, HDF5, and the ffmpeg for films. Reads only the folders of PATH.
std::string versionText();

}  // namespace app
