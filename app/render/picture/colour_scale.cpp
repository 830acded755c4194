#include "render/picture/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "colour/palette_colours.h"

namespace app {
namespace {

constexpr GLint kScale = 20, kOrigin = 21;  // locations in colour_index.glsl

/// Depths of the ball that holds the flow; where that is not known, of what lies about the camera's target.
void setDepths(const PictureContents& contents, const Camera& camera, ColourScale& scale) {
  scale.eye = camera.pose().eye;
  double middle = camera.distance(), half = 0.5 * camera.distance();
  if (contents.extent > 0) {
    middle = fmm::norm(contents.centre - scale.eye);
    half = contents.extent;
  }
  scale.low = std::max(0.0, middle - half);
  scale.high = middle + half;
}

}  // namespace

ColourScale colourScale(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  ColourScale scale;
  scale.by = view.colourBy;
  if (needsTags(view.colourBy) && contents.tags != nullptr && contents.tags->count() >= contents.tracers.count())
    scale.tags = contents.tags;
  switch (view.colourBy) {
    case ColourBy::speed:
      scale.high = view.speedRange > 0 ? view.speedRange : contents.speedRange;
      break;
    case ColourBy::vorticity:
      scale.high = view.vorticityRange > 0 ? view.vorticityRange : contents.vorticityRange;
      break;
    case ColourBy::ring:
      scale.rings = scale.tags != nullptr ? scale.tags->rings() : 1;
      scale.places = ringPlaces(view, scale.rings);
      break;
    case ColourBy::age:
      scale.time = contents.time;
      scale.high = view.ageRange > 0 ? view.ageRange : std::abs(contents.time);
      break;
    case ColourBy::depth:
      setDepths(contents, camera, scale);
      break;
  }
  return scale;
}

Program::Defines ColourScale::defines() const {
  switch (by) {
    case ColourBy::speed:
    case ColourBy::vorticity:
      return {};
    case ColourBy::depth:
      return {"COLOUR_BY_DEPTH"};
    case ColourBy::ring:
    case ColourBy::age:
      break;
  }
  Program::Defines defines = {by == ColourBy::ring ? "COLOUR_BY_RING" : "COLOUR_BY_AGE"};
  if (tags == nullptr) defines.emplace_back("UNTAGGED");
  return defines;
}

void ColourScale::setUniforms() const {
  if (by == ColourBy::ring) {
    if (tags != nullptr) glUniform1ui(kScale, places);  // else all are of the first ring
    return;
  }
  const double inverse = high > low ? std::min(1 / (high - low), double{std::numeric_limits<float>::max()}) : 0.0;
  glUniform2f(kScale, static_cast<float>(low), static_cast<float>(inverse));
  if (by == ColourBy::age) glUniform1f(kOrigin, static_cast<float>(time));
  if (by != ColourBy::depth) return;
  glUniform3f(kOrigin, static_cast<float>(eye.x), static_cast<float>(eye.y), static_cast<float>(eye.z));
}

}  // namespace app
