#include "render/picture/tracer_splat.h"

#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <utility>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 256;  // as in splat.comp

void dispatch(const ParticleStream& particles, const ColourScale* colours) {
  forEachBatch(particles, [&](std::size_t first, std::size_t count) {
    glUniform1ui(2, static_cast<GLuint>(count));
    if (colours != nullptr) colours->bindTags(first, count);
    glDispatchCompute(workGroups(count, kGroup), 1, 1);
  });
  checkGl("glDispatchCompute(splat)");
}

}  // namespace

void TracerSplat::use(Program::Defines defines, const SplatKernel& kernel, const Camera& camera,
                      const RenderCanvas& canvas, std::size_t particles) {
  if (canvas.shownSolids() != nullptr) defines.emplace_back("SOLIDS");
  if (addsPairsAtOnce()) defines.emplace_back("PAIRS_AT_ONCE");
  defines.push_back(kernel.bilinear ? "BILINEAR" : "KERNEL_REACH " + std::to_string(kernel.reach));
  programs_.with(defines).use();
  const auto matrix = camera.viewProjection(canvas.aspect());
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(matrix));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(3, static_cast<float>(splatUnit(particles)));
  glUniform1f(4, static_cast<float>(camera.distance()));
  glUniform1f(5, kernel.radius);
  if (canvas.shownSolids() != nullptr) canvas.shownSolids()->bindDepths();
}

void TracerSplat::tracers(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera,
                          const SplatKernel& kernel, const RenderCanvas& canvas, std::size_t total,
                          const VorticityPicture* vorticity) {
  Program::Defines defines = colours.defines();
  if (vorticity != nullptr) defines.emplace_back("VORTICITY");
  use(std::move(defines), kernel, camera, canvas, total);
  if (vorticity != nullptr) vorticity->bindView(cameraRays(camera, canvas.aspect()));
  canvas.density.bindStorage(1);
  canvas.coarse.bindStorage(2);
  if (colours.tints != nullptr) {
    canvas.more.bindStorage(3);
    canvas.coarseMore.bindStorage(4);
  }
  glUniform1i(6, canvas.block);
  glUniform1i(7, canvas.coarseWidth);
  colours.setUniforms();
  dispatch(tracers, &colours);
}

void TracerSplat::smoke(const ParticleStream& tracers, const ColourScale& colours, const Camera& camera,
                        const SplatKernel& kernel, const RenderCanvas& canvas, const DensityVolume& volume,
                        std::size_t total, const VorticityPicture* vorticity) {
  Program::Defines defines = colours.defines();
  defines.emplace_back("SMOKE");
  if (vorticity != nullptr) defines.emplace_back("VORTICITY");
  use(std::move(defines), kernel, camera, canvas, total);
  if (vorticity != nullptr) vorticity->bindView(cameraRays(camera, canvas.aspect()));
  volume.bindFrame();
  volume.bindEye(0);
  canvas.density.bindStorage(1);
  if (colours.tints != nullptr) canvas.more.bindStorage(3);
  canvas.lit.bind();
  colours.setUniforms();
  dispatch(tracers, &colours);
}

void TracerSplat::elements(const ParticleStream& elements, const Camera& camera, const SplatKernel& kernel,
                           const RenderCanvas& canvas, std::size_t total) {
  use({"ELEMENTS"}, kernel, camera, canvas, total);
  canvas.elementDensity.bindStorage(1);
  dispatch(elements, nullptr);
}

}  // namespace app
