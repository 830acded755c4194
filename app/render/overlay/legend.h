#pragma once

#include <optional>
#include <vector>

#include "gl/gl_objects.h"
#include "render/overlay/font.h"
#include "render/overlay/legend_picture.h"

namespace app {

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
