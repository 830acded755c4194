#include "render/picture/depth_picture.h"

#include <glm/gtc/type_ptr.hpp>

#include "particles/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in depth.comp

}  // namespace

void DepthPicture::draw(const RenderCanvas& canvas, double low, double high, const CameraRays& rays,
                        const VorticityPicture* vorticity) {
  if (width_ != canvas.width || height_ != canvas.height) {
    picture_ = Texture(GL_R32F, canvas.width, canvas.height, GL_NEAREST);
    width_ = canvas.width;
    height_ = canvas.height;
  }
  programs_.with(vorticity != nullptr ? Program::Defines{"VORTICITY"} : Program::Defines{}).use();
  glUniform2i(0, width_, height_);
  glUniform2f(1, static_cast<float>(low), static_cast<float>(high));
  if (vorticity != nullptr) {
    vorticity->bindView(rays, false);
    GLint location = 2;
    for (const glm::vec3* vector : {&rays.middle, &rays.right, &rays.up})
      glUniform3fv(location++, 1, glm::value_ptr(*vector));
    glUniform1f(location, rays.nearest);
  }
  canvas.density.bindStorage(0);
  picture_.bindImage(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width_), kGroup),
                    workGroups(static_cast<std::size_t>(height_), kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT);
  glUseProgram(0);
  checkGl("glDispatchCompute(depth)");
}

}  // namespace app
