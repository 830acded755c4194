#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/picture/render_quality.h"

namespace app {

/// Drawing time of a picture that is wanted [s]: on a GPU what leaves the monitor's next picture, `refreshInterval` [s]
/// after this one, in time, with some room for panel and display; on the processor, which the solver needs as well, and
/// for slow monitors 30 ms. Faster ones than 120 Hz are not worth a coarser picture.
double drawingTime(double refreshInterval, bool onCpu);

/// How much is drawn while the view turns, so that pictures come in time: where there are very many tracers one out of
/// stride(), and where that is not enough fewer pixels. What the last picture of all of them took says it at once, and
/// those of the turn correct it.
class Thinning {
 public:
  static constexpr std::uint32_t kMost = 64;

  /// `target` is the drawing time wanted [s].
  explicit Thinning(double target) : target_(target) {}

  /// From now on there are tracers for a stride of at most so much, a power of two.
  void setMost(std::uint32_t stride);
  /// A power of two; 1: all are drawn.
  std::uint32_t stride() const { return std::min(steps_, most_); }
  /// Sides of the picture as part of what the window shows: 1, then for half and a quarter of its pixels.
  double scale() const { return std::sqrt(static_cast<double>(stride()) / steps_); }
  /// Is less drawn than all?
  bool reduces() const { return steps_ > 1; }
  /// A picture took this long to draw [s]: one of the turn, as little as it was to have, or of all, which alone can say
  /// that nothing is to be left out.
  void add(double seconds, bool ofTurn);

 private:
  void judgeTurn(double seconds);

  double target_;
  std::uint32_t most_ = kMost, steps_ = 1;  ///< part of tracers, then of pixels
  double lastOfAll_ = 0;                    ///< time of the last picture of all tracers [s]; 0: there was none
  int slow_ = 0, fast_ = 0;                 ///< pictures of the turn in a row
};

/// Chooses the quality at which drawing takes no longer than wanted: in steps, lower as soon as some pictures were too
/// slow, several at once where they were much too slow, higher only where the next step promises to be fast enough, and
/// ever more slowly where that promise was broken, so that the picture does not flicker between two.
class QualityControl {
 public:
  /// `target` is the drawing time wanted [s], `full` the highest quality.
  explicit QualityControl(double target, const RenderQuality& full = {});

  const RenderQuality& quality() const { return levels_[level_]; }
  /// Lower than all of them: of a picture that does not stand.
  static RenderQuality turning();
  /// Is it less than full?
  bool reduced() const { return level_ > 0; }
  /// A picture took this long to draw [s] at the quality that quality() gave when it was begun; results may come some
  /// pictures late.
  void add(double seconds);

 private:
  static constexpr int kPatience = 45;  ///< pictures

  void lower(double seconds);
  void changeTo(std::size_t level);

  double target_;
  std::vector<RenderQuality> levels_;
  std::size_t level_ = 0;      ///< 0: full quality
  std::vector<double> times_;  ///< of the last pictures at this level
  int sinceChange_ = 0;        ///< pictures
  int patience_ = kPatience;   ///< pictures until a better quality is tried
  bool changed_ = false;       ///< is the first level left? the first pictures say of no other one
  bool rising_ = false;        ///< was the last change to a better one?
};

}  // namespace app
