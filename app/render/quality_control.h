#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/picture/render_quality.h"

namespace app {

/// Target drawing time of a picture [s]: on a GPU a share of the monitor's `refreshInterval` [s], which leaves time for
/// panel and display; 30 ms on the processor, which the solver needs as well, and for slow monitors. Refresh rates
/// above 120 Hz are not worth a coarser picture.
double drawingTime(double refreshInterval, bool onCpu);

/// Reduces the drawing while the view turns, so that pictures are on time: with very many tracers one out of stride(),
/// and if that is not enough, fewer pixels. The time of the last full picture sets the reduction at once; pictures of
/// the turn correct it.
class Thinning {
 public:
  static constexpr std::uint32_t kMost = 64;

  /// `target` is the drawing time wanted [s].
  explicit Thinning(double target) : target_(target) {}

  /// Sets the largest stride available, a power of two.
  void setMost(std::uint32_t stride);
  /// A power of two; 1: all tracers are drawn.
  std::uint32_t stride() const { return std::min(steps_, most_); }
  /// Sides of the picture over those of the window's: 1, then less, for half and a quarter of the pixels.
  double scale() const { return std::sqrt(static_cast<double>(stride()) / steps_); }
  /// True if fewer tracers or pixels are drawn.
  bool reduces() const { return steps_ > 1; }
  /// Records the drawing time of a picture [s]: of a turn, with the reduction, or of all tracers. Only the latter can
  /// end the reduction.
  void add(double seconds, bool ofTurn);

 private:
  void judgeTurn(double seconds);

  double target_;
  std::uint32_t most_ = kMost, steps_ = 1;  ///< reduction of tracers, then of pixels
  double lastOfAll_ = 0;                    ///< time of the last full picture [s]; 0: none yet
  int slow_ = 0, fast_ = 0;                 ///< consecutive pictures of the turn
};

/// Chooses the quality that meets the drawing time wanted. It lowers the level after a few slow pictures, by several
/// levels if they were much too slow. It raises the level only if the next one promises to be fast enough, and ever
/// more rarely after a broken promise, so that the picture does not flicker between two levels.
class QualityControl {
 public:
  /// `target` is the drawing time wanted [s], `full` the highest quality.
  explicit QualityControl(double target, const RenderQuality& full = {});

  const RenderQuality& quality() const { return levels_[level_]; }
  /// Quality while the view turns, below all levels.
  static RenderQuality turning();
  /// True if the quality is below full.
  bool reduced() const { return level_ > 0; }
  /// Records the drawing time of a picture [s] at the quality() of its start; results may come some pictures late.
  void add(double seconds);

 private:
  static constexpr int kPatience = 45;  ///< pictures

  void lower(double seconds);
  void changeTo(std::size_t level);

  double target_;
  std::vector<RenderQuality> levels_;
  std::size_t level_ = 0;      ///< 0: full quality
  std::vector<double> times_;  ///< times of the last pictures at this level [s]
  int sinceChange_ = 0;        ///< pictures since the last change
  int patience_ = kPatience;   ///< pictures until a better quality is tried
  bool changed_ = false;       ///< true after the first change; first times then belong to the old level
  bool rising_ = false;        ///< true if the last change was to a better level
};

}  // namespace app
