#include "render/overlay/legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "colour/scale_ticks.h"
#include "gl/picture_reader.h"
#include "scene/colour_quantity.h"
#include "scene/round_step.h"

namespace app {

void Legend::draw(const LegendContent& content, const Framebuffer& picture, int width, int height) {
  if (width != pictureWidth_ || height != pictureHeight_ || content != content_) redraw(content, width, height);
  if (width_ == 0) return;
  const PictureTarget target(picture, width, height);
  const int left = content.scaleBar > 0 ? (width - width_) / 2 : content.atLeft ? 0 : width - width_;
  glViewport(left, 0, width_, height_);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  program_.use();
  glUniform2i(0, left, height_ - 1);
  texture_.bind(0);
  glBindSampler(0, 0);
  glBindVertexArray(vertexArray_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_BLEND);
  checkGl("glDrawArrays(legend)");
}

void Legend::redraw(const LegendContent& content, int width, int height) {
  if (!font_) {
    program_ = Program::graphics("legend.vert", "legend.frag");
    vertexArray_ = VertexArray::create();
    font_.emplace("DejaVuSans.ttf");
  }
  const LegendPicture picture = drawLegend(content, *font_, width, height);
  if (picture.width > 0) {
    if (picture.width != width_ || picture.height != height_) {
      texture_ = Texture(GL_RGBA8, picture.width, picture.height, GL_NEAREST);
    }
    glTextureSubImage2D(texture_.name(), 0, 0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE,
                        picture.rgba.data());
    checkGl("glTextureSubImage2D(legend)");
  }
  width_ = picture.width;
  height_ = picture.height;
  content_ = content;
  pictureWidth_ = width;
  pictureHeight_ = height;
  ++drawings_;
}

namespace {

/// Appearance of a map colour (sRGB) where the tracer density is about that of a mid tone.
Colour shown(const Colour& linear, bool ink) {
  constexpr float kLight = 1.6F, kInk = 1.1F;
  Colour result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = toSrgb(ink ? std::pow(linear[i], kInk) : 1 - std::exp(-kLight * linear[i]));
  }
  return result;
}

/// Names the fields. Two dyes stand for odd and even rings; in other maps each colour is that of one ring.
void nameRings(const ColourScale& scale, LegendContent& content) {
  const bool dyes = scale.places < scale.rings && scale.places == 2;
  const std::uint32_t fields = std::min(scale.rings, kRingColours);
  if (dyes) {
    content.fields = {"odd", "even"};
  } else {
    for (std::uint32_t ring = 0; ring < fields; ++ring) content.fields.push_back(std::to_string(ring + 1));
    if (scale.rings > fields) content.title += ", colours repeat after " + std::to_string(fields);
  }
}

}  // namespace

bool operator==(const LegendContent& a, const LegendContent& b) {
  const auto all = [](const LegendContent& c) {
    return std::tie(c.title, c.unit, c.low, c.high, c.fields, c.colours, c.darkText, c.atLeft, c.scaleBar, c.room);
  };
  return all(a) == all(b);
}

LegendContent legendContent(const ColourScale& scale, const std::vector<Colour>& palette, bool ink, bool darkText) {
  LegendContent content;
  content.title = std::string(toString(scale.by));
  content.low = scale.low;
  content.high = scale.high;
  content.darkText = darkText;
  const ColourQuantity quantity = describe(scale.by);
  content.unit = quantity.unit;
  if (quantity.source == ColourSource::ring) nameRings(scale, content);
  if (content.fields.empty()) {
    for (const Colour& colour : palette) content.colours.push_back(shown(colour, ink));
  }
  for (std::uint32_t ring = 0; ring < content.fields.size(); ++ring) {
    const double part = static_cast<double>(ring) / std::max(1U, scale.places - 1);
    const double place = part * static_cast<double>(palette.size() - 1);
    content.colours.push_back(shown(palette[static_cast<std::size_t>(std::lround(place))], ink));
  }
  return content;
}

LegendContent scaleBarContent(const Camera& camera, double aspect, bool darkText) {
  constexpr double kPi = 3.14159265358979323846, kShare = 0.2;  // of the picture's width, before it is rounded
  const double across = 2 * camera.distance() * std::tan(camera.pose().fieldOfView * kPi / 360) * aspect;
  const double length = roundStep(kShare * across);
  LegendContent content;
  content.title = fmt::format("{:g} L", length);
  content.darkText = darkText;
  content.scaleBar = length / across;
  content.colours = {darkText ? Colour{0.09F, 0.10F, 0.13F} : Colour{0.94F, 0.95F, 0.97F}};
  return content;
}

namespace {

// Lengths in units of the font size, unless stated otherwise.
constexpr double kSizePerRow = 0.0205;                    // font size, per row of the picture
constexpr double kSmallestSize = 9;                       // font size, pixels
constexpr double kMargin = 2.0;                           // to the edges of the picture
constexpr double kLongestBar = 15, kShortestBar = 5;      // of the bar
constexpr double kField = 3.2;                            // longest field
constexpr double kThickness = 0.62, kBarThickness = 0.2;  // of the bar, of a scale bar
constexpr double kTick = 0.26, kLabelGap = 0.30, kTitleGap = 0.52, kUnitGap = 0.42;
constexpr double kBetween = 0.9;  // between labels
constexpr double kHalo = 0.75;    // reach of the halo that sets the text off from its background
constexpr int kMostTicks = 7;

constexpr Colour kLightText = {0.94F, 0.95F, 0.97F}, kDarkText = {0.09F, 0.10F, 0.13F};
constexpr Colour kDarkHalo = {0.015F, 0.018F, 0.03F}, kLightHalo = {0.97F, 0.965F, 0.95F};
constexpr float kHaloAlpha = 0.62F, kFaint = 0.72F;

int rounded(double v) {
  return static_cast<int>(std::lround(v));
}

/// Box blur along one direction (step 1: rows, width: columns), over the neighbours up to `reach` away.
void blur(std::vector<float>& values, int lines, int length, std::ptrdiff_t lineStep, std::ptrdiff_t step, int reach) {
  std::vector<float> line(static_cast<std::size_t>(length));
  for (int l = 0; l < lines; ++l) {
    float* first = values.data() + l * lineStep;
    for (int i = 0; i < length; ++i) line[static_cast<std::size_t>(i)] = first[i * step];
    float sum = 0;
    for (int i = -reach; i < length + reach; ++i) {
      if (i < length && i >= 0) sum += line[static_cast<std::size_t>(i)];
      const int out = i - 2 * reach - 1;
      if (out >= 0 && out < length) sum -= line[static_cast<std::size_t>(out)];
      const int at = i - reach;
      if (at >= 0 && at < length) first[at * step] = sum / static_cast<float>(2 * reach + 1);
    }
  }
}

/// Draws one legend: first the layout, then the coverage.
class LegendDrawing {
 public:
  LegendDrawing(const LegendContent& content, const Font& font, double size, double barLength)
      : content_(content), font_(font), size_(size), line_(std::max(1, rounded(size / 14))) {
    const int fields = static_cast<int>(content.fields.size());
    fieldWidth_ = fields > 0 ? rounded(std::min(barLength / fields, kField * size)) : rounded(barLength);
    length_ = fieldWidth_ * std::max(fields, 1);
    if (content.fields.empty() && !isScaleBar() && !isText()) chooseTicks();
    title_ = content.title;
    const std::string power = ticks_.exponent != 0 ? powerOfTen(ticks_.exponent) + " " : "";
    if (!content.unit.empty()) unit_ = "[" + power + content.unit + "]";
    layOut();
  }

  LegendPicture draw() {
    drawText();
    drawBar();
    return compose();
  }

 private:
  bool isScaleBar() const { return content_.scaleBar > 0; }
  bool isText() const { return content_.colours.empty(); }
  double width(const std::string& text) const { return font_.width(text, size_); }
  double titleWidth() const { return width(title_) + (unit_.empty() ? 0 : kUnitGap * size_ + width(unit_)); }
  /// Distance of a value from the left end of the bar.
  double place(double value) const {
    const double range = content_.high - content_.low;
    return range > 0 ? length_ * (value - content_.low) / range : 0;
  }

  void chooseTicks() {
    for (int most = kMostTicks; most > 0; --most) {
      ticks_ = roundTicks(content_.low, content_.high, most);
      bool fits = true;
      for (std::size_t i = 1; i < ticks_.marks.size(); ++i) {
        const double labels = (width(ticks_.marks[i - 1].label) + width(ticks_.marks[i].label)) / 2;
        fits &= place(ticks_.marks[i].value) - place(ticks_.marks[i - 1].value) >= labels + kBetween * size_;
      }
      if (fits) return;
    }
  }

  void layOut() {
    const int margin = rounded(kMargin * size_), halo = rounded(kHalo * size_);
    const int before = halo + std::max(rounded(1.5 * size_), rounded(titleWidth()) - length_);
    const int titleTop = halo;
    titleLine_ = titleTop + rounded(size_);
    top_ = titleLine_ + rounded(kTitleGap * size_);
    bottom_ = top_ + std::max(2, rounded((isScaleBar() ? kBarThickness : kThickness) * size_));
    const double tick = content_.fields.empty() ? kTick : 0;
    labelLine_ = bottom_ + rounded((tick + kLabelGap) * size_ + font_.digitHeight(size_));
    left_ = content_.atLeft && !isScaleBar() ? margin : before;
    text_ = Coverage(before + length_ + (isScaleBar() ? before : margin), labelLine_ + margin);
    faint_ = text_;
  }

  void drawText() {
    const double free = length_ - titleWidth();
    const double x = left_ + (isScaleBar() ? free / 2 : content_.atLeft ? 0.0 : std::min(0.0, free));
    font_.draw(title_, x, titleLine_, size_, text_);
    if (!unit_.empty()) font_.draw(unit_, x + width(title_) + kUnitGap * size_, titleLine_, size_, faint_);
    for (const Tick& tick : ticks_.marks) drawLabel(tick.label, left_ + place(tick.value));
    for (std::size_t i = 0; i < content_.fields.size(); ++i) {
      drawLabel(content_.fields[i], left_ + (static_cast<double>(i) + 0.5) * fieldWidth_);
    }
  }

  void drawLabel(const std::string& label, double middle) {
    const double half = width(label) / 2;
    const double x = std::clamp(middle, half + line_, text_.width - half - line_);
    font_.draw(label, x - half, labelLine_, size_, text_);
  }

  void drawBar() {
    for (const Tick& tick : ticks_.marks) {
      const int x = std::clamp(rounded(left_ + place(tick.value) - line_ / 2.0), left_, left_ + length_ - line_);
      for (int y = bottom_; y < bottom_ + rounded(kTick * size_); ++y) {
        for (int i = 0; i < line_; ++i) faint_.cover(x + i, y, 255);
      }
    }
  }

  /// Colour of the bar's pixel column; false between fields and outside.
  bool barColour(int x, Colour& colour) const {
    const int at = x - left_;
    if (at < 0 || at >= length_ || isText()) return false;
    const std::size_t last = content_.colours.size() - 1;
    if (content_.fields.empty()) {
      const double part = (at + 0.5) / length_ * static_cast<double>(last);
      colour = content_.colours[static_cast<std::size_t>(std::lround(part))];
      return true;
    }
    const int field = at / fieldWidth_;
    colour = content_.colours[std::min(static_cast<std::size_t>(field), last)];
    return field + 1 == static_cast<int>(content_.fields.size()) || at % fieldWidth_ < fieldWidth_ - 2 * line_;
  }

  bool inBar(int x, int y) const {
    Colour ignored{};
    return y >= top_ && y < bottom_ && barColour(x, ignored);
  }

  /// Alpha of the halo around text and bar.
  std::vector<float> haloAlpha() const {
    std::vector<float> alpha(text_.values.size());
    for (int y = 0, i = 0; y < text_.height; ++y) {
      for (int x = 0; x < text_.width; ++x, ++i) {
        const bool bar = inBar(x, y);
        alpha[static_cast<std::size_t>(i)] = bar ? 1.0F : std::max(text_.at(x, y), faint_.at(x, y)) / 255.0F;
      }
    }
    const int reach = std::max(1, rounded(kHalo * size_ / 3));
    for (int pass = 0; pass < 3; ++pass) {  // three box blurs approximate a Gaussian
      blur(alpha, text_.height, text_.width, text_.width, 1, reach);
      blur(alpha, text_.width, text_.height, 1, text_.width, reach);
    }
    for (float& a : alpha) a = kHaloAlpha * (1 - std::exp(-3 * a));
    return alpha;
  }

  LegendPicture compose() const {
    const Colour& textColour = content_.darkText ? kDarkText : kLightText;
    const Colour& haloColour = content_.darkText ? kLightHalo : kDarkHalo;
    const std::vector<float> halo = haloAlpha();
    LegendPicture picture{text_.width, text_.height, {}};
    picture.rgba.reserve(4 * halo.size());
    for (int y = 0; y < text_.height; ++y) {
      for (int x = 0; x < text_.width; ++x) {
        std::array<float, 4> pixel = {};
        const auto put = [&](const Colour& colour, float alpha) {
          for (std::size_t i = 0; i < 3; ++i) pixel[i] = colour[i] * alpha + pixel[i] * (1 - alpha);
          pixel[3] = alpha + pixel[3] * (1 - alpha);
        };
        Colour bar{};
        put(haloColour, halo[picture.rgba.size() / 4]);
        if (y >= top_ && y < bottom_ && barColour(x, bar)) put(bar, 1);
        put(textColour, kFaint * static_cast<float>(faint_.at(x, y)) / 255);
        put(textColour, static_cast<float>(text_.at(x, y)) / 255);
        for (const float part : pixel) picture.rgba.push_back(static_cast<std::uint8_t>(std::lround(255 * part)));
      }
    }
    return picture;
  }

  const LegendContent& content_;
  const Font& font_;
  double size_;  // of the type, pixels
  int line_;     // width of a hairline
  int fieldWidth_ = 0, length_ = 0, left_ = 0, top_ = 0, bottom_ = 0, titleLine_ = 0, labelLine_ = 0;
  Ticks ticks_;
  std::string title_, unit_;
  Coverage text_, faint_;
};

}  // namespace

LegendPicture drawLegend(const LegendContent& content, const Font& font, int pictureWidth, int pictureHeight) {
  const double size = std::max(kSmallestSize, kSizePerRow * pictureHeight);
  const double room = content.room * pictureWidth - 2 * kMargin * size;
  if (room < kShortestBar * size || pictureHeight < 8 * size) return {};
  const double length = content.scaleBar > 0 ? content.scaleBar * pictureWidth : std::min(room, kLongestBar * size);
  return LegendDrawing(content, font, size, length).draw();
}

}  // namespace app
