#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/particle_target.h"
#include "fmm/particle_views.h"
#include "fmm/ranks.h"
#include "fmm/refinement_report.h"
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

/// Vortex elements and tracers that move in the velocity field that the elements induce.
/// Not thread-safe; one thread at a time may use it (it uses many itself).
class VortexSystem {
 public:
  /// Throws InvalidInput (lengths, not finite values, settings) or EnvironmentError (backend not to be had).
  /// With `ranks`, of which there may be one, every rank makes its system of the same settings and particles, and all
  /// make the same calls of what changes them, and of evaluate(), measureError(), gatherTracers() and shareAnew(), in
  /// the same order. Each then has all elements, in the same bits, and moves its share of the tracers: what is said of
  /// tracers below is said of that share. step() and evaluate() throw RankFailure for what the others do not know of.
  VortexSystem(const Settings& settings, const Elements& elements, const Tracers& tracers, Ranks* ranks = nullptr);
  /// The same from arrays of the caller's, host or device, which the backend reads as they lie. Throws InvalidInput,
  /// too, for device memory with the CPU backend.
  VortexSystem(const Settings& settings, const ParticleViews& particles);
  ~VortexSystem();
  VortexSystem(VortexSystem&&) noexcept;
  VortexSystem& operator=(VortexSystem&&) noexcept;

  /// Advances elements, strengths and tracers by settings().timeStep.
  /// Where settings() say so elements are split and merged after it: then there may be others, more or fewer, and
  /// those that come from one element stand where it stood. Where settings() say so they are redistributed before it:
  /// then there are others, those of one ring together and the rings in order of their indices.
  /// Throws NumericalError, which names the first particle that is not finite, and EnvironmentError or std::bad_alloc
  /// where the machine fails; the state is then the one before, unless it is lost().
  void step();
  /// Velocities (and speeds for writeTracers) at the present positions, without moving anything. Where it throws, as
  /// step() does, they are undefined until it is called once more.
  void evaluate();

  /// Takes new settings and keeps particles, time and step count. Backend and precision may change too. Throws as the
  /// constructor does; the system is then unchanged.
  void apply(const Settings& settings);
  const Settings& settings() const;

  double time() const;         ///< [T]
  std::int64_t steps() const;  ///< steps done
  /// Adds particles behind the present ones, in their order; those, time and step count stay to the last bit. The
  /// solver goes on with the parameters that it has, and the next step() or evaluate() sees whether they still do.
  /// Velocities are 0 until the next step() or evaluate(). Where only one side has ring indices, lengths or volumes,
  /// the other's are filled as by fmm::append(). Throws InvalidInput or EnvironmentError as the constructor does, or
  /// std::bad_alloc; the system is then unchanged.
  void append(const Elements& elements, const Tracers& tracers);

  /// Puts tracers in the place of those from number `first` of all on; those that go beyond the last one join behind
  /// it. All else stays to the last bit, the solver's parameters as well. Their velocities are 0 until the next step()
  /// or evaluate(). Throws as append() does, and InvalidInput for a `first` beyond tracerTotal(); the system is then
  /// unchanged. All ranks call it, with the same tracers.
  void placeTracers(std::size_t first, const Tracers& tracers);

  /// Copies the particles to beside themselves, on a GPU in its own memory, in the place of the copy before.
  void keepParticles();
  /// That copy, to go on from: as elements() and tracers() were. Empty where there is none, as after apply() has taken
  /// another backend or precision, or another number of threads.
  std::optional<KeptParticles> keptParticles();

  /// For a resumed run: sets both without moving anything.
  void setClock(double time, std::int64_t steps);
  /// The first evaluation chooses parameters that keep the tolerance, and every 128th step and the first one on another
  /// lattice ask whether they still do: by samples against direct sums, so that they depend on particles and settings
  /// alone. Zeros where the next
  /// evaluation is to choose, as before the first one and after settings that change the field.
  Tuning tuning() const;
  /// For a resumed run: takes the tuning of the system that it goes on from, instead of choosing anew. An order of 0
  /// changes nothing. Throws InvalidInput for what no system would choose.
  void setTuning(const Tuning& tuning);

  std::size_t elementCount() const;
  std::size_t tracerCount() const;
  /// On all ranks together.
  std::size_t tracerTotal() const;
  /// Those of all ranks, for each of them.
  AllTracers gatherTracers() const;
  /// Changes where other tracers are this rank's than before.
  std::uint64_t tracerChanges() const;
  /// The numbers of this rank's tracers among all, rising; none where there is no other rank: it has all of them, in
  /// order.
  std::optional<std::vector<std::uint32_t>> tracerNumbers() const;
  /// Shares particles out among the ranks as a system would that is made of them now: so that a run goes on in the same
  /// bits as the one that resumes from its checkpoint on as many ranks.
  void shareAnew();
  /// Copies in the order in which they were given (step()); elements have lengths, volumes and reference radii.
  Elements elements() const;
  Tracers tracers() const;
  /// Ring indices of the elements alone; empty where they came without. Copied from a GPU only where others stand there
  /// than at the last call.
  std::vector<std::int32_t> elementRings() const;
  /// The number of elements that belong to a ring; all belong to ring 0 where they came without. Reads
  /// a few figures from a GPU, or all rings where they are much mixed.
  std::size_t elementsOfRing(std::int32_t ring) const;
  /// Writes into arrays of the caller's, host or device, in the order in which particles were given. Throws
  /// InvalidInput where there is no room, or for device memory with the CPU backend; nothing has been written then.
  void read(const ElementResults& results) const;
  void read(const TracerResults& results) const;
  /// Velocities [L/T] that the elements induce, of the last evaluate() or of the last stage of the last step(); a
  /// stream, which all have besides, is not counted in here nor in what is measured.
  std::vector<Vec3> elementVelocities() const;
  std::vector<Vec3> tracerVelocities() const;
  /// d(alpha)/dt [L^3/T^2] of the same evaluation.
  std::vector<Vec3> strengthRates() const;

  /// Asks evaluate(), and the last stage of step(), to sum vorticities along with the velocities. At tracers on a CPU a
  /// tenth to a quarter of an evaluation over a mesh, up to a half by expansions; little at elements that these sum.
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

  /// Are the particles lost, as after a fault of the GPU, which ends all work with it? Then everything that needs them
  /// throws EnvironmentError. After any other failure, for want of memory say, the system goes on from the state
  /// before.
  bool lost() const;

  const EvaluationReport& report() const;
  /// What splitting, merging and redistribution have done since the start.
  const RefinementReport& refinement() const;
  /// For a resumed run: goes on counting from there.
  void setRefinement(const RefinementReport& refinement);
  /// About a point [L], of the elements as the host gets them.
  Invariants invariants(Vec3 about = {}) const;
  /// fmm::centroid() of the elements, summed where they are.
  Vec3 centroid() const;
  /// Sums over all elements where they are, in double precision and always in the same order: nothing but the results
  /// is copied. O(N). Energy and enstrophy, if asked for, take a tree and expansions of their own, about as long as an
  /// evaluation of the elements' velocities. Divergence and largest vorticity (and the enstrophy of cores that are not
  /// Gaussian), if asked for, need the vorticity: it is summed anew, by near pairs. Invariants are about the point
  /// `about` [L].
  FlowMeasures measure(bool withEnergy, bool withVorticity = true, Vec3 about = {});
  /// measure(), measureRings(), centroid() and a sample of the elements' positions with one wait for a GPU, unless
  /// vorticity is summed.
  FrameMeasures measureFrame(const FrameParts& parts);
  /// Every ring with the velocities and rates of the last evaluation, as fmm::measureRings() has them; summed where the
  /// elements are. O(N) where rings stand one after the other.
  std::vector<RingMeasures> measureRings();
  /// Evaluates anew and compares at `samples` elements and as many tracers, drawn where errors may lie, with double
  /// direct sums. Fewer than 30 of more give no bound.
  MeasuredError measureError(std::size_t samples = 512);
  /// Asks for a measure that costs next to nothing: along with the next evaluate(), or the last evaluation of the next
  /// step(), `samples` elements and as many tracers, drawn evenly, are compared with double direct sums where they are.
  /// From a GPU two numbers a sample come back, without a wait of their own.
  void probeError(std::size_t samples = 256);
  /// What that found, once.
  std::optional<MeasuredError> takeError();

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
