#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "gl/gl_objects.h"
#include "render/picture/lit_tiles.h"
#include "render/picture/solids.h"

namespace app {

constexpr int kCoarseRows = 180;  ///< approximate height of the glow
constexpr int kTileSide = 8;      ///< side of a tile, in coarse pixels

inline int dividedUp(int a, int b) {
  return (a + b - 1) / b;
}

/// Buffers and textures of SceneRenderer that depend on the size of the picture.
struct RenderCanvas {
  static constexpr int kDensityBytes = 2 * sizeof(std::uint32_t);  ///< per pixel

  /// Throws std::invalid_argument for a size that no picture can have, here or anywhere.
  static void requireSize(int w, int h) {
    constexpr int kLargestSide = 16384;
    const std::string size = "picture size " + std::to_string(w) + "x" + std::to_string(h);
    if (w < 1 || h < 1 || w > kLargestSide || h > kLargestSide) {
      throw std::invalid_argument(size + ": each side is from 1 to " + std::to_string(kLargestSide) + " pixels");
    }
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    const GLint64 pixels = limit / kDensityBytes;
    if (static_cast<GLint64>(w) * h > pixels) {
      throw std::invalid_argument(size + ": this driver takes at most " + std::to_string(pixels / 1000000) +
                                  " million pixels");
    }
  }

  /// `format` of the picture: GL_RGBA8, or GL_RGBA16F for further processing.
  RenderCanvas(int w, int h, GLenum format)
      : width(w),
        height(h),
        block(std::max(1, static_cast<int>(std::lround(static_cast<double>(h) / kCoarseRows)))),
        coarseWidth(dividedUp(w, block)),
        coarseHeight(dividedUp(h, block)),
        density(pixels() * kDensityBytes),
        coarse(coarsePixels() * 2 * sizeof(std::uint32_t)),
        lit(dividedUp(coarseWidth, kTileSide), dividedUp(coarseHeight, kTileSide), kTileSide * block),
        blurred(GL_RG32F, coarseWidth, coarseHeight, GL_NEAREST),
        glow(GL_RG32F, coarseWidth, coarseHeight, GL_LINEAR),
        picture(format, w, h, GL_LINEAR),
        framebuffer(picture) {}

  double aspect() const { return static_cast<double>(width) / height; }
  std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  std::size_t coarsePixels() const {
    return static_cast<std::size_t>(coarseWidth) * static_cast<std::size_t>(coarseHeight);
  }

  /// Switches sums between tints (tracer_sums.glsl) and palette positions.
  void tint(bool wanted) {
    if (wanted != tinted) {
      const GLenum sums = wanted ? GL_RGBA32F : GL_RG32F;
      blurred = Texture(sums, coarseWidth, coarseHeight, GL_NEAREST);
      glow = Texture(sums, coarseWidth, coarseHeight, GL_LINEAR);
    }
    tinted = wanted;
    if (!wanted || more.name() != 0) return;
    more = Buffer(density.bytes());
    coarseMore = Buffer(coarse.bytes());
  }

  int width, height;
  int block;  ///< side of a coarse pixel, in pixels
  int coarseWidth, coarseHeight;
  bool tinted = false;    ///< of the last picture
  Buffer density;         ///< [height][width][2] uint: weight, weight * colour index or red of the tint
  Buffer more;            ///< [height][width][2] uint: weight * green, weight * blue; made at first use
  Buffer elementDensity;  ///< [height][width] uint; made at first use
  Buffer streaks;         ///< [height][width][2] uint: weight of lines, weight * red; made at first use, like the next
  Buffer moreStreaks;     ///< [height][width][2] uint: weight * green, weight * blue
  Buffer coarse;          ///< [coarseHeight][coarseWidth][2] uint: density summed over blocks
  Buffer coarseMore;      ///< the same of `more`
  LitTiles lit;           ///< tiles that differ from the ground
  Texture blurred;        ///< means of blocks, blurred along the rows
  Texture glow;           ///< and then along the columns
  Texture picture;
  Framebuffer framebuffer;
  std::optional<Solids> solids;  ///< made at first use
  bool hasSolids = false;        ///< the picture has bodies in space

  /// Null if there are none.
  const Solids* shownSolids() const { return hasSolids ? &*solids : nullptr; }
};

}  // namespace app
