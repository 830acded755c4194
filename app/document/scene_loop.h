#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace app {

constexpr int kMostIdleMinutes = 60;

/// What the panel says of the loop in which scenes are shown without end.
struct LoopChoice {
  bool on = false;
  int idleMinutes = 0;  ///< up to kMostIdleMinutes; after so many without key or mouse it begins by itself; 0: never
};

/// Simulated time at which a scene that is shown in a loop ends [T]: that of its film, pictures times the time from one
/// to the next.
double endOf(const Scene& scene);

/// Scenes in a loop: fades to dark at the end of one, asks for the next, and fades in again once that is there.
class SceneLoop {
 public:
  static constexpr double kFade = 0.8;        ///< seconds from light to dark
  static constexpr double kLongestDark = 20;  ///< seconds; a scene that cannot be built leaves the last one to be seen

  /// Once a displayed picture. `now`: seconds of any clock that goes forwards; `ended`: the scene is at its end;
  /// `generation`: of the flow that is shown. True in the moment in which the next scene is to begin.
  bool advance(double now, bool ended, std::uint64_t generation);
  /// How dark the picture is, 0 to 1.
  double darkness() const { return darkness_; }

 private:
  bool waiting_ = false;  ///< for another generation than left_, since waitingSince_
  std::uint64_t left_ = 0;
  double waitingSince_ = 0;
  double last_ = 0;  ///< `now` of the last call
  double darkness_ = 0;
};

}  // namespace app
