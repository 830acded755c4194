#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Coverage of each pixel, 0 to 255; rows from top to bottom. Overlapping marks do not add up.
struct Coverage {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> values;  ///< [height][width]

  Coverage() = default;
  Coverage(int w, int h) : width(w), height(h), values(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  std::uint8_t at(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  /// Raises the coverage of the pixel to at least `value`; pixels outside are ignored.
  void cover(int x, int y, std::uint8_t value);
};

/// A TrueType font that draws anti-aliased UTF-8 text on the processor, with the same pixels on every machine.
class Font {
 public:
  /// Loads a file of dataDirectory()/assets/font. Throws FileError (missing, not a font).
  explicit Font(const std::string& file);
  ~Font();
  Font(Font&&) noexcept;
  Font& operator=(Font&&) noexcept;

  /// Advance of the text, kerned [pixels]. `size` is the font's em [pixels].
  double width(std::string_view text, double size) const;
  /// Draws from `x` on along the baseline `y` [pixels from the upper left]. `x` may lie between pixels.
  void draw(std::string_view text, double x, int y, double size, Coverage& target) const;
  /// Height of the digits above the baseline [pixels].
  double digitHeight(double size) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
