#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/refinement_report.h"
#include "fmm/settings.h"
#include "fmm/tree_view.h"
#include "fmm/types.h"

namespace fmm {

/// Relative error of velocities against a double-precision direct sum at sampled targets: MATH (3.29).
struct MeasuredError {
  static constexpr int kLowestDecade = -12;  ///< the histogram begins at 1e-12 ...
  static constexpr int kDecades = 14;        ///< ... and ends at 100
  static constexpr int kBinsPerDecade = 4;
  static constexpr int kBins = kDecades * kBinsPerDecade;

  double relativeL2 = 0;
  double percentile99 = 0;  ///< of |u - u_exact| / rms |u_exact|
  double maximum = 0;       ///< of the same
  std::size_t samples = 0;  ///< 0: nothing was measured
  /// Targets by the same: bin k counts 10^(kLowestDecade + k/kBinsPerDecade) up to the next bin's; the first and the
  /// last take what lies beyond, exact velocities and values that are not finite among them.
  std::array<std::uint32_t, kBins> histogram = {};
};

/// One named part of an evaluation and the wall time that it took [s].
struct StageTime {
  std::string name;
  double seconds = 0;
};

/// What the last evaluation (or step: then summed over its evaluations) did.
struct EvaluationReport {
  std::string backend;            ///< "cpu" or "cuda"
  std::vector<StageTime> stages;  ///< in order of first use: tree, lists, upward, transfer, downward, near, ...
  double seconds = 0;             ///< wall time of the whole
  int evaluations = 0;
  int order = 0;     ///< expansion order p; 0 for direct sums
  double theta = 0;  ///< opening angle; 0 for direct sums
  int leafElements = 0;
  int leafPoints = 0;
  int levels = 0;  ///< depth of the tree
  std::size_t cells = 0;
  std::size_t leaves = 0;
  std::size_t farPairs = 0;     ///< cell pairs that met through expansions
  std::uint64_t nearPairs = 0;  ///< element-target pairs summed directly
  std::size_t bytes = 0;        ///< memory held by the solver and the particles
};

/// What the fast multipole method works with where settings() leave it the choice (0 there).
struct Tuning {
  int order = 0;  ///< 0: nothing was chosen, as before the first evaluation and for direct sums
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;
};

/// The fourth float of a particle: the speed |u| [L/T] or the vorticity |omega| [1/T].
enum class ParticleScalar { speed, vorticity };
/// Does it come from the vorticity at the tracers, which VortexSystem::keepVorticity() keeps?
constexpr bool needsVorticity(ParticleScalar scalar) {
  return scalar == ParticleScalar::vorticity;
}

/// Where the interop seam writes: `positions` receives x, y, z and a scalar as 4 floats a particle, in the caller's
/// order. With `device` the pointer is device memory of the backend's GPU (a mapped GL buffer), else host
/// memory.
struct ParticleTarget {
  float* positions = nullptr;
  std::size_t capacity = 0;  ///< in particles
  bool device = false;
  ParticleScalar scalar = ParticleScalar::speed;  ///< vorticity: writeTracers() alone
};

/// Vortex elements and tracers that move in the velocity field that the elements induce.
/// Not thread-safe; one thread at a time may use it (it uses many itself).
class VortexSystem {
 public:
  /// Throws InvalidInput (lengths, not finite values, settings) or EnvironmentError (backend not to be had).
  VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers);
  ~VortexSystem();
  VortexSystem(VortexSystem&&) noexcept;
  VortexSystem& operator=(VortexSystem&&) noexcept;

  /// Advances elements, strengths and tracers by settings().timeStep.
  /// Where settings() say so elements are split and merged after it: then there may be others, more or fewer, and
  /// those that come from one element stand where it stood.
  /// Throws NumericalError, which names the first particle that is not finite; the state is then the one before.
  void step();
  /// Velocities (and speeds for writeTracers) at the present positions, without moving anything.
  void evaluate();

  /// Takes new settings and keeps particles, time and step count. Backend and precision may change too. Throws as the
  /// constructor does; the system is then unchanged.
  void apply(const Settings& settings);
  const Settings& settings() const;

  double time() const;         ///< [T]
  std::int64_t steps() const;  ///< steps done
  /// Adds particles behind the present ones, in their order; those, time and step count stay to the last bit, and the
  /// next step is that of a system made of all of them. Velocities are 0 until the next step() or evaluate(). Where
  /// only one side has ring indices, lengths or volumes, the other's are filled as by fmm::append(). Throws
  /// InvalidInput or EnvironmentError as the constructor does, or std::bad_alloc; the system is then unchanged.
  void append(const Elements& elements, const Tracers& tracers);

  /// For a resumed run: sets both without moving anything.
  void setClock(double time, std::int64_t steps);
  /// The first evaluation chooses parameters that keep the tolerance, and every 128th step asks whether they still do:
  /// by samples against direct sums, so that they depend on particles and settings alone. Zeros where the next
  /// evaluation is to choose, as before the first one and after settings that change the field.
  Tuning tuning() const;
  /// For a resumed run: takes the tuning of the system that it goes on from, instead of choosing anew. An order of 0
  /// changes nothing. Throws InvalidInput for what no system would choose.
  void setTuning(const Tuning& tuning);

  std::size_t elementCount() const;
  std::size_t tracerCount() const;
  /// Copies in the order in which they were given (step()); elements have lengths, volumes and reference radii.
  Elements elements() const;
  Tracers tracers() const;
  /// Velocities [L/T] of the last evaluate() or of the last stage of the last step().
  std::vector<Vec3> elementVelocities() const;
  std::vector<Vec3> tracerVelocities() const;
  /// d(alpha)/dt [L^3/T^2] of the same evaluation.
  std::vector<Vec3> strengthRates() const;

  /// Asks evaluate(), and the last stage of step(), to sum vorticities along with the velocities: nearly free at
  /// elements that stretch; at tracers on the CPU 40 to 90 % of an evaluation.
  void keepVorticity(bool atElements, bool atTracers);
  /// Vorticity omega_sigma(y) = sum alpha zeta_sigma(y - x) [1/T] of the elements' blobs, and of their images over a
  /// ground. Where keepVorticity() asked for it, of the same evaluation as the velocities; else summed now, at the
  /// present positions. The `cutoff` core has no finite vorticity at its centre: an element's own counts as 0 there.
  std::vector<Vec3> elementVorticities();
  std::vector<Vec3> tracerVorticities();

  /// Positions and speeds (or vorticities, as tracerVorticities() gives them) into a GL buffer or host memory; the
  /// interop seam. Capacity below the count: InvalidInput.
  void writeTracers(const ParticleTarget& target);
  void writeElements(const ParticleTarget& target);
  /// The elements' strengths alpha x, y, z [L^3/T] and core radii sigma [L] in the place of position and speed.
  void writeElementStrengths(const ParticleTarget& target);

  /// The tree of the last evaluation, level by level, the root first; empty where there was none (direct sums, no
  /// elements). On the GPU a copy of about 100 bytes a cell and a wait for it: for looking, not for every step.
  std::vector<TreeCell> treeCells() const;
  /// Indices in treeCells() of the leaves whose elements the particles of `leaf` met one by one, itself included if it
  /// has elements; ascending, empty where treeCells() is. On the GPU it costs as much as treeCells().
  /// Throws InvalidInput unless `leaf` is the index of a leaf.
  std::vector<std::size_t> nearCells(std::size_t leaf) const;

  const EvaluationReport& report() const;
  /// What splitting and merging have done since the start.
  const RefinementReport& refinement() const;
  /// For a resumed run: goes on counting from there.
  void setRefinement(const RefinementReport& refinement);
  Invariants invariants() const;
  /// Sums over all elements where they are, in double precision and always in the same order: nothing but the results
  /// is copied. O(N), but the energy, if asked for, takes every pair: 16384 elements some milliseconds on a GPU, 0.7 s
  /// on a CPU core. Enstrophy and divergence, if asked for, need the vorticity: it is summed anew, by near pairs.
  FlowMeasures measure(bool withEnergy, bool withVorticity = true);
  /// Every ring with the velocities and rates of the last evaluation, as fmm::measureRings() has them; summed where the
  /// elements are. O(N) where rings stand one after the other.
  std::vector<RingMeasures> measureRings();
  /// Evaluates anew and compares at `samples` targets (tracers and elements, evenly spread) with double direct sums.
  MeasuredError measureError(std::size_t samples = 256);

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

/// Velocity and its gradient, or vorticity, at given points: [targets], empty where it was not asked for.
struct Field {
  std::vector<Vec3> velocity;   ///< [L/T]
  std::vector<Mat3> gradient;   ///< [1/T]
  std::vector<Vec3> vorticity;  ///< [1/T]
  EvaluationReport report;
  MeasuredError error;  ///< filled if `errorSamples` > 0
};

/// Evaluates the field of `elements` at `targets`. Throws InvalidInput, EnvironmentError.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples = 0);

/// Vorticity sum alpha zeta_sigma of `elements` at `points`, to the settings' tolerance relative to the root mean
/// square of the vorticity as an unsmoothed field; `error` compares with direct sums. Throws as evaluateField().
Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples = 0);

/// Result of asking for a backend: is it there, and if not, why.
struct BackendInfo {
  Backend backend = Backend::cpu;
  bool available = false;
  std::string description;  ///< "2 threads, AVX-512", "NVIDIA H200, compute capability 9.0, 139 GiB", or the reason
};
std::vector<BackendInfo> availableBackends();

}  // namespace fmm
