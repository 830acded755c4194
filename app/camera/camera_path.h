#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "camera/camera_spline.h"

namespace app {

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
