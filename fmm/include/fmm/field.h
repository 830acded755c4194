#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "fmm/particle_views.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Velocity, its gradient and vorticity at given points: [targets]; empty if not requested.
struct Field {
  std::vector<Vec3> velocity;   ///< [L/T]
  std::vector<Mat3> gradient;   ///< [1/T]
  std::vector<Vec3> vorticity;  ///< [1/T]
  EvaluationReport report;
  MeasuredError error;  ///< filled if `errorSamples` > 0
};

/// Evaluates the field of `elements` at `targets`. With `errorSamples` the velocities are compared with direct sums at
/// no fewer targets than that, at all of them where that is cheap; if the bound of the error exceeds the tolerance,
/// they are evaluated again to a smaller tolerance, at most twice. Whether the tolerance is kept in the end is in
/// `report`. Throws InvalidInput, EnvironmentError, and ToleranceError with Settings::strict.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples = 0);

/// The same by several ranks, all of which make this call with the same elements and targets. Each rank evaluates a
/// part of the targets and measures its error; all ranks receive the whole field. The error is an upper estimate for
/// all targets; each part of the histogram is relative to the velocities of that part.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples, Ranks& ranks);

/// Vorticity sum alpha zeta_sigma of `elements` at `points`, to the settings' tolerance relative to the root mean
/// square of the vorticity as an unsmoothed field; `error` compares with direct sums. Throws as evaluateField() does.
Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples = 0);

/// Vector potential psi(y) = 1/(4 pi) sum alpha G(|y - x|/sigma)/sigma [L^2/T] of the elements' blobs at `targets`;
/// u = curl psi. G is defined in docs/math.md, section 3. Direct sums in double precision on the CPU; an element with
/// sigma = 0 does not count at its own position. In the plane psi is along z, the stream function: u = d psi/dy,
/// v = -d psi/dx, and -sum Gamma ln r/(2 pi) far away. Uses the settings' space, core function and threads only. Throws
/// InvalidInput, also for a ground.
std::vector<Vec3> vectorPotential(const FieldSettings& settings, const Elements& elements,
                                  const std::vector<Vec3>& targets);

/// Output arrays of evaluateField(), all in the same memory with room for all targets; those without data are not
/// computed.
struct FieldResults {
  OutputVectors velocity;   ///< [L/T]
  OutputMatrices gradient;  ///< J_ij = du_i/dy_j [1/T], row-major
  OutputVectors vorticity;  ///< [1/T]; alone as by evaluateVorticity(), else summed together with the velocities
};

/// The same for the caller's arrays, which the backend reads and writes directly; only data in host memory is copied,
/// if the backend is a GPU. Only positions, strengths and core radii of the elements are used. Also throws InvalidInput
/// if arrays differ in length, lie in different memories, are too small, or are GPU memory while the backend is the
/// CPU, and if a result exceeds the range of the precision; that result is then not finite.
EvaluationReport evaluateField(const Settings& settings, const ElementViews& elements, const InputVectors& targets,
                               const FieldResults& results);

/// Evaluates fields repeatedly with one solver, which keeps its buffers, and keeps the order and the opening angle that
/// it chose until the number of elements or targets changes. Moving particles belong in a VortexSystem, which checks
/// its choice from time to time. Only one thread at a time may use it.
class FieldEvaluator {
 public:
  /// Throws InvalidInput for invalid settings, EnvironmentError if the backend is not available.
  explicit FieldEvaluator(const Settings& settings);
  ~FieldEvaluator();
  FieldEvaluator(FieldEvaluator&&) noexcept;
  FieldEvaluator& operator=(FieldEvaluator&&) noexcept;

  /// evaluateField() with the caller's arrays; throws the same, and ToleranceError with Settings::strict.
  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, const FieldResults& results);
  /// Error of velocities of the last evaluation, of these elements at these targets, against direct sums in double
  /// precision: at no fewer than `samples` targets, at all of them where that is cheap. Throws InvalidInput, and
  /// ToleranceError with Settings::strict.
  MeasuredError measureError(const Elements& elements, const std::vector<Vec3>& targets,
                             const std::vector<Vec3>& velocity, std::size_t samples) const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
