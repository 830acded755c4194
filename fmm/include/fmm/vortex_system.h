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

/// Vortex elements, and tracers that move with them, in the velocity field that the elements induce.
///
///     fmm::Elements elements;
///     fmm::addLine(fmm::Ring{}, {1000, 0.05}, elements);       // one ring of 1000 elements
///     fmm::VortexSystem system({}, elements, {});              // all settings have defaults
///     for (int i = 0; i < 100; ++i) system.step();
///     const std::vector<fmm::RingMeasures> rings = system.measureRings();
///
/// Only one thread at a time may use a system. The system itself uses many threads.
class VortexSystem {
 public:
  // ---- make
  /// Throws InvalidInput (lengths, values that are not finite, settings) and EnvironmentError (no such backend). With
  /// `ranks` several processes share the work, see "several processes" below; `ranks` must outlive the system.
  VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers, Ranks* ranks = nullptr);
  /// The same from strided arrays in host or GPU memory, which the backend reads without a copy. Also throws
  /// InvalidInput for GPU memory with the CPU backend.
  VortexSystem(const Settings& settings, const ParticleViews& particles);
  ~VortexSystem();
  VortexSystem(VortexSystem&&) noexcept;
  VortexSystem& operator=(VortexSystem&&) noexcept;

  // ---- move
  /// Advances elements, strengths and tracers by settings().timeStep. Redistribution comes before the step and makes
  /// new elements, grouped by ring in ascending order of ring number. Throws NumericalError, which names the first
  /// particle that is not finite, and EnvironmentError or std::bad_alloc if the machine fails. After an exception the
  /// state is the one before the step, unless the system is lost(). Throws ToleranceError with Settings::strict; the
  /// step is then done.
  void step();
  /// Computes velocities at the present positions. Nothing moves. Throws as step() does; velocities are then undefined
  /// until the next evaluation.
  void evaluate();
  double time() const;         ///< [T]
  std::int64_t steps() const;  ///< steps done

  // ---- change
  /// Takes new settings; particles, time and step count stay. Backend and precision may change. Throws as the
  /// constructor does; the system is then unchanged.
  void apply(const Settings& settings);
  const Settings& settings() const;
  /// Adds particles behind the present ones. The present particles, time and step count stay the same to the last bit;
  /// so do the solver's parameters until the next step() or evaluate() checks them. Velocities are 0 until then. Ring
  /// numbers, lengths and volumes that only one side has are filled as by fmm::append(). Throws as the constructor
  /// does, or std::bad_alloc; the system is then unchanged.
  void append(const Elements& elements, const Tracers& tracers);
  /// Replaces tracers from number `first` on; tracers beyond the last one are added behind it. Everything else,
  /// including the solver's parameters, stays the same to the last bit. Velocities of the new tracers are 0 until the
  /// next step() or evaluate(). Throws as append() does, and InvalidInput for a `first` beyond tracerTotal(); the
  /// system is then unchanged. All ranks must call it with the same tracers.
  void placeTracers(std::size_t first, const Tracers& tracers);

  // ---- read
  std::size_t elementCount() const;
  std::size_t tracerCount() const;
  /// Copies, in the order in which the particles were given (see step()); elements have lengths and volumes.
  Elements elements() const;
  Tracers tracers() const;
  /// Velocities [L/T] that the elements induce, from the last evaluate() or the last stage of the last step(). Neither
  /// these velocities nor any measurement includes the uniform stream.
  std::vector<Vec3> elementVelocities() const;
  std::vector<Vec3> tracerVelocities() const;
  /// d(alpha)/dt [L^3/T^2] of the same evaluation.
  std::vector<Vec3> strengthRates() const;
  /// Vorticity omega_sigma(y) = sum alpha zeta_sigma(y - x) [1/T] of the elements' blobs, and of their images over a
  /// ground. It belongs to the same evaluation as the velocities with keepVorticity(); otherwise it is summed now. The
  /// `cutoff` core has no finite vorticity at its centre: an element's own counts as 0 there.
  std::vector<Vec3> elementVorticities();
  std::vector<Vec3> tracerVorticities();
  /// Makes evaluate() and the last stage of step() sum vorticities, too. Cost on a CPU: at tracers a tenth to a quarter
  /// of an evaluation with a mesh, up to half of one with expansions; at elements with expansions little.
  void keepVorticity(bool atElements, bool atTracers);
  /// Ring numbers of the elements; empty if they were given without. Copied from a GPU only if the order of the
  /// elements has changed since the last call.
  std::vector<std::int32_t> elementRings() const;
  /// Number of elements of a ring; all belong to ring 0 if they were given without numbers. Copies a few numbers from a
  /// GPU, or all ring numbers if the rings are much mixed.
  std::size_t elementsOfRing(std::int32_t ring) const;

  /// Writes directly into strided arrays in host or GPU memory. Throws InvalidInput if an array is too small, or for
  /// GPU memory with the CPU backend; nothing has been written then.
  void read(const ElementResults& results) const;
  void read(const TracerResults& results) const;
  /// Writes positions and speeds (or vorticities, see tracerVorticities()) into an OpenGL buffer or host memory. Throws
  /// InvalidInput if the buffer is too small.
  void writeTracers(const ParticleTarget& target);
  void writeElements(const ParticleTarget& target);
  /// Writes the elements' strengths alpha x, y, z [L^3/T] and core radii sigma [L] in place of position and speed.
  void writeElementStrengths(const ParticleTarget& target);
  /// Writes 0, 0, their heat B [L^4/T^2] and sigma [L] instead. Throws InvalidInput in a flow without heat.
  void writeElementHeat(const ParticleTarget& target);

  // ---- measure
  /// Invariants of elements() about a point [L].
  Invariants invariants(Vec3 about = {}) const;
  /// fmm::centroid() of the elements [L], summed in the memory that holds them.
  Vec3 centroid() const;
  /// Sums over all elements, in double precision, always in the same order, in the memory that holds the elements.
  /// O(N). Invariants are about the point `about` [L]. Energy and enstrophy need a tree and expansions of their own and
  /// take about as long as an evaluation of the elements' velocities. Vorticity gives divergence, the largest
  /// vorticity, and the enstrophy of cores that are not Gaussian; it is summed anew, by near pairs.
  FlowMeasures measure(bool withEnergy, bool withVorticity = true, Vec3 about = {});
  /// fmm::measureRings() with the velocities and rates of the last evaluation, summed in the memory that holds the
  /// elements. O(N) if the elements are grouped by ring.
  std::vector<RingMeasures> measureRings();
  /// measure(), measureRings(), centroid() and a sample of the elements' positions, with one wait for a GPU unless
  /// vorticity is summed.
  FrameMeasures measureFrame(const FrameParts& parts);
  /// Error of velocities: compares a new evaluation with direct sums in double precision at `samples` elements and as
  /// many tracers, drawn where errors are likely. The bound is infinite below 30 samples of a larger set. Throws
  /// ToleranceError with Settings::strict.
  MeasuredError measureError(std::size_t samples = 512);
  /// Measures the same during the next evaluate(), or the last evaluation of the next step(), at evenly drawn samples.
  /// Costs next to nothing: two numbers a sample are copied from a GPU, without an additional wait.
  void probeError(std::size_t samples = 256);
  /// Result of probeError(); each result is returned once.
  std::optional<MeasuredError> takeError();
  const EvaluationReport& report() const;
  /// Redistribution since the start.
  const LatticeReport& lattice() const;
  /// Loads of Settings::bodies in the last step, one a body; empty before the first.
  const std::vector<BodyLoad>& bodyLoads() const;
  /// Cells of the last evaluation's tree, level by level, the root first; empty without a tree (direct sums, a mesh, no
  /// elements). Waits for a GPU and copies about 100 bytes a cell: meant for inspection, not for every step.
  std::vector<TreeCell> treeCells() const;
  /// Near field of `leaf`: indices in treeCells() of the leaves whose elements were summed directly at the particles of
  /// `leaf`, including `leaf` itself if it has elements. Ascending; empty where treeCells() is. Costs as much as
  /// treeCells(). Throws InvalidInput unless `leaf` is the index of a leaf.
  std::vector<std::size_t> nearCells(std::size_t leaf) const;

  // ---- keep and resume
  /// Keeps a copy of the particles, in GPU memory with the CUDA backend. Replaces the previous copy.
  void keepParticles();
  /// The kept copy, in the form of elements() and tracers(). Empty if there is none, for instance after apply() has
  /// changed backend, precision or number of threads.
  std::optional<KeptParticles> keptParticles();
  /// Sets time [T] and step count of a resumed run. Nothing moves.
  void setClock(double time, std::int64_t steps);
  /// Parameters of the solver, found by samples against direct sums, so that they depend on particles and settings
  /// alone. The first evaluation chooses them. Every 128th step, the first one on a new lattice or after append(), and
  /// one where a tenth of the elements has come or gone check whether they still keep the tolerance. Zeros if the next
  /// evaluation will choose, for instance after settings that change the field.
  Tuning tuning() const;
  /// Sets the parameters of a resumed run in place of a new choice. Nothing changes if order and mesh.use are both 0.
  /// Throws InvalidInput for parameters that no system would choose.
  void setTuning(const Tuning& tuning);
  /// Sets the counts of a resumed run, which continue from these.
  void setLattice(const LatticeReport& lattice);
  /// True if the particles are lost, for instance after a fault of the GPU. Every function that needs them then throws
  /// EnvironmentError. After any other failure, such as lack of memory, the system continues from the state before it.
  bool lost() const;

  // ---- several processes
  // Every rank makes its system from the same settings and particles. All ranks make the same calls, in the same order,
  // to functions that change a system and to evaluate(), measureError(), gatherTracers() and shareAnew(). Each rank has
  // all elements, in the same bits, and moves its share of the tracers: "tracers" above means this share. step() and
  // evaluate() throw RankFailure for a failure that the other ranks do not know of.

  std::size_t tracerTotal() const;
  AllTracers gatherTracers() const;
  /// Number of times that this rank's share has changed.
  std::uint64_t tracerChanges() const;
  /// Numbers of this rank's tracers among all, ascending; empty if there is no other rank.
  std::optional<std::vector<std::uint32_t>> tracerNumbers() const;
  /// Distributes the particles anew, as a new system of them would: the run then continues in the same bits as one that
  /// resumes from its checkpoint on as many ranks. Does nothing if there is no other rank.
  void shareAnew();

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
