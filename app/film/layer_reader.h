#pragma once

#include <GL/glew.h>

#include <cstddef>
#include <cstdint>

#include "files/image.h"
#include "gl/gl_objects.h"
#include "gl/mapped_ring.h"

namespace app {

/// Brings pictures with alpha, or of linear light, from OpenGL to the host, as PictureReader does those of bytes.
class LayerReader {
 public:
  /// Throws GlError.
  LayerReader(int width, int height, bool linear);

  /// Sends off `colours`, RGBA8 or, where it is linear, RGBA32F with `depth`, R32F: textures whose first row is the
  /// lowest, as they are now. Fewer than MappedRing::kMostPending are on their way. Throws GlError.
  void start(const Texture& colours, GLuint depth);
  std::size_t pending() const { return ring_.pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take();

 private:
  std::size_t pixels() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
  Image bytesOf(const std::uint8_t* arrived) const;
  Image lightOf(const std::uint8_t* arrived) const;

  int width_, height_;
  bool linear_;
  MappedRing ring_;  // colours, then depth
};

}  // namespace app
