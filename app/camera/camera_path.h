#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "scene/scene.h"

namespace app {

/// The camera's pose at one moment of a film.
struct CameraKey {
  double time = 0;  ///< seconds of the film (not of the flow)
  CameraPose pose;

  friend bool operator==(const CameraKey& a, const CameraKey& b) { return a.time == b.time && a.pose == b.pose; }
};

/// A curve through camera poses whose position, direction, roll and field of view have continuous velocities.
///
/// A pose is described as on a tripod: the target; azimuth and elevation about a vertical axis, the pose's `up`; the
/// logarithm of the distance; the logarithm of the tangent of half the field of view. A flight about a target thus
/// keeps its distance and stays level, and a zoom runs evenly. Where the axis differs between keys, it turns the
/// shortest way, and the zero of azimuth is carried along without twist. Azimuths take the shorter way round. Over the
/// pole, the elevation continues beyond 90 degrees.
/// Between two keys, whichever end of the line of sight moves less runs on its own curve; the other end follows from
/// direction and distance. Orbits therefore turn about their target, and a flying camera that looks around keeps its
/// eye fixed.
///
/// Every number x runs along cubic Hermite curves with the velocities of the spline of Catmull and Rom (1974) for
/// uneven times,
///   x'_i = (h_i c_{i-1} + h_{i-1} c_i)/(h_{i-1} + h_i),   c_i = (x_{i+1} - x_i)/h_i,   h_i = t_{i+1} - t_i,
/// limited to |x'_i| <= 2 min(|c_{i-1}|, |c_i|). The angles are limited together, by how far they turn the view, and so
/// are the components of a vector. Therefore a camera at rest between two keys really rests, and one that turns off
/// keeps moving. Distance and field of view rise monotonically where they rise through three keys, and overshoot the
/// interval between two neighbouring keys by less than 0.22 of it. Angles and vectors stay within half a step of the
/// straight line between two keys. The axis runs along the Hermite quaternion curve of Kim, Kim and Shin (1995) with
/// the same velocities.
class CameraSpline {
 public:
  /// `keys`: at least two, with increasing times and valid poses (not checked). `ease`: velocities are 0 at both ends,
  /// else those of the chords. `period` > 0: a closed curve, on which the first key returns after so many seconds.
  CameraSpline(const std::vector<CameraKey>& keys, bool ease, double period);

  /// The pose at `time`, between the first key's time and the last key's (closed curve: the first key's return).
  CameraPose at(double time) const;

 private:
  /// Azimuth and elevation [radians], ln(distance), ln(tan(field of view / 2)).
  using Numbers = std::array<double, 4>;

  struct Knot {
    double time = 0;
    glm::dvec3 target = {}, eye = {};
    glm::dquat frame = {1, 0, 0, 0};  ///< turns y into the axis and z into azimuth 0
    Numbers numbers = {};

    glm::dvec3 targetRate = {}, eyeRate = {}, spin = {};  ///< per second; spin is the frame's angular velocity
    Numbers rates = {};
  };
  /// The change from one knot to the next.
  struct Chord {
    double seconds = 0;
    glm::dvec3 target = {}, eye = {}, turn = {};
    Numbers numbers = {};
    bool eyeLeads = false;
  };

  void addKnot(const CameraKey& key);
  void setRates(Knot& knot, const Chord& before, const Chord& after);
  void closeRates();
  void setTurnRates(Knot& knot, const Chord& before, const Chord& after);
  void setEndRates(Knot& knot, const Chord& chord);
  static glm::dvec3 sight(const Knot& knot);
  static glm::dvec3 sightRate(const Knot& knot);

  std::vector<Knot> knots_;
  std::vector<Chord> chords_;  ///< one less than knots
};

/// The content of a camera path file. Plain data.
struct CameraFlight {
  std::vector<CameraKey> keys;  ///< times increase
  std::optional<bool> follow;   ///< the poses move along with the vortices; empty: as the scene sets it
  bool ease = true;             ///< starts and stops gently, instead of at full speed
  std::optional<double> loop;   ///< period of a flight that repeats, smooth at the seam [s]; empty: no loop

  friend bool operator==(const CameraFlight& a, const CameraFlight& b) {
    return a.keys == b.keys && a.follow == b.follow && a.ease == b.ease && a.loop == b.loop;
  }
};

/// A smooth flight of the camera through given poses (CameraSpline). Before the first and after the last key the camera
/// rests, unless the flight is a loop.
class CameraPath {
 public:
  /// Needs at least one key, increasing times, and all keys within one loop (assertion).
  explicit CameraPath(CameraFlight flight);
  /// A camera at rest.
  explicit CameraPath(const CameraPose& pose) : CameraPath(CameraFlight{{{0, pose}}, {}, true, {}}) {}

  /// Reads `[[key]] time, eye, target, up, field_of_view`. A value missing in a key is taken from the key before, in
  /// the first key from `start`. The top level may hold `follow`, `ease` and `loop`, as in CameraFlight.
  /// Throws UserError "file:line:column: what", and FileError if the file cannot be read.
  static CameraPath load(const std::string& path, const CameraPose& start);
  /// The same from text; `file` is the name in error messages.
  static CameraPath parse(std::string_view text, const std::string& file, const CameraPose& start);

  /// The pose at `time` [s of film]; exactly the key's pose at a key.
  CameraPose at(double time) const;

  const CameraFlight& flight() const { return flight_; }
  const std::vector<CameraKey>& keys() const { return flight_.keys; }
  /// The file's value of `follow`.
  std::optional<bool> follow() const { return flight_.follow; }

 private:
  CameraFlight flight_;
  std::optional<CameraSpline> spline_;  ///< empty for a single key
};

/// The text of a camera path file, with every value. Numbers read back to the same bits.
std::string formatCameraFlight(const CameraFlight& flight);

/// Writes formatCameraFlight() to `path`, under a temporary name that is then renamed. Throws UserError if the file
/// exists and `overwrite` is not set, or if the flight could not be loaded again; FileError if writing fails.
void saveCameraFlight(const CameraFlight& flight, const std::string& path, bool overwrite);

}  // namespace app
