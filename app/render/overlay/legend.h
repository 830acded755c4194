#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera.h"
#include "gl/gl_objects.h"
#include "render/overlay/font.h"
#include "render/picture/colour_scale.h"
#include "scene/view_settings.h"

namespace app {

/// Contents of a legend: a bar over the colour map with marks at round values, or a field for each ring; a line of text
/// if there are no colours.
struct LegendContent {
  std::string title;                ///< "speed"
  std::string unit;                 ///< "L/T"; empty: none
  double low = 0, high = 1;         ///< at the ends of the bar, in `unit`
  std::vector<std::string> fields;  ///< names of the fields; empty: a bar
  std::vector<Colour> colours;      ///< sRGB, of the fields or along the bar
  bool darkText = false;            ///< for a light background
  bool atLeft = false;              ///< in the lower left corner, else in the lower right one
  double scaleBar = 0;  ///< length of a scale bar, of the picture's width, below its middle; 0: no scale bar
  double room = 1;      ///< largest part of the picture's width that it may take

  friend bool operator==(const LegendContent& a, const LegendContent& b);
  friend bool operator!=(const LegendContent& a, const LegendContent& b) { return !(a == b); }
};

/// The legend of a picture coloured by `scale`. `palette`: the 256 colours in linear light, as paletteOf() returns them
/// for this kind of background.
LegendContent legendContent(const ColourScale& scale, const std::vector<Colour>& palette, bool ink, bool darkText);

/// A bar of a round length at the distance of the camera's target, for a picture of this aspect ratio.
LegendContent scaleBarContent(const Camera& camera, double aspect, bool darkText);

/// sRGB with premultiplied alpha, 4 bytes a pixel, rows from top to bottom. It goes into the lower right corner of the
/// picture, or the lower left one.
struct LegendPicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Draws the legend for a picture of this size; font size and margins follow its height. Empty if the picture is too
/// small.
LegendPicture drawLegend(const LegendContent& content, const Font& font, int pictureWidth, int pictureHeight);

/// Lays a legend over a finished picture. The legend is redrawn on the processor only when its contents or the
/// picture's size change. Needs the OpenGL context of its first draw() for the rest of its life.
class Legend {
 public:
  /// Lays the legend over the lower right corner of a picture of this size, or the lower left one with content.atLeft.
  /// Restores framebuffer and program. Throws GlError, FileError (shaders, font).
  void draw(const LegendContent& content, const Framebuffer& picture, int width, int height);

  /// Height in the last picture that had it [pixels]; 0: none yet.
  int height() const { return height_; }
  /// Number of redraws.
  int drawings() const { return drawings_; }

 private:
  void redraw(const LegendContent& content, int width, int height);

  std::optional<Font> font_;
  Program program_;
  VertexArray vertexArray_;
  Texture texture_;
  LegendContent content_;
  int pictureWidth_ = 0, pictureHeight_ = 0;  ///< size of the picture at the last redraw
  int width_ = 0, height_ = 0;                ///< size of the legend
  int drawings_ = 0;
};

}  // namespace app
