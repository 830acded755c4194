#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace app {

/// A picture in 8-bit sRGB: rows from top to bottom, 3 bytes a pixel, no padding. A picture for further work in linear
/// light has `light` instead of `rgb` and `alpha`.
struct Image {
  static constexpr std::size_t kLightParts = 5;

  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;         ///< [height * width * 3]
  std::vector<std::uint8_t> alpha = {};  ///< [height * width], straight; empty: the picture hides all behind it
  /// [height * width * kLightParts]: red, green, blue in linear light, premultiplied by alpha; alpha; and the distance
  /// from the camera [L], infinite where the picture is empty. Not used in a picture of bytes.
  std::vector<float> light = {};

  std::size_t bytes() const { return rgb.size() + alpha.size() + light.size() * sizeof(float); }

  /// The three bytes of column x, row y (0, 0 is the upper left corner).
  const std::uint8_t* at(int x, int y) const {
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

/// Colours and alpha of a picture that has it, side by side: [height * width * 4].
inline std::vector<std::uint8_t> withAlpha(const Image& image) {
  std::vector<std::uint8_t> all(4 * image.alpha.size());
  for (std::size_t i = 0; i < image.alpha.size(); ++i) {
    std::copy_n(image.rgb.data() + 3 * i, 3, all.data() + 4 * i);
    all[4 * i + 3] = image.alpha[i];
  }
  return all;
}

}  // namespace app
