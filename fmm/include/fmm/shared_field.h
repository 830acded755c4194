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

/// Distribution of the elements when several ranks evaluate a field: every rank holds all of them, or each holds a part
/// of the Morton curve. `automatic`: everywhere, unless there are so many elements that copies cost more than the data
/// that parts need of each other.
enum class ElementSharing { automatic, everywhere, shared };
constexpr Names<ElementSharing, 3> namesOf(ElementSharing) {
  return {{{ElementSharing::automatic, "auto"},
           {ElementSharing::everywhere, "everywhere"},
           {ElementSharing::shared, "shared"}}};
}

/// Resolves `automatic` for the numbers of elements and targets and these settings. `shared` if the solver is not
/// direct and elements are at least half as many as targets and 2^14 a rank on the CPU, a quarter as many and 2^18 a
/// rank on GPUs, or too many for the memory of one machine.
ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, std::size_t elements, std::size_t targets,
                       int ranks);

/// Results of a SharedField besides velocities at the targets.
struct SharedParts {
  bool gradient = false;         ///< gradients at the targets
  bool atElements = false;       ///< velocities at the elements
  bool elementGradient = false;  ///< gradients at the elements
};

/// The same for given particles and requested results: also `everywhere` if all elements fit into memory and a mesh
/// would sum them, which needs all of them on every rank.
ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, const Elements& elements,
                       const std::vector<Vec3>& targets, const SharedParts& parts, int ranks);

/// Particles that a rank holds, and data imported from the other ranks in the last evaluation.
struct RankLoad {
  std::size_t elements = 0, targets = 0;                ///< its own
  std::size_t importedCells = 0, importedElements = 0;  ///< multipoles; elements of leaves
  std::size_t bytes = 0;                                ///< memory of all of these
};

/// Results at the particles that this rank gave, in the rank's order.
struct SharedResults {
  std::vector<Vec3> velocity;         ///< [targets] [L/T]
  std::vector<Mat3> gradient;         ///< [targets] or empty [1/T]
  std::vector<Vec3> elementVelocity;  ///< [elements] or empty
  std::vector<Mat3> elementGradient;  ///< [elements] or empty
};

/// A field whose elements and targets are distributed over several ranks. Each rank holds a part of the Morton curve
/// through all of them, builds the tree of its part, and imports the multipoles and elements of other ranks that its
/// targets need. All ranks make the same calls. docs/ranks.md gives the cost.
class SharedField {
 public:
  /// Each rank gives some of the elements and targets, in any order; together they are the flow. Throws InvalidInput
  /// for invalid settings or particles and for direct sums, EnvironmentError if the backend is missing. `ranks` must
  /// outlive the field.
  SharedField(const Settings& settings, Ranks& ranks, const Elements& elements, const std::vector<Vec3>& targets,
              const SharedParts& parts);
  ~SharedField();
  SharedField(SharedField&&) noexcept;
  SharedField& operator=(SharedField&&) noexcept;

  /// Velocities at all targets. Later calls use the same solver and keep the parameters that it has chosen.
  void evaluate();
  /// This rank's part of the last evaluation.
  const EvaluationReport& report() const;
  RankLoad load() const;
  /// Results of the last evaluation, sent back to the ranks that gave the particles.
  SharedResults results() const;
  const Settings& settings() const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

/// This rank's part of an even division of `all`, which every rank has; keeps the order.
Elements partOf(const Elements& all, const Ranks& ranks);
std::vector<Vec3> partOf(const std::vector<Vec3>& all, const Ranks& ranks);

/// Error of the velocities at `elements`, if requested, and at `targets`, which this rank gave, against direct sums of
/// `all` elements at no fewer than `samples` targets. An upper estimate for all ranks. All ranks call it.
MeasuredError measureError(const SharedField& field, Ranks& ranks, const Elements& all, const Elements& elements,
                           const std::vector<Vec3>& targets, std::size_t samples);

/// A field that several ranks evaluated.
struct RankedField : Field {
  ElementSharing sharing = ElementSharing::everywhere;
  std::vector<RankLoad> loads;  ///< [ranks]
};

/// evaluateField() by several ranks, each of which has all elements and targets, with the elements everywhere or shared
/// for the sums.
RankedField evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                          bool gradient, std::size_t errorSamples, Ranks& ranks, ElementSharing sharing);

}  // namespace fmm
