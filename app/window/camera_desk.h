#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "camera/camera.h"
#include "camera/camera_motion.h"
#include "camera/camera_presets.h"
#include "camera/framing.h"
#include "document/timeline.h"
#include "panel/key_bindings.h"
#include "panel/sections/camera_section.h"
#include "scene/scene.h"
#include "simulation/simulation.h"

namespace app {

/// Is this one of the keys that steer a flight?
bool steersFlight(int key);

/// The camera as the user steers it: by mouse, in flight, by views at a key, and along the keys of a time line. It
/// stands as at time 0; where the view follows the rings it is shifted along with them when a picture is drawn.
class CameraDesk {
 public:
  /// Answers whether a key (GLFW_KEY_..., by its place) is down.
  using KeyDown = std::function<bool(int key)>;

  CameraDesk(const Scene& scene, Timeline& timeline);

  const Camera& camera() const { return camera_; }
  /// Where the picture of this state is seen from.
  Camera following(const SimulationState& state) const;
  /// How far that is from camera() [L].
  fmm::Vec3 shiftIn(const SimulationState& state) const;
  bool flying() const { return flying_; }
  /// Does it move by itself, so that pictures must keep coming?
  bool moving() const { return glide_.active() || flying_ || timeline_.playing; }
  /// Has it moved in the last moment? Following the rings is no movement.
  bool turning() const;
  CameraReadout readout() const;

  /// Moves on by the time since the last call.
  void advance(const KeyDown& keyDown);
  /// Turns the camera about its target, once in so many seconds, until the user moves it or another scene is opened;
  /// 0: it stands. Call it once a frame, behind advance().
  void orbit(double secondsPerTurn);
  /// Keeps the strong vorticity of this state in sight, where that is wanted; call it once a frame. False: the camera
  /// was moved otherwise, and is no longer to be moved so.
  bool keepInSight(bool wanted, const SimulationState& state, double aspect);
  /// camera(), so moved, for a picture of another format.
  Camera keptInSight(const Camera& camera, double aspect) const {
    return steered_ || moving() ? camera : framing_.framed(camera, aspect);
  }
  /// Switching "follow" does not make the picture jump.
  void setFollowing(bool on, const SimulationState& state);

  // By hand: what moved the camera by itself ends. Distances are fractions of the window's height.
  void drag(MouseAction action, double dx, double dy);
  void scroll(double steps, bool control);
  void lookAround(double dx, double dy);
  void setFieldOfView(double degrees);
  /// Begins or ends the flight; the caller captures the mouse.
  void setFlying(bool on);

  /// Glides to where all of the rings are seen, or to a view of them. `built` is the scene that they were made from.
  void fit(const SimulationState& state, const Scene& built, double aspect);
  void show(CameraPreset preset, const SimulationState& state, const Scene& built, double aspect);
  /// Goes to a freshly opened scene's view at once.
  void open(const Scene& scene);

  /// What the time line's window asks for, apart from files.
  void obey(const TimelineRequests& requests);
  /// Takes over a flight into the time line, with what it says of following the rings, and glides to its beginning.
  void take(const CameraPath& path, ViewSettings& view, const SimulationState& state);
  /// Where films go along the flight, the camera is where the film's picture at `seconds` needs it.
  void followFlight(double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  void takeTheStick();
  FlyInput flyInput(const KeyDown& keyDown);
  CameraSubject subject(const SimulationState& state, const Scene& built) const;

  Timeline& timeline_;
  Camera camera_;
  CameraGlide glide_;
  FlyControl flight_;
  bool flying_ = false, armed_ = false;  // armed: the key that began the flight was let go
  bool following_ = true;
  Framing framing_;
  std::uint64_t framedGeneration_ = 0, framedNumber_ = 0;  // of the state that it has seen
  bool steered_ = false;                                   // since keepInSight()
  bool steers_ = false;                                    // has the user, since the scene was opened
  double step_ = 0;                                        // seconds that the last advance() took
  double pace_ = 0;                                        // seconds since it saw one
  Clock::time_point moved_ = Clock::now();                 // by advance()
  CameraPose seen_;                                        // at the last advance() ...
  Clock::time_point turned_{};                             // ... and when it was last another one
  Clock::time_point notice_ = Clock::now();                // since the flight began or its speed changed
};

}  // namespace app
