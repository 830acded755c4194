#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gl/gl_objects.h"
#include "render/overlay/font.h"
#include "render/picture/colour_scale.h"
#include "scene/view_settings.h"

namespace app {

/// What a legend says: a bar that runs over the map with marks at round values, or a field for each ring.
struct LegendContent {
  std::string title;                ///< "speed"
  std::string unit;                 ///< "L/T"; empty: none
  double low = 0, high = 1;         ///< at the ends of the bar, in that unit
  std::vector<std::string> fields;  ///< names of the fields; empty: a bar
  std::vector<Colour> colours;      ///< sRGB: of the fields, or along the bar
  bool darkText = false;            ///< for a light ground
  bool atLeft = false;              ///< in the lower left corner, else in the lower right one
  double room = 1;                  ///< part of the picture's width that it may take up

  friend bool operator==(const LegendContent& a, const LegendContent& b);
  friend bool operator!=(const LegendContent& a, const LegendContent& b) { return !(a == b); }
};

/// The legend of a picture whose colours say `scale`. `palette`: the 256 colours in linear light, as paletteOf() gives
/// them for this kind of ground.
LegendContent legendContent(const ColourScale& scale, const std::vector<Colour>& palette, bool ink, bool darkText);

/// sRGB with the alpha multiplied in, 4 bytes a pixel, rows from top to bottom. Its lower right corner, or lower left
/// one, is the picture's.
struct LegendPicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Draws the legend for a picture of this size; type and margins follow its height. Empty where the picture is too
/// small to hold one.
LegendPicture drawLegend(const LegendContent& content, const Font& font, int pictureWidth, int pictureHeight);

/// The legend over a finished picture. It is drawn on the processor when what it says or the picture's size changes,
/// else only laid over the picture. Needs the OpenGL context of its first draw() from then on.
class Legend {
 public:
  /// Lays the legend over a lower corner of a picture of this size, the right one unless the content says so. Leaves
  /// framebuffer and program bound as they were. Throws GlError, FileError (shaders, font).
  void draw(const LegendContent& content, const Framebuffer& picture, int width, int height);

  /// How often it was drawn anew.
  int drawings() const { return drawings_; }

 private:
  void redraw(const LegendContent& content, int width, int height);

  std::optional<Font> font_;
  Program program_;
  VertexArray vertexArray_;
  Texture texture_;
  LegendContent content_;
  int pictureWidth_ = 0, pictureHeight_ = 0;  ///< that it was drawn for
  int width_ = 0, height_ = 0;                ///< its own
  int drawings_ = 0;
};

}  // namespace app
