#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace app {

/// Where the camera is at one moment of a film.
struct CameraKey {
  double time = 0;  ///< seconds of the film (not of the flow)
  CameraPose pose;
};

/// A smooth flight of the camera through given poses: a cubic Hermite curve with the tangents of a Catmull-Rom spline
/// for uneven times, so that it passes through every key without a kink. Before the first and after the last key the
/// camera rests.
class CameraPath {
 public:
  /// `keys` with times that increase, at least one (assertion).
  explicit CameraPath(std::vector<CameraKey> keys, std::optional<bool> follow = std::nullopt);

  /// Reads `[[key]] time, eye, target, up, field_of_view`; what a key leaves out is as in the key before, in the first
  /// one as in `start`. A top-level `follow` says whether the poses move along with the vortices.
  /// Throws UserError "file:line:column: what", FileError where the file cannot be read.
  static CameraPath load(const std::string& path, const CameraPose& start);
  /// The same from text; `file` stands in messages.
  static CameraPath parse(std::string_view text, const std::string& file, const CameraPose& start);

  CameraPose at(double time) const;
  /// What the file says of `follow`; empty: as the scene has it.
  std::optional<bool> follow() const { return follow_; }
  const std::vector<CameraKey>& keys() const { return keys_; }

 private:
  std::vector<CameraKey> keys_;
  std::optional<bool> follow_;
};

}  // namespace app
