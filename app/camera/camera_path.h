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

/// Where the camera is at one moment of a film.
struct CameraKey {
  double time = 0;  ///< seconds of the film (not of the flow)
  CameraPose pose;

  friend bool operator==(const CameraKey& a, const CameraKey& b) { return a.time == b.time && a.pose == b.pose; }
};

/// A curve through camera poses whose position, direction, roll and field of view have continuous velocities.
///
/// A pose is taken apart as a tripod has it: the target; azimuth and elevation about a vertical axis, the pose's `up`;
/// the logarithm of the distance; the logarithm of the tangent of half the field of view. So a flight about a target
/// stays at its distance and level instead of cutting through, and a zoom runs evenly. Where the axis changes from key
/// to key it is turned the shortest way, and azimuths are measured from a zero that is carried along without twist;
/// over the pole the elevation goes on beyond 90 degrees. Azimuths take the shorter way round.
/// Of the two ends of the line of sight the one that moves less between two keys is on a curve of its own, and the
/// other follows from direction and distance: orbits turn about their target, and a flying camera that looks around
/// keeps its eye where it is.
///
/// Every number x runs along cubic Hermite curves with the velocities of a spline of Catmull and Rom 1974 for uneven
/// times,
///   x'_i = (h_i c_{i-1} + h_{i-1} c_i)/(h_{i-1} + h_i),   c_i = (x_{i+1} - x_i)/h_i,   h_i = t_{i+1} - t_i,
/// cut to |x'_i| <= 2 min(|c_{i-1}|, |c_i|), where the angles are cut together, by how far they turn the view, and so
/// are the components of a vector. Therefore a camera that rests from one key to the next really rests and one that
/// turns off keeps going; distance and field of view, where they rise through three keys, rise all the time, and they
/// leave the interval between two neighbouring keys by less than 0.22 of it; angles and vectors stay within half a step
/// of the straight line between two keys. The axis runs along the Hermite quaternion curve of Kim, Kim and Shin (1995)
/// with the same velocities.
class CameraSpline {
 public:
  /// `keys` with increasing times, at least two, and valid poses (not checked). `ease`: velocities are 0 at both ends,
  /// else those of the chords. `period` > 0: a closed curve; the first key comes again that many seconds later.
  CameraSpline(const std::vector<CameraKey>& keys, bool ease, double period);

  /// The pose at `time` from the first key's to the last one's (of a closed curve: to the first one's return).
  CameraPose at(double time) const;

 private:
  /// Azimuth and elevation [radians], ln(distance), ln(tan(field of view / 2)).
  using Numbers = std::array<double, 4>;

  struct Knot {
    double time = 0;
    glm::dvec3 target = {}, eye = {};
    glm::dquat frame = {1, 0, 0, 0};  ///< turns y into the axis and z into azimuth 0
    Numbers numbers = {};

    glm::dvec3 targetRate = {}, eyeRate = {}, spin = {};  ///< a second; spin is the frame's angular velocity
    Numbers rates = {};
  };
  /// What changes from one knot to the next.
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

/// What a camera path file says. Plain data.
struct CameraFlight {
  std::vector<CameraKey> keys;  ///< times increase
  std::optional<bool> follow;   ///< do the poses move along with the vortices? empty: as the scene has it
  bool ease = true;             ///< sets off and arrives gently, instead of at full speed
  std::optional<double> loop;   ///< the flight repeats every so many seconds, and is closed without a kink

  friend bool operator==(const CameraFlight& a, const CameraFlight& b) {
    return a.keys == b.keys && a.follow == b.follow && a.ease == b.ease && a.loop == b.loop;
  }
};

/// A smooth flight of the camera through given poses (CameraSpline). Before the first and after the last key the camera
/// rests, unless the flight is a loop.
class CameraPath {
 public:
  /// At least one key, times that increase, all within one loop (assertion).
  explicit CameraPath(CameraFlight flight);
  /// A camera at rest.
  explicit CameraPath(const CameraPose& pose) : CameraPath(CameraFlight{{{0, pose}}, {}, true, {}}) {}

  /// Reads `[[key]] time, eye, target, up, field_of_view`; what a key leaves out is as in the key before, in the first
  /// one as in `start`. On the top level `follow`, `ease` and `loop`, as in CameraFlight.
  /// Throws UserError "file:line:column: what", FileError where the file cannot be read.
  static CameraPath load(const std::string& path, const CameraPose& start);
  /// The same from text; `file` stands in messages.
  static CameraPath parse(std::string_view text, const std::string& file, const CameraPose& start);

  /// The pose at this second of the film; at a key exactly the key's.
  CameraPose at(double time) const;

  const CameraFlight& flight() const { return flight_; }
  const std::vector<CameraKey>& keys() const { return flight_.keys; }
  /// What the file says of `follow`.
  std::optional<bool> follow() const { return flight_.follow; }

 private:
  CameraFlight flight_;
  std::optional<CameraSpline> spline_;  ///< empty for a single key
};

/// The text of a camera path file: every value, and numbers that read back to the same bits.
std::string formatCameraFlight(const CameraFlight& flight);

/// Writes formatCameraFlight() to `path` under a temporary name and renames it. Throws UserError if the file is there
/// and `overwrite` is not set or the flight is not one that can be loaded, FileError if it cannot be written.
void saveCameraFlight(const CameraFlight& flight, const std::string& path, bool overwrite);

}  // namespace app
