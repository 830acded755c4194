#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace app {

constexpr int kMostIdleMinutes = 60;
constexpr double kLongestShow = 86400, kSlowestOrbit = 3600;  // seconds

/// How scenes are shown without end.
struct LoopChoice {
  bool on = false;
  int idleMinutes = 0;     ///< up to kMostIdleMinutes; after so many without key or mouse it begins by itself; 0: never
  double eachSeconds = 0;  ///< by the clock, for which a scene is shown; 0: until the end of its film
  double orbitSeconds = 0;  ///< for one turn of the camera about its target; 0: it stands
  bool captions = false;    ///< title and note of the scene, over a hidden panel
};

/// Simulated time at which a scene that is shown in a loop ends [T]: that of its film, pictures times the time from one
/// to the next.
double endOf(const Scene& scene);

/// Scenes in a loop: asks for the next one at the end of one, and fades from its last picture to the next scene once
/// that is there.
class SceneLoop {
 public:
  static constexpr double kFade = 0.8;        ///< seconds from one scene to the next
  static constexpr double kLongestWait = 20;  ///< seconds; a scene that cannot be built leaves the last one to be seen

  /// Once a displayed picture. `now`: seconds of any clock that goes forwards; `ended`: the scene is at its end;
  /// `generation`: of the flow that is shown. True in the moment in which the next scene is to begin.
  bool advance(double now, bool ended, std::uint64_t generation);
  /// How much of the last scene's last picture is seen, 0 to 1.
  double remains() const { return remains_; }

 private:
  bool waiting_ = false;  ///< for another generation than left_, since waitingSince_
  std::uint64_t left_ = 0;
  double waitingSince_ = 0;
  double last_ = 0;  ///< `now` of the last call
  double remains_ = 0;
};

}  // namespace app
