#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace app {

/// A picture in 8-bit sRGB: rows from top to bottom, 3 bytes a pixel, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< [height * width * 3]

  /// The three bytes of column x, row y (0, 0 is the upper left corner).
  const std::uint8_t* at(int x, int y) const {
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

}  // namespace app
