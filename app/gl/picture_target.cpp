#include "gl/picture_target.h"

namespace app {

PictureTarget::PictureTarget(const Framebuffer& framebuffer, int width, int height) {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &former_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  glViewport(0, 0, width, height);
  for (const GLenum state :
       {GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB}) {
    glDisable(state);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

PictureTarget::~PictureTarget() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(former_));
}

}  // namespace app
