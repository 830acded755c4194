#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/particle_views.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/tree_view.h"
#include "fmm/types.h"

namespace fmm {

/// Tracers of all ranks with their velocities.
struct AllTracers {
  Tracers tracers;             ///< in the order in which they were given
  std::vector<Vec3> velocity;  ///< [L/T] of the last evaluation
};

/// Vortex elements, and tracers that go with them, in the velocity field that the elements induce.
///
///     fmm::Elements elements;
///     fmm::addLine(fmm::Ring{}, {1000, 0.05}, elements);       // one ring of 1000 elements
///     fmm::VortexSystem system({}, elements, {});              // all settings have defaults
///     for (int i = 0; i < 100; ++i) system.step();
///     const std::vector<fmm::RingMeasures> rings = system.measureRings();
///
/// One thread at a time may use a system; the system itself uses many.
class VortexSystem {
 public:
  // ---- make
  /// Throws InvalidInput (lengths, values that are not finite, settings) and EnvironmentError (the backend is missing).
  /// With `ranks` several processes share the work: see "several processes" below.
  VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers, Ranks* ranks = nullptr);
  /// The same from strided arrays of the host or the GPU, read by the backend without a copy. Throws InvalidInput for
  /// memory of a GPU with the CPU backend, too.
  VortexSystem(const Settings& settings, const ParticleViews& particles);
  ~VortexSystem();
  VortexSystem(VortexSystem&&) noexcept;
  VortexSystem& operator=(VortexSystem&&) noexcept;

  // ---- move
  /// Advances elements, strengths and tracers by settings().timeStep. Redistribution comes before the step and makes
  /// other elements, those of one ring together, rings in the order of their numbers. Splitting and merging come after
  /// it; the parts of an element take its place. Throws NumericalError, which names the first particle that is not
  /// finite, and EnvironmentError or std::bad_alloc where the machine fails. The state is then the one before the step,
  /// unless it is lost().
  void step();
  /// Velocities at the present positions. Nothing moves. Throws as step() does; velocities are then undefined until the
  /// next evaluation.
  void evaluate();
  double time() const;         ///< [T]
  std::int64_t steps() const;  ///< steps done

  // ---- change
  /// Takes new settings; particles, time and step count stay. Backend and precision may change. Throws as the
  /// constructor does; the system is then unchanged.
  void apply(const Settings& settings);
  const Settings& settings() const;
  /// Adds particles behind the present ones. These, time and step count stay to the last bit, and so do the solver's
  /// parameters until the next step() or evaluate() looks at them. Velocities are 0 until then. Ring numbers, lengths
  /// and volumes that only one side has are filled as by fmm::append(). Throws as the constructor does, or
  /// std::bad_alloc; the system is then unchanged.
  void append(const Elements& elements, const Tracers& tracers);
  /// Replaces tracers from number `first` on; tracers beyond the last one join behind it. All else stays to the last
  /// bit, the solver's parameters too. Velocities of the new tracers are 0 until the next step() or evaluate(). Throws
  /// as append() does, and InvalidInput for a `first` beyond tracerTotal(); the system is then unchanged. All ranks
  /// call it, with the same tracers.
  void placeTracers(std::size_t first, const Tracers& tracers);

  // ---- read
  std::size_t elementCount() const;
  std::size_t tracerCount() const;
  /// Copies, in the order in which particles were given (step()); elements have lengths, volumes and reference radii.
  Elements elements() const;
  Tracers tracers() const;
  /// Velocities [L/T] that the elements induce, of the last evaluate() or the last stage of the last step(). A stream
  /// is not part of them, nor of what is measured.
  std::vector<Vec3> elementVelocities() const;
  std::vector<Vec3> tracerVelocities() const;
  /// d(alpha)/dt [L^3/T^2] of the same evaluation.
  std::vector<Vec3> strengthRates() const;
  /// Vorticity omega_sigma(y) = sum alpha zeta_sigma(y - x) [1/T] of the elements' blobs, and of their images over a
  /// ground. With keepVorticity() of the same evaluation as the velocities, else summed now. The `cutoff` core has no
  /// finite vorticity at its centre: an element's own counts as 0 there.
  std::vector<Vec3> elementVorticities();
  std::vector<Vec3> tracerVorticities();
  /// evaluate() and the last stage of step() sum vorticities along with velocities. Cost: at tracers on a CPU a tenth
  /// to a quarter of an evaluation over a mesh, up to a half by expansions; little at elements that these sum.
  void keepVorticity(bool atElements, bool atTracers);
  /// Ring numbers of the elements; empty where they came without. Copied from a GPU only where the elements' order has
  /// changed since the last call.
  std::vector<std::int32_t> elementRings() const;
  /// Number of elements of a ring; all belong to ring 0 where they came without numbers. Reads a few figures from a
  /// GPU, or all ring numbers where rings are much mixed.
  std::size_t elementsOfRing(std::int32_t ring) const;

  /// Writes into strided arrays of the host or the GPU, without a copy between. Throws InvalidInput where there is no
  /// room, or for memory of a GPU with the CPU backend; nothing has been written then.
  void read(const ElementResults& results) const;
  void read(const TracerResults& results) const;
  /// Positions and speeds (or vorticities, as tracerVorticities() has them) into a buffer of OpenGL or host memory.
  /// Throws InvalidInput where it is too small.
  void writeTracers(const ParticleTarget& target);
  void writeElements(const ParticleTarget& target);
  /// The elements' strengths alpha x, y, z [L^3/T] and core radii sigma [L] in the place of position and speed.
  void writeElementStrengths(const ParticleTarget& target);

  // ---- measure
  /// Invariants of elements() about a point [L].
  Invariants invariants(Vec3 about = {}) const;
  /// fmm::centroid() of the elements [L], summed where they are.
  Vec3 centroid() const;
  /// Sums over all elements, in double precision and always in the same order, where the elements are. O(N). Invariants
  /// are about the point `about` [L]. Energy and enstrophy take a tree and expansions of their own, about as long as an
  /// evaluation of the elements' velocities. Vorticity gives divergence, the largest vorticity, and the enstrophy of
  /// cores that are not Gaussian; it is summed anew, by near pairs.
  FlowMeasures measure(bool withEnergy, bool withVorticity = true, Vec3 about = {});
  /// Every ring, with velocities and rates of the last evaluation, as fmm::measureRings() has them; summed where the
  /// elements are. O(N) where rings stand one after the other.
  std::vector<RingMeasures> measureRings();
  /// measure(), measureRings(), centroid() and a sample of the elements' positions, with one wait for a GPU unless
  /// vorticity is summed.
  FrameMeasures measureFrame(const FrameParts& parts);
  /// Error of the velocities: a new evaluation against direct sums in double precision at `samples` elements and as
  /// many tracers, drawn where errors may lie. Fewer than 30 of more give no bound.
  MeasuredError measureError(std::size_t samples = 512);
  /// The same along with the next evaluate(), or the last evaluation of the next step(), at samples drawn evenly. It
  /// costs next to nothing: two numbers a sample come back from a GPU, without a wait of their own.
  void probeError(std::size_t samples = 256);
  /// Result of probeError(), once.
  std::optional<MeasuredError> takeError();
  const EvaluationReport& report() const;
  /// Counts of splitting, merging and redistribution since the start.
  const RefinementReport& refinement() const;
  /// Cells of the last evaluation's tree, level by level, the root first; empty without a tree (direct sums, a mesh, no
  /// elements). A GPU copies about 100 bytes a cell and is waited for: for looking, not for every step.
  std::vector<TreeCell> treeCells() const;
  /// Leaves, by their indices in treeCells(), whose elements the particles of `leaf` met one by one, itself included if
  /// it has elements; ascending, empty where treeCells() is. Costs as much as treeCells(). Throws InvalidInput unless
  /// `leaf` is the index of a leaf.
  std::vector<std::size_t> nearCells(std::size_t leaf) const;

  // ---- keep and resume
  /// Keeps a copy of the particles, a GPU's in its own memory, in the place of the copy before.
  void keepParticles();
  /// That copy, as elements() and tracers() were. Empty where there is none, as after apply() has taken another
  /// backend, precision or number of threads.
  std::optional<KeptParticles> keptParticles();
  /// A resumed run's time [T] and step count. Nothing moves.
  void setClock(double time, std::int64_t steps);
  /// Parameters of the solver, found by samples against direct sums, so that they depend on particles and settings
  /// alone. The first evaluation chooses them; every 128th step, and the first one on another lattice, asks whether
  /// they still keep the tolerance. Zeros where the next evaluation is to choose, as after settings that change the
  /// field.
  Tuning tuning() const;
  /// A resumed run's parameters, instead of a new choice. An order of 0 changes nothing. Throws InvalidInput for
  /// parameters that no system would choose.
  void setTuning(const Tuning& tuning);
  /// A resumed run's counts, which go on.
  void setRefinement(const RefinementReport& refinement);
  /// True where the particles are lost, as after a fault of the GPU. All that needs them throws EnvironmentError then.
  /// After any other failure, of memory for example, the system goes on from the state before.
  bool lost() const;

  // ---- several processes
  // Every rank makes its system of the same settings and particles. All ranks make the same calls of what changes a
  // system, and of evaluate(), measureError(), gatherTracers() and shareAnew(), in the same order. Each then has all
  // elements, in the same bits, and moves its share of the tracers: tracers above are this share. step() and evaluate()
  // throw RankFailure for what the other ranks do not know of.

  /// Tracers of all ranks.
  std::size_t tracerTotal() const;
  AllTracers gatherTracers() const;
  /// Count of the changes of this rank's share.
  std::uint64_t tracerChanges() const;
  /// Numbers of this rank's tracers among all, rising; none where there is no other rank.
  std::optional<std::vector<std::uint32_t>> tracerNumbers() const;
  /// Shares particles out anew, as a system made of them now would: a run then goes on in the same bits as the one that
  /// resumes from its checkpoint on as many ranks. Nothing happens where there is no other rank.
  void shareAnew();

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
