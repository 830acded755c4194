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

/// True for the keys that steer a flight.
bool steersFlight(int key);

/// The camera as the user steers it: by mouse, in flight, by preset views, and along the keys of a time line. Its pose
/// is that at time 0; if the view follows the rings, their shift is added when a picture is drawn. A plane flow is seen
/// from above all the time: dragging moves the view, and it turns about its line of sight alone.
class CameraDesk {
 public:
  /// Tells whether a key (GLFW_KEY_..., by its place) is down.
  using KeyDown = std::function<bool(int key)>;

  CameraDesk(const Scene& scene, Timeline& timeline);

  const Camera& camera() const { return camera_; }
  /// The camera for a picture of this state.
  Camera following(const SimulationState& state) const;
  /// Shift of following() relative to camera() [L].
  fmm::Vec3 shiftIn(const SimulationState& state) const;
  bool flying() const { return flying_; }
  /// True if the view stays above a plane flow.
  bool above() const { return above_; }
  /// True if the camera moves by itself, so that pictures must keep coming.
  bool moving() const { return glide_.active() || flying_ || timeline_.playing; }
  /// True if the camera has just moved. Following the rings does not count.
  bool turning() const;
  CameraReadout readout() const;

  /// Moves the camera on by the time since the last call.
  void advance(const KeyDown& keyDown);
  /// Turns the camera about its target, above a plane flow about its line of sight, one turn in `secondsPerTurn`, until
  /// the user moves it or another scene is opened; 0: no turning. Call it once a frame, after advance().
  void orbit(double secondsPerTurn);
  /// If `wanted`, keeps the strong vorticity of this state in sight; call it once a frame. False if the camera was
  /// moved in another way, which ends this mode.
  bool keepInSight(bool wanted, const SimulationState& state, double aspect);
  /// `camera` framed likewise, for a picture of another format.
  Camera keptInSight(const Camera& camera, double aspect) const {
    return steered_ || moving() ? camera : framing_.framed(camera, aspect);
  }
  /// Switches following on or off without a jump of the picture.
  void setFollowing(bool on, const SimulationState& state);

  // Steering by hand, which ends automatic motion of the camera. Distances are fractions of the window's height.
  void drag(MouseAction action, double dx, double dy);
  void scroll(double steps, bool control);
  void lookAround(double dx, double dy);
  void setFieldOfView(double degrees);
  /// Begins or ends the flight; the caller captures the mouse.
  void setFlying(bool on);

  /// Glides to a view of all rings, or to a preset view; above a plane flow that is the scene's own view, but for the
  /// close-up. `built` is the scene that the rings were made from.
  void fit(const SimulationState& state, const Scene& built, double aspect,
           const std::vector<fmm::LineBase>& pending = {});
  void show(CameraPreset preset, const SimulationState& state, const Scene& built, double aspect);
  /// Jumps to the view of a newly opened scene.
  void open(const Scene& scene);

  /// Carries out the requests of the time line's window, except for those about files.
  void obey(const TimelineRequests& requests);
  /// Puts a flight into the time line, applies its setting of `follow`, and glides to its beginning.
  void adopt(const CameraPath& path, ViewSettings& view, const SimulationState& state);
  /// If films go along the flight, puts the camera where the film's picture at `seconds` needs it.
  void followFlight(double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  void adoptSettings(const Scene& scene);
  void beginSteering();
  FlyInput flyInput(const KeyDown& keyDown);
  CameraSubject subject(const SimulationState& state, const Scene& built) const;

  Timeline& timeline_;
  Camera camera_;
  CameraGlide glide_;
  FlyControl flight_;
  bool flying_ = false, armed_ = false;  // armed_: the key that began the flight was released
  bool following_ = true;
  bool above_ = false;
  CameraPose home_;  // the view of the opened scene
  Framing framing_;
  std::uint64_t framedGeneration_ = 0, framedNumber_ = 0;  // state that framing_ has seen last
  bool steered_ = false;                                   // moved by the user since the last keepInSight()
  bool steers_ = false;                                    // moved by the user since the scene was opened
  double step_ = 0;                                        // seconds of the last advance()
  double pace_ = 0;                                        // seconds since framing_ has seen a state
  Clock::time_point moved_ = Clock::now();                 // time of the last advance()
  CameraPose seen_;                                        // pose at the last advance() ...
  Clock::time_point turned_{};                             // ... and the time of its last change
  Clock::time_point notice_ = Clock::now();                // when the flight began or its speed changed
};

}  // namespace app
