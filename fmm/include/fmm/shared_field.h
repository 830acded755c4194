#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "fmm/field.h"
#include "fmm/names.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Who has the elements where several ranks evaluate a field: all of them everywhere, or a part of the Morton curve
/// each. `automatic`: everywhere, unless elements are so many that the copies cost more than what parts need of each
/// other.
enum class ElementSharing { automatic, everywhere, shared };
constexpr Names<ElementSharing, 3> namesOf(ElementSharing) {
  return {{{ElementSharing::automatic, "auto"},
           {ElementSharing::everywhere, "everywhere"},
           {ElementSharing::shared, "shared"}}};
}

/// What `automatic` becomes for so many elements at so many targets with these settings: `shared` where the sums are
/// not direct, and elements are at least half as many as targets and 2^14 a rank on the CPU, a quarter as many and 2^18
/// a rank on GPUs, or so many that a machine's memory would not hold them all.
ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, std::size_t elements, std::size_t targets,
                       int ranks);

/// What a SharedField finds besides velocities at the targets.
struct SharedParts {
  bool gradient = false;         ///< at the targets
  bool atElements = false;       ///< velocities at the elements, too
  bool elementGradient = false;  ///< and gradients there
};

/// The same of a flow that is at hand, and of what is wanted of it: `everywhere`, too, where memory holds all elements
/// and a mesh would sum them, which every rank then has.
ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, const Elements& elements,
                       const std::vector<Vec3>& targets, const SharedParts& parts, int ranks);

/// What a rank holds, and what came for it in the last evaluation from the others.
struct RankLoad {
  std::size_t elements = 0, targets = 0;                ///< of its own
  std::size_t importedCells = 0, importedElements = 0;  ///< multipoles, and elements of leaves
  std::size_t bytes = 0;                                ///< memory of all that
};

/// Results for what a rank gave, in its order.
struct SharedResults {
  std::vector<Vec3> velocity;         ///< [targets] [L/T]
  std::vector<Mat3> gradient;         ///< [targets] or empty [1/T]
  std::vector<Vec3> elementVelocity;  ///< [elements] or empty
  std::vector<Mat3> elementGradient;  ///< [elements] or empty
};

/// A field whose elements and targets several ranks share out: each holds a part of the Morton curve through all of
/// them, builds the tree of its own part, and imports of the others' multipoles and elements what its targets need.
/// All ranks make the same calls. docs/ranks.md has what that costs.
class SharedField {
 public:
  /// Each rank gives some of the elements and targets, in any order; together they are the flow. Throws InvalidInput
  /// for settings or particles that are none, and EnvironmentError where the backend cannot share elements out.
  SharedField(const Settings& settings, Ranks& ranks, const Elements& elements, const std::vector<Vec3>& targets,
              const SharedParts& parts);
  ~SharedField();
  SharedField(SharedField&&) noexcept;
  SharedField& operator=(SharedField&&) noexcept;

  /// Velocities at all targets, again and again by the same solver, which keeps the parameters that it has chosen.
  void evaluate();
  /// This rank's part of the last evaluation.
  const EvaluationReport& report() const;
  RankLoad load() const;
  /// Of the last evaluation, brought back to who gave the particles.
  SharedResults results() const;
  const Settings& settings() const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

/// This rank's part where what all have at hand is dealt out evenly, in its order.
Elements partOf(const Elements& all, const Ranks& ranks);
std::vector<Vec3> partOf(const std::vector<Vec3>& all, const Ranks& ranks);

/// The error of the velocities that were found at `elements`, where they were asked for, and at `targets`, which this
/// rank gave; against direct sums of `all` elements at so many at least. That of all ranks, from above. All ranks call
/// it.
MeasuredError measureError(const SharedField& field, Ranks& ranks, const Elements& all, const Elements& elements,
                           const std::vector<Vec3>& targets, std::size_t samples);

/// A field that several ranks evaluated.
struct RankedField : Field {
  ElementSharing sharing = ElementSharing::everywhere;
  std::vector<RankLoad> loads;  ///< [ranks]
};

/// evaluateField() by several ranks, each of which has all elements and targets at hand, with elements everywhere or
/// shared out for the sums.
RankedField evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                          bool gradient, std::size_t errorSamples, Ranks& ranks, ElementSharing sharing);

}  // namespace fmm
