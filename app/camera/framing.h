#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "camera/camera.h"
#include "fmm/types.h"
#include "scene/start/framed_points.h"

namespace app {

/// A camera that keeps points in the picture, an eighth of it free on either side, in the direction in which it looks.
/// It eases after them: back within half a second where they spread, nearer within seconds, so that rings that breathe
/// do not make the picture breathe. The few points that lie farthest out do not count.
class Framing {
 public:
  /// Takes the points of a picture that is shown so long after the last one [s of film]. Looks at them at once where
  /// there was none, or where the camera has turned. Without points it stays where it is.
  void take(const FramedPoints& framed, const Camera& camera, double seconds);
  /// Begins anew with the next points.
  void forget() { known_ = false; }
  bool known() const { return known_; }
  /// The camera moved along its line of sight and aside, for a picture of width / height = `aspect`, which openedFor()
  /// opens where it is higher than wide.
  Camera framed(Camera camera, double aspect) const;

  /// All that it remembers, for a film that goes on later.
  std::vector<double> numbers() const;
  /// What numbers() gave; where these are no such numbers, it begins anew.
  void restore(const std::vector<double>& numbers);

 private:
  /// Slopes of lines of sight for which the reach is known; between them it is not larger than linear.
  static constexpr std::array<double, 4> kSlopes = {0, 0.25, 0.5, 1};
  /// Of the points from the centre, along side - slope * forward [L].
  using Reach = std::array<double, kSlopes.size()>;
  /// To the right, to the left, up, down.
  using Reaches = std::array<Reach, 4>;

  static double along(const Reach& reach, double slope);
  double depthAt(std::size_t side, double slope) const;
  double asideAt(std::size_t side, double depth, double slope) const;
  double halfAcross(std::size_t side) const;

  bool known_ = false;
  fmm::Vec3 centre_, forward_, up_;
  Reaches reaches_ = {};
};

}  // namespace app
