#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "panel/plots/plot_scale.h"

namespace app {

/// Colours of curves and areas, distinct for people with any colour vision, after Okabe and Ito (2008), softened for a
/// dark ground; they repeat after nine.
ImU32 seriesColour(std::size_t index);

/// The colour mixed with white, for the theory of a curve drawn in `colour`.
ImU32 paler(ImU32 colour);

/// The colour, less opaque.
ImU32 faded(ImU32 colour, float opacity);

/// Title, axes and legend of a plot.
struct PlotAxes {
  std::string title;  ///< "Radius"
  std::string unit;   ///< of the y axis, "L"; empty for pure numbers
  PlotScale x, y;
  std::string xTitle;  ///< "Time [T]", below the marks; empty: neither marks nor title
  /// Names with their colours, right of the title, as far as there is room.
  struct Entry {
    std::string name;
    ImU32 colour = 0;
    bool dashed = false;
  };
  std::vector<Entry> legend;
};

/// A point of time under the pointer, shared by the plots of a window: each of them shows it.
class PlotCursor {
 public:
  /// Call it once a frame, before the plots.
  void beginFrame();
  void point(double x);
  bool shown() const;
  double x() const { return shown_; }

 private:
  static constexpr double kNowhere = -1e300;
  double shown_ = kNowhere, next_ = kNowhere;
};

/// The area of a plot on the screen, with functions that draw into it.
class PlotFrame {
 public:
  /// Draws axes, marks and legend into `size` pixels of the current ImGui window, and takes that room. Until this
  /// object is destroyed, drawing is clipped to the area between the axes.
  PlotFrame(const char* id, ImVec2 size, const PlotAxes& axes);
  ~PlotFrame();
  PlotFrame(const PlotFrame&) = delete;
  PlotFrame& operator=(const PlotFrame&) = delete;

  ImVec2 low() const { return low_; }
  ImVec2 high() const { return high_; }
  float width() const { return high_.x - low_.x; }
  /// Pixel position of a point; NaN if the point has no place on an axis.
  ImVec2 at(double x, double y) const;
  /// True if the pointer is between the axes; pointedX() is its x then.
  bool pointed() const { return pointed_; }
  double pointedX() const;

  /// A curve through the points. A single one becomes a dot.
  void curve(const std::vector<PlotPoint>& points, ImU32 colour, bool dashed) const;
  /// A dashed line across at the height y, with its name at its right end.
  void level(double y, const char* name, ImU32 colour) const;
  /// A line down at x, with its name at its upper end, in the given line of text from there.
  void upright(double x, ImU32 colour, const char* name = "", int row = 0) const;
  /// A note in the middle of the area.
  void note(const char* text) const;

 private:
  void drawTitle(const PlotAxes& axes, ImVec2 corner, float right, int exponent) const;
  void drawMarks(const PlotAxes& axes, const Ticks& ticks) const;

  ImDrawList& draw_;
  PlotScale x_, y_;
  ImVec2 low_, high_;  // corners of the area between the axes; y downwards
  bool pointed_ = false;
};

}  // namespace app
