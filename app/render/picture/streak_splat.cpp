#include "render/picture/streak_splat.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <vector>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 64;  // as in streaks.comp
constexpr std::size_t kParticleBytes = 4 * sizeof(float);
constexpr double kDepth = 1.2;  // optical depth of typical places, base 2
constexpr double kAlone = 1.2;  // lines over each other where a line has half of that

Program::Defines definesFor(const ColourScale& colours, bool smoke, bool vorticity) {
  Program::Defines defines = colours.defines();
  if (colours.tints == nullptr) defines.emplace_back("TINTS");
  defines.push_back("TIMES " + std::to_string(TracerTrails::kTimes));
  if (addsPairsAtOnce()) defines.emplace_back("PAIRS_AT_ONCE");
  if (smoke) defines.emplace_back("SMOKE");
  if (vorticity) defines.emplace_back("VORTICITY");
  return defines;
}

void setAges(const TracerTrails& trails) {
  std::vector<float> ages;
  for (const TracerTrails::Age& age : trails.ages()) {
    ages.push_back(static_cast<float>(age.age));
    ages.push_back(static_cast<float>(age.slot));
  }
  const auto count = static_cast<GLsizei>(ages.size() / 2);
  glUniform1i(6, count);
  glUniform1f(7, static_cast<float>(trails.length()));
  if (count > 0) glUniform2fv(8, count, ages.data());
}

/// Power of two, so that paths drawn are evenly spread over batches.
std::size_t skipOf(std::size_t paths, std::size_t most) {
  std::size_t skip = 1;
  while (paths > skip * most) skip *= 2;
  return skip;
}

}  // namespace

void StreakSplat::use(const Streaks& streaks, const ColourScale& colours, const Camera& camera,
                      const StreakStyle& style, const RenderCanvas& canvas) {
  Program::Defines defines = definesFor(colours, style.smoke != nullptr, style.vorticity != nullptr);
  if (canvas.shownSolids() != nullptr) {
    defines.emplace_back("SOLIDS");
    canvas.shownSolids()->bindDepths();
  }
  programs_.with(defines).use();
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(camera.viewProjection(canvas.aspect())));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(3, static_cast<float>(kUnit));
  glUniform1f(5, static_cast<float>(std::max(1.0, style.width)));
  setAges(streaks.trails);
  if (style.smoke != nullptr) {
    style.smoke->bindFrame();
    style.smoke->bindEye(0);
  }
  if (style.vorticity != nullptr) style.vorticity->bindView(cameraRays(camera, canvas.aspect()));
  colours.setUniforms();
  style.palette.tints().bind(14);  // as in colour_index.glsl
  canvas.streaks.bindStorage(1);
  canvas.moreStreaks.bindStorage(3);
  canvas.lit.bind();
}

void StreakSplat::draw(const Streaks& streaks, ColourScale colours, const Camera& camera, const StreakStyle& style,
                       const RenderCanvas& canvas) {
  const TracerTrails& trails = streaks.trails;
  if (colours.tags != nullptr) colours.tags = streaks.tags.count() >= streaks.tracers.count() ? &streaks.tags : nullptr;
  use(streaks, colours, camera, style, canvas);
  const std::size_t skip = skipOf(trails.paths(), style.most);
  glUniform2ui(4, static_cast<GLuint>(trails.stride()), static_cast<GLuint>(skip));
  for (std::size_t first = 0; first < trails.paths(); first += TracerTrails::kBatch) {
    const std::size_t count = std::min(TracerTrails::kBatch, trails.paths() - first);
    const std::size_t tracer = first * trails.stride();
    const std::size_t tracers = std::min(count * trails.stride(), streaks.tracers.count() - tracer);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, streaks.tracers.buffer(),
                      static_cast<GLintptr>(tracer * kParticleBytes),
                      static_cast<GLsizeiptr>(tracers * kParticleBytes));
    trails.bind(2, first, count);
    colours.bindTags(tracer, tracers);
    glUniform1ui(2, static_cast<GLuint>(count));
    glDispatchCompute(workGroups((count + skip - 1) / skip, kGroup), 1, 1);
  }
  checkGl("glDispatchCompute(streaks)");
}

void StreakSplat::expose(const RenderCanvas& canvas, int shots) {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  exposure_.measure(canvas.pixels(), kDepth, kAlone, [&] {
    glUniform1f(1, static_cast<float>(1 / (kUnit * shots)));
    canvas.streaks.bindStorage(0);
  });
}

}  // namespace app
