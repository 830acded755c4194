#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/particles.h"
#include "fmm/diagnostics.h"
#include "fmm/field.h"
#include "fmm/particle_views.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/tree_view.h"

namespace fmm {

struct SharedParts;

/// Interface of FieldEvaluator to a backend: FieldImpl<Exec, Real> behind a virtual call.
class FieldBase {
 public:
  virtual ~FieldBase() = default;
  /// Throws InvalidInput for invalid values in device memory; the caller has checked everything else.
  virtual EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, FieldParts parts,
                                    const FieldResults& results) = 0;
};

/// Interface of VortexSystem to a backend: SystemImpl<Exec, Real> behind virtual calls, which keeps CUDA and templates
/// out of the public header.
class SystemBase {
 public:
  virtual ~SystemBase() = default;
  /// Changes the settings, except for backend and precision.
  virtual void configure(const Settings& settings) = 0;
  virtual const Settings& settings() const = 0;
  /// Step number `steps` + 1, from time `time`. Returns its length [T].
  virtual double step(double time, std::int64_t steps) = 0;
  virtual void evaluate() = 0;

  virtual std::size_t elementCount() const = 0;
  virtual std::size_t tracerCount() const = 0;
  virtual Elements elements() const = 0;
  virtual Tracers tracers() const = 0;
  virtual std::vector<std::int32_t> elementRings() const = 0;
  virtual std::size_t elementsOfRing(std::int32_t ring) const = 0;
  virtual void read(const ElementResults& results) const = 0;
  virtual void read(const TracerResults& results) const = 0;
  virtual std::vector<Vec3> elementVelocities() const = 0;
  virtual std::vector<Vec3> tracerVelocities() const = 0;
  virtual std::vector<Vec3> strengthRates() const = 0;
  virtual Vec3 centroid() const = 0;
  virtual FrameMeasures measureFrame(const FrameParts& parts) = 0;
  virtual std::vector<RingMeasures> measureRings() = 0;
  virtual void probeError(std::size_t samples) = 0;
  virtual std::optional<MeasuredError> takeError() = 0;
  /// Appends particles, which the caller has checked. Nothing changes if it throws.
  virtual void append(const ParticleViews& added) = 0;
  /// Replaces tracers from `first` on and appends the rest; the caller has checked them. Nothing changes if it throws.
  virtual void placeTracers(std::size_t first, const TracerViews& tracers) = 0;
  virtual void keepParticles() = 0;
  virtual std::optional<KeptParticles> keptParticles() = 0;
  virtual void keepVorticity(bool atElements, bool atTracers) = 0;
  virtual std::vector<Vec3> elementVorticities() = 0;
  virtual std::vector<Vec3> tracerVorticities() = 0;
  virtual void writeTracers(const ParticleTarget& target) = 0;
  virtual void writeElements(const ParticleTarget& target) = 0;
  virtual void writeElementStrengths(const ParticleTarget& target) = 0;
  virtual void writeElementHeat(const ParticleTarget& target) = 0;
  virtual std::vector<TreeCell> treeCells() = 0;
  virtual std::vector<std::size_t> nearCells(std::size_t leaf) = 0;
  virtual const EvaluationReport& report() const = 0;
  virtual const LatticeReport& lattice() const = 0;
  virtual const std::vector<BodyLoad>& bodyLoads() const = 0;
  virtual void setLattice(const LatticeReport& lattice) = 0;
  virtual Tuning tuning() const = 0;
  virtual void setTuning(const Tuning& tuning) = 0;
  virtual bool lost() const = 0;

  /// Several ranks: the tracers are this rank's share of all, and every rank has all elements. Null: a single process.
  virtual void share(Ranks* ranks) = 0;
  /// Replaces all tracers, with their velocities of the last evaluation [L/T].
  virtual void takeTracers(const TracerViews& tracers, const std::vector<Vec3>& velocity) = 0;
  /// [ranks] counted work at the tracers in the last evaluation; empty before the first.
  virtual const std::vector<double>& tracerWork() const = 0;
  /// The next evaluation divides the elements among the ranks like a system's first one.
  virtual void forgetShares() = 0;
};

/// Sources of the flow: the elements, and over a ground plane their images.
inline Elements inducing(const FieldSettings& settings, const Elements& elements) {
  return settings.ground ? mirrored(elements, *settings.ground) : elements;
}

/// State kept across a change of settings: a new spacing or node threshold takes effect at the next step.
inline LatticeReport carriedOn(LatticeReport report, const MotionSettings& before, const MotionSettings& after) {
  const bool switched = after.redistribution.isOn() != before.redistribution.isOn();
  if (switched || after.spacing != before.spacing) report.spacing = 0;
  if (switched || after.nodeThreshold != before.nodeThreshold) report.threshold = 0;
  return report;
}

/// Replaces `automatic` by a backend that this machine has.
Backend resolve(Backend backend);

/// The CPU backend in the precision of the settings. Views are in host memory; the caller has checked their values.
std::unique_ptr<SystemBase> makeCpuSystem(const Settings& settings, const ParticleViews& particles);
std::unique_ptr<FieldBase> makeCpuField(const FieldSettings& settings);
/// True if each of `ranks` ranks would sum these elements over a mesh, for its share of the wanted results.
bool cpuChoosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                    const SharedParts& parts, int ranks);
BackendInfo cpuBackend();

/// The CUDA backend. Throws EnvironmentError if cudaBackend() says that there is none, and InvalidInput for invalid
/// values in device memory.
std::unique_ptr<SystemBase> makeCudaSystem(const Settings& settings, const ParticleViews& particles);
std::unique_ptr<FieldBase> makeCudaField(const FieldSettings& settings);
bool cudaChoosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                     const SharedParts& parts, int ranks);
BackendInfo cudaBackend();

}  // namespace fmm
