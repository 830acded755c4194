#pragma once

#include <cstddef>
#include <vector>

#include "render/picture/render_quality.h"

namespace app {

/// Drawing time of a picture that is wanted [s]: on a GPU what leaves the monitor's next picture, `refreshInterval` [s]
/// after this one, in time, with some room for panel and display; on the processor, which the solver needs as well, and
/// for slow monitors 30 ms. Faster ones than 120 Hz are not worth a coarser picture.
double drawingTime(double refreshInterval, bool onCpu);

/// Chooses the quality at which drawing takes no longer than wanted: in steps, lower as soon as some pictures were too
/// slow, higher only where the next step promises to be fast enough, and ever more slowly where that promise was
/// broken, so that the picture does not flicker between two.
class QualityControl {
 public:
  /// `target` is the drawing time wanted [s].
  explicit QualityControl(double target) : target_(target) {}

  const RenderQuality& quality() const;
  /// Is it less than full?
  bool reduced() const { return level_ > 0; }
  /// A picture took this long to draw [s] at the quality that quality() gave when it was begun; results may come some
  /// pictures late.
  void add(double seconds);

 private:
  static constexpr int kPatience = 45;  ///< pictures

  void changeTo(std::size_t level);

  double target_;
  std::size_t level_ = 0;      ///< 0: full quality
  std::vector<double> times_;  ///< of the last pictures at this level
  int sinceChange_ = 0;        ///< pictures
  int patience_ = kPatience;   ///< pictures until a better quality is tried
  bool rising_ = false;        ///< was the last change to a better one?
};

}  // namespace app
