#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/tracer_tags.h"

namespace app {

/// The tracers that come into a flow from the emitters of its scene. Which they are and where they come depends on the
/// scene and on the flow's time alone: before a step from t come all that are due by t and have not come yet. They move
/// with that step like all others. Going back in time nothing comes, and what has come once comes no more.
class TracerEmission {
 public:
  TracerEmission() = default;
  /// Of a flow that begins, or goes on: `emitted` tracers have come from each emitter (fewer numbers: none), and those
  /// that are still there bear its mark among `rings`, the tracers' ring indices.
  TracerEmission(const Scene& scene, const std::vector<std::int64_t>& emitted, const std::vector<std::int32_t>& rings);

  bool any() const { return !sources_.empty(); }
  /// Lets those come that are due by the system's time; to be called before each step. Throws what placeTracers()
  /// throws; those that have come by then stay.
  void emit(fmm::VortexSystem& system);
  /// How many have come from each emitter so far.
  std::vector<std::int64_t> emitted() const;

  /// Are there others than at the last tag()?
  bool changed() const { return changed_; }
  /// Tracers that have joined behind the others since then.
  std::size_t joined() const { return joined_; }
  /// Gives the tracers of the emitters the numbers from `firstRing` on, and the times at which they came. `tags` are
  /// those of the tracers with these numbers; none: of all.
  void tag(TracerTags& tags, std::uint32_t firstRing, const std::optional<std::vector<std::uint32_t>>& numbers);

 private:
  struct Source {
    Emitter emitter;
    std::uint64_t seed = 0;
    std::int64_t emitted = 0;
    std::vector<std::size_t> places;  ///< of tracers n, n + most, ... in the system
  };
  std::int64_t dueBy(const Source& source, double time, double timeStep) const;
  void emit(Source& source, std::int64_t upTo, fmm::VortexSystem& system);

  std::vector<Source> sources_;
  bool changed_ = false;
  std::size_t joined_ = 0;
};

}  // namespace app
