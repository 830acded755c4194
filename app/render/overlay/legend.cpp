#include "render/overlay/legend.h"

#include "gl/picture_target.h"

namespace app {

void Legend::draw(const LegendContent& content, const Framebuffer& picture, int width, int height) {
  if (width != pictureWidth_ || height != pictureHeight_ || content != content_) redraw(content, width, height);
  if (width_ == 0) return;
  const PictureTarget target(picture, width, height);
  const int left = content.atLeft ? 0 : width - width_;
  glViewport(left, 0, width_, height_);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  program_.use();
  glUniform2i(0, left, height_ - 1);
  texture_.bind(0);
  glBindSampler(0, 0);
  glBindVertexArray(vertexArray_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_BLEND);
  checkGl("glDrawArrays(legend)");
}

void Legend::redraw(const LegendContent& content, int width, int height) {
  if (!font_) {
    program_ = Program::graphics("legend.vert", "legend.frag");
    vertexArray_ = VertexArray::create();
    font_.emplace("DejaVuSans.ttf");
  }
  const LegendPicture picture = drawLegend(content, *font_, width, height);
  if (picture.width > 0) {
    if (picture.width != width_ || picture.height != height_) {
      texture_ = Texture(GL_RGBA8, picture.width, picture.height, GL_NEAREST);
    }
    glTextureSubImage2D(texture_.name(), 0, 0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE,
                        picture.rgba.data());
    checkGl("glTextureSubImage2D(legend)");
  }
  width_ = picture.width;
  height_ = picture.height;
  content_ = content;
  pictureWidth_ = width;
  pictureHeight_ = height;
  ++drawings_;
}

}  // namespace app
