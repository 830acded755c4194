#include "render/picture/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "colour/palette_colours.h"
#include "scene/colour_quantity.h"

namespace app {
namespace {

constexpr int kColours = 256;

/// Exponent of 2 that resolve.comp multiplies by the amount of light: light saturates to white, 1 - exp(-colour); ink
/// absorbs so that one unit leaves the colour (Beer and Lambert).
float exponentOf(float part, bool ink) {
  constexpr float kLog2E = 1.44269504F;
  return ink ? std::log2(std::max(part, 0.01F)) : -kLog2E * part;
}

float tintOf(float part, bool ink) {
  return std::clamp(ink ? exponentOf(part, true) / exponentOf(0, true) : part, 0.0F, 1.0F);
}

void fill(const Texture& texture, const std::vector<float>& texels) {
  glTextureSubImage2D(texture.name(), 0, 0, 0, kColours, 1, GL_RGBA, GL_FLOAT, texels.data());
  checkGl("glTextureSubImage2D");
}

}  // namespace

Palette::Palette()
    : colours_(GL_RGBA32F, kColours, 1, GL_NEAREST),
      exponents_(GL_RGBA32F, kColours, 1, GL_NEAREST),
      tints_(GL_RGBA32F, kColours, 1, GL_NEAREST) {}

void Palette::update(const ViewSettings& view, std::uint32_t rings, const RingColours& own) {
  const auto same = [&](const ViewSettings& v) {
    return v.colourMap == view.colourMap && inks(v) == inks(view) && v.dyes == view.dyes && v.colourBy == view.colourBy;
  };
  if (view_ && same(*view_) && rings == rings_ && own == own_) return;
  linear_ = paletteOf(view, inks(view), rings, own);
  std::vector<float> colours, exponents, tints;
  for (const Colour& colour : linear_) {
    for (const float part : colour) {
      colours.push_back(part);
      exponents.push_back(exponentOf(part, inks(view)));
      tints.push_back(tintOf(part, inks(view)));
    }
    colours.push_back(1);
    exponents.push_back(1);
    tints.push_back(1);
  }
  fill(colours_, colours);
  fill(exponents_, exponents);
  fill(tints_, tints);
  view_ = view;
  rings_ = rings;
  own_ = own;
}

namespace {

constexpr GLint kScale = 20, kOrigin = 21;  // uniform locations in colour_index.glsl
constexpr GLuint kTints = 14;               // texture unit in colour_index.glsl

/// Range of depths of the ball that holds the flow; if unknown, of the surroundings of the camera's target.
void setDepths(const PictureContents& contents, const Camera& camera, ColourScale& scale) {
  scale.eye = camera.pose().eye;
  double middle = camera.distance(), half = 0.5 * camera.distance();
  const double radius = contents.flow.radius();
  if (radius > 0) {
    middle = fmm::norm(contents.flow.centroid - scale.eye);
    half = radius;
  }
  scale.low = std::max(0.0, middle - half);
  scale.high = middle + half;
}

/// Range of ages of the tracers; from 0 if all are equally old. No tracer is older than the flow.
void setAges(const PictureContents& contents, ColourScale& scale) {
  const double time = contents.flow.time;
  const auto ageOf = [time](double birth) {
    return std::abs(time - std::clamp(birth, std::min(0., time), std::max(0., time)));
  };
  const auto [low, high] = std::minmax({ageOf(contents.births.first), ageOf(contents.births.last)});
  scale.low = high > low ? low : 0;
  scale.high = high;
}

}  // namespace

ColourScale colourScale(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  ColourScale scale;
  scale.by = view.colourBy;
  if (needsTags(view.colourBy) && contents.tags != nullptr && contents.tags->count() >= contents.tracers.count())
    scale.tags = contents.tags;
  const ColourQuantity quantity = describe(view.colourBy);
  const double fixed = quantity.top != nullptr ? view.*quantity.top : 0;
  switch (quantity.source) {
    case ColourSource::solver:
      scale.high = fixed > 0 ? fixed : contents.flow.tops[view.colourBy];
      break;
    case ColourSource::ring:
      scale.rings = scale.tags != nullptr ? std::max(scale.tags->rings(), contents.rings) : 1;
      scale.own = contents.flow.ringColours;
      scale.places = ringPlaces(view, scale.rings, scale.own);
      break;
    case ColourSource::age:
      scale.time = contents.flow.time;
      if (fixed > 0) {
        scale.high = fixed;
      } else {
        setAges(contents, scale);
      }
      break;
    case ColourSource::distance:
      setDepths(contents, camera, scale);
      break;
  }
  return scale;
}

Program::Defines ColourScale::defines() const {
  Program::Defines defines;
  switch (describe(by).source) {
    case ColourSource::solver:
      return {};
    case ColourSource::distance:
      return {"COLOUR_BY_DEPTH"};
    case ColourSource::ring:
      defines = {"COLOUR_BY_RING"};
      break;
    case ColourSource::age:
      defines = {"COLOUR_BY_AGE"};
      break;
  }
  if (tags == nullptr) defines.emplace_back("UNTAGGED");
  if (tints != nullptr) defines.emplace_back("TINTS");
  return defines;
}

void ColourScale::setUniforms() const {
  const ColourSource source = describe(by).source;
  if (source == ColourSource::ring) {
    if (tags != nullptr) glUniform1ui(kScale, places);  // without tags, all are of the first ring
    if (tints != nullptr) tints->bind(kTints);
    return;
  }
  const double inverse = high > low ? std::min(1 / (high - low), double{std::numeric_limits<float>::max()}) : 0.0;
  glUniform2f(kScale, static_cast<float>(low), static_cast<float>(inverse));
  if (source == ColourSource::age) glUniform1f(kOrigin, static_cast<float>(time));
  if (source != ColourSource::distance) return;
  glUniform3f(kOrigin, static_cast<float>(eye.x), static_cast<float>(eye.y), static_cast<float>(eye.z));
}

}  // namespace app
