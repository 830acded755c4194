#include "render/picture/vorticity_surface.h"

#include <glm/gtc/type_ptr.hpp>

#include "render/picture/smoke_picture.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr int kGroup = LitTiles::kGroup;  // as in the shaders

int tilesAlong(int pixels) {
  return (pixels + kGroup - 1) / kGroup;
}

void dispatchOver(PictureSize size, const char* name) {
  glDispatchCompute(workGroups(static_cast<std::size_t>(size.width), kGroup),
                    workGroups(static_cast<std::size_t>(size.height), kGroup), 1);
  checkGl(name);
}

}  // namespace

void VorticitySurface::resize(PictureSize picture, PictureSize rays) {
  if (picture == picture_ && rays == rays_) return;
  light_ = Texture(GL_RGBA16F, rays.width, rays.height, GL_LINEAR);
  rayHits_ = Texture(GL_RGBA32F, rays.width, rays.height, GL_NEAREST);
  hits_ = Texture(GL_RGBA32F, picture.width, picture.height, GL_NEAREST);
  tiles_.emplace(tilesAlong(picture.width), tilesAlong(picture.height), kGroup);
  picture_ = picture;
  rays_ = rays;
}

void VorticitySurface::bindImages() const {
  light_.bindImage(1);
  rayHits_.bindImage(2);
}

void VorticitySurface::draw(const CameraRays& rays, const ViewSettings& view, const Texture& image, bool dye,
                            std::uint32_t rings, bool tints) {
  tiles_->clear(zero_);
  if (!marks_) marks_ = Program::compute("vorticity_tiles.comp");
  marks_.use();
  glUniform2i(0, picture_.width, picture_.height);
  rayHits_.bind(1);
  tiles_->bind();
  dispatchOver(rays_, "glDispatchCompute(vorticity_tiles)");

  light_.bind(0);
  image.bindImage(1);
  hits_.bindImage(2);
  programs_.with({"SPREAD"}).use();
  glUniform2i(0, picture_.width, picture_.height);
  dispatchOver(picture_, "glDispatchCompute(vorticity_surface, SPREAD)");
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);

  Program::Defines defines;
  if (rings > 0) defines.emplace_back("RING_SURFACE");
  if (rings == 1) defines.emplace_back("ONE_RING");
  if (tints) defines.emplace_back("RING_TINTS");
  if (dye) defines.emplace_back("DYE");
  programs_.with(defines).use();
  glUniform2i(0, picture_.width, picture_.height);
  const GLint vectors[] = {1, 2, 3, 4};
  const glm::vec3* const values[] = {&rays.eye, &rays.middle, &rays.right, &rays.up};
  for (int i = 0; i < 4; ++i) glUniform3fv(vectors[i], 1, glm::value_ptr(*values[i]));
  setSmokeLight(view);
  tiles_->dispatch();
  checkGl("glDispatchComputeIndirect(vorticity_surface)");
}

}  // namespace app
