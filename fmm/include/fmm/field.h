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

/// Velocity and its gradient, or vorticity, at given points: [targets], empty where it was not asked for.
struct Field {
  std::vector<Vec3> velocity;   ///< [L/T]
  std::vector<Mat3> gradient;   ///< [1/T]
  std::vector<Vec3> vorticity;  ///< [1/T]
  EvaluationReport report;
  MeasuredError error;  ///< filled if `errorSamples` > 0
};

/// Evaluates the field of `elements` at `targets`. With `errorSamples` the velocities are compared with direct sums at
/// so many targets at least, at all of them where that costs little, and evaluated again, twice at most, to a smaller
/// tolerance where theirs may not be kept. Throws InvalidInput, EnvironmentError.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples = 0);

/// The same by several ranks, all of which make this call with the same elements and targets: each evaluates a part of
/// the targets, and measures its error, and all get the whole. The error is that of all, from above; of the histogram
/// each part is relative to its own velocities.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples, Ranks& ranks);

/// Vorticity sum alpha zeta_sigma of `elements` at `points`, to the settings' tolerance relative to the root mean
/// square of the vorticity as an unsmoothed field; `error` compares with direct sums. Throws as evaluateField().
Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples = 0);

/// Vector potential psi(y) = 1/(4 pi) sum alpha G(|y - x|/sigma)/sigma [L^2/T] of the elements' blobs at `targets`;
/// u = curl psi. G is docs/math.md, section 3. By direct sums in double precision on the CPU; an element with sigma = 0
/// does not count at its own place. In the plane psi is along z, the stream function: u = d psi/dy, v = -d psi/dx, and
/// -sum Gamma ln r/(2 pi) far away. Of the settings space, core function and threads count. Throws InvalidInput, also
/// for a ground.
std::vector<Vec3> vectorPotential(const FieldSettings& settings, const Elements& elements,
                                  const std::vector<Vec3>& targets);

/// Where the field goes that evaluateField() finds at `targets` points: arrays in the same memory with room for all of
/// them; those without data are not wanted.
struct FieldResults {
  OutputVectors velocity;   ///< [L/T]
  OutputMatrices gradient;  ///< J_ij = du_i/dy_j [1/T], row-major
  OutputVectors vorticity;  ///< [1/T]; alone as by evaluateVorticity(), else summed along with the velocities
};

/// The same for arrays of the caller's, from which the backend reads and into which it writes: nothing else is copied
/// on the way, but what lies in host memory and goes to a GPU. Of the elements' views only positions, strengths and
/// core radii are used. Throws InvalidInput, too, where arrays differ in length, lie in different memories, have no
/// room, or are of a GPU while the backend is the CPU,
/// and where a result is beyond the range of the precision: it is no number then.
EvaluationReport evaluateField(const Settings& settings, const ElementViews& elements, const InputVectors& targets,
                               const FieldResults& results);

/// Evaluates fields again and again by one solver, which keeps its buffers, and the order and the opening angle that it
/// chose for as long as there are as many elements and targets: other counts make it choose anew. What moves belongs in
/// a VortexSystem, which asks now and then whether its choice is still right. One thread at a time may use it.
class FieldEvaluator {
 public:
  /// Throws InvalidInput for settings that are none, EnvironmentError for a backend that is not to be had.
  explicit FieldEvaluator(const Settings& settings);
  ~FieldEvaluator();
  FieldEvaluator(FieldEvaluator&&) noexcept;
  FieldEvaluator& operator=(FieldEvaluator&&) noexcept;

  /// What evaluateField() does with arrays of the caller's, and throws as it does.
  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, const FieldResults& results);

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
