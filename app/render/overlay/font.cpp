#include "render/overlay/font.h"

#include <stb/stb_truetype.h>

#include <algorithm>
#include <cmath>

#include "files/data_paths.h"
#include "files/file_error.h"

namespace app {
namespace {

/// Takes the next code point of UTF-8; an invalid byte counts as itself.
int takeCodePoint(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (length == 1 || text.size() < length) {
    text.remove_prefix(1);
    return first;
  }
  int code = first & (0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  text.remove_prefix(length);
  return code;
}

}  // namespace

void Coverage::cover(int x, int y, std::uint8_t value) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  std::uint8_t& there =
      values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  there = std::max(there, value);
}

struct Font::Impl {
  std::string file;
  stbtt_fontinfo info{};

  float scale(double size) const { return stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size)); }

  /// Calls place(glyph, x) for every glyph of the text, x from 0 on [font units]; returns the total advance.
  template <class Place>
  int layOut(std::string_view text, Place place) const {
    int x = 0, before = 0;
    while (!text.empty()) {
      const int glyph = stbtt_FindGlyphIndex(&info, takeCodePoint(text));
      if (before != 0) x += stbtt_GetGlyphKernAdvance(&info, before, glyph);
      place(glyph, x);
      int advance = 0, bearing = 0;
      stbtt_GetGlyphHMetrics(&info, glyph, &advance, &bearing);
      x += advance;
      before = glyph;
    }
    return x;
  }
};

Font::Font(const std::string& file) : impl_(std::make_unique<Impl>()) {
  const std::string path = (dataDirectory() / "assets" / "font" / file).string();
  impl_->file = readTextFile(path);
  const auto* bytes = reinterpret_cast<const unsigned char*>(impl_->file.data());
  const int offset = impl_->file.size() > 12 ? stbtt_GetFontOffsetForIndex(bytes, 0) : -1;
  if (offset < 0 || stbtt_InitFont(&impl_->info, bytes, offset) == 0) throw FileError(path, "is not a TrueType font");
}

Font::~Font() = default;
Font::Font(Font&&) noexcept = default;
Font& Font::operator=(Font&&) noexcept = default;

double Font::width(std::string_view text, double size) const {
  return impl_->layOut(text, [](int, int) {}) * static_cast<double>(impl_->scale(size));
}

double Font::digitHeight(double size) const {
  int left = 0, low = 0, right = 0, high = 0;
  stbtt_GetCodepointBox(&impl_->info, '0', &left, &low, &right, &high);
  return high * static_cast<double>(impl_->scale(size));
}

void Font::draw(std::string_view text, double x, int y, double size, Coverage& target) const {
  const float scale = impl_->scale(size);
  std::vector<std::uint8_t> bitmap;
  impl_->layOut(text, [&](int glyph, int at) {
    const double exact = x + at * static_cast<double>(scale);
    const int column = static_cast<int>(std::floor(exact));
    const auto part = static_cast<float>(exact - column);
    int left = 0, top = 0, right = 0, bottom = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&impl_->info, glyph, scale, scale, part, 0, &left, &top, &right, &bottom);
    const int width = right - left, height = bottom - top;
    if (width <= 0 || height <= 0) return;
    bitmap.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    stbtt_MakeGlyphBitmapSubpixel(&impl_->info, bitmap.data(), width, height, width, scale, scale, part, 0, glyph);
    for (int row = 0; row < height; ++row) {
      for (int i = 0; i < width; ++i) {
        const std::size_t from = static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
        target.cover(column + left + i, y + top + row, bitmap[from + static_cast<std::size_t>(i)]);
      }
    }
  });
}

}  // namespace app
