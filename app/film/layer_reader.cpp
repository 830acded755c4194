#include "film/layer_reader.h"

#include <algorithm>
#include <cstring>

namespace app {
namespace {

/// An offset into the buffer that is bound, which OpenGL takes as a pointer.
void* offsetOf(std::size_t bytes) {
  static_assert(sizeof(void*) == sizeof(std::size_t));
  void* offset = nullptr;
  std::memcpy(&offset, &bytes, sizeof offset);
  return offset;
}

constexpr std::size_t kColours = 4;  // with alpha

/// Calls `copy(from, to)` for each pixel: its number in rows from below, and from above.
template <class Copy>
void forEachPixel(int width, int height, const Copy& copy) {
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t x = 0; x < columns; ++x) copy((rows - 1 - row) * columns + x, row * columns + x);
}

}  // namespace

LayerReader::LayerReader(int width, int height, bool linear)
    : width_(width),
      height_(height),
      linear_(linear),
      ring_(pixels() * (linear ? (kColours + 1) * sizeof(float) : kColours)) {}

void LayerReader::start(const Texture& colours, GLuint depth) {
  const std::size_t colourBytes = pixels() * kColours * (linear_ ? sizeof(float) : 1);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, ring_.next());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glGetTextureImage(colours.name(), 0, GL_RGBA, linear_ ? GL_FLOAT : GL_UNSIGNED_BYTE,
                    static_cast<GLsizei>(colourBytes), nullptr);
  if (linear_)
    glGetTextureImage(depth, 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(pixels() * sizeof(float)),
                      offsetOf(colourBytes));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  checkGl("glGetTextureImage");
  ring_.sent();
}

Image LayerReader::take() {
  const std::uint8_t* arrived = ring_.take();
  return linear_ ? lightOf(arrived) : bytesOf(arrived);
}

Image LayerReader::bytesOf(const std::uint8_t* arrived) const {
  Image image{width_, height_, std::vector<std::uint8_t>(3 * pixels()), std::vector<std::uint8_t>(pixels())};
  forEachPixel(width_, height_, [&](std::size_t from, std::size_t to) {
    std::copy_n(arrived + kColours * from, 3, image.rgb.data() + 3 * to);
    image.alpha[to] = arrived[kColours * from + 3];
  });
  return image;
}

Image LayerReader::lightOf(const std::uint8_t* arrived) const {
  Image image{width_, height_, {}};
  image.light.resize(Image::kLightParts * pixels());
  const auto* colours = reinterpret_cast<const float*>(arrived);
  const float* depths = colours + kColours * pixels();
  forEachPixel(width_, height_, [&](std::size_t from, std::size_t to) {
    float* light = image.light.data() + Image::kLightParts * to;
    std::copy_n(colours + kColours * from, kColours, light);
    light[kColours] = depths[from];
  });
  return image;
}

}  // namespace app
