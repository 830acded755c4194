#include "render/picture/render_quality.h"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "gl/headless_context.h"
#include "render/picture/shot_mean.h"
#include "render/picture/volume_frame.h"

namespace app {
namespace {

constexpr std::size_t kMemoryShare = 16;                    // a volume takes at most one part in this many
constexpr std::size_t kFinestCells = std::size_t{1} << 27;  // 512 x 512 x 512
constexpr double kFineCellsPerTracer = 5.4;                 // high, as sheets of tracers fill few cells

/// Memory of the drawing GPU [bytes]; 0: unknown.
std::size_t gpuMemory() {
  if (drawsOnCpu() || !GLEW_NVX_gpu_memory_info) return 0;
  GLint kibibytes = 0;
  glGetIntegerv(GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX, &kibibytes);
  return kibibytes > 0 ? static_cast<std::size_t>(kibibytes) * 1024 : 0;
}

}  // namespace

RenderQuality qualityFor(std::size_t gpuMemory) {
  RenderQuality quality;
  for (std::size_t cells = 2 * quality.cells; cells <= kFinestCells; cells *= 2) {
    if (volumeBytes(cells) > gpuMemory / kMemoryShare) break;
    quality.cells = cells;
  }
  if (quality.cells == RenderQuality{}.cells) return quality;
  quality.cellsPerTracer = kFineCellsPerTracer;
  quality.cubic = true;
  return quality;
}

RenderQuality fullQuality() {
  return qualityFor(gpuMemory());
}

RenderQuality finished(const RenderQuality& full, Finish finish) {
  RenderQuality quality = full;
  if (finish == Finish::draft) {
    quality.resolution = 0.6;
    quality.stepsPerCell = 0.55;
    quality.cells = std::min(full.cells, std::size_t{1} << 18);
    quality.streaks = std::size_t{1} << 13;
    quality.cubic = false;
    quality.plainDetail = true;
  } else if (finish == Finish::best) {
    quality.stepsPerCell = 1;
    quality.streaks = std::size_t{1} << 20;
    quality.cubic = true;
  }
  return quality;
}

RenderQuality agreedQuality(RenderQuality quality, PictureSum& ranks) {
  std::array<std::uint32_t, 32> tooMany = {};  // number of ranks for which 2^k cells are too many
  for (std::size_t k = 0; k < tooMany.size(); ++k) tooMany[k] = std::size_t{1} << k > quality.cells ? 1 : 0;
  Buffer marks(sizeof tooMany, tooMany.data());
  ranks.sum({marks});
  marks.read(tooMany.data(), sizeof tooMany);
  std::size_t cells = 1;
  for (std::size_t k = 1; k < tooMany.size() && tooMany[k] == 0; ++k) cells = std::size_t{1} << k;
  if (cells <= RenderQuality{}.cells) quality = {};
  quality.cells = cells;
  return quality;
}

}  // namespace app
