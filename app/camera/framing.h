#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "camera/camera.h"
#include "fmm/types.h"
#include "scene/start/framed_points.h"

namespace app {

/// A camera that keeps points in the picture, and keeps its direction of view. It begins with an eighth of the picture
/// free on either side and then only backs off, slowly and when the points have used most of that: it never moves
/// nearer, so that what grows is seen to grow, and rings that pulsate do not make the picture pulsate. The few
/// outermost points do not count.
class Framing {
 public:
  /// Takes the points of a picture shown `seconds` [s of film] after the last one. Adopts them at once after forget()
  /// or where the camera has turned. Without points nothing changes.
  void follow(const FramedPoints& framed, const Camera& camera, double seconds);
  /// Starts afresh with the next points.
  void forget() { known_ = false; }
  bool known() const { return known_; }
  /// The camera moved along and across its line of sight, for a picture of width / height = `aspect`. openedFor()
  /// widens the view of a picture that is higher than wide.
  Camera framed(Camera camera, double aspect) const;

  /// The complete state, for a film that is continued later.
  std::vector<double> numbers() const;
  /// Restores the state from numbers(); starts afresh if the count of numbers is wrong.
  void restore(const std::vector<double>& numbers);

 private:
  /// Slopes of lines of sight for which the reach is known. Linear interpolation between them is an upper bound.
  static constexpr std::array<double, 4> kSlopes = {0, 0.25, 0.5, 1};
  /// Extent from the centre along side - slope * forward that the picture has room for besides its margins [L].
  using Reach = std::array<double, kSlopes.size()>;
  /// Right, left, up, down.
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
