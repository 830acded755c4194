#include "colour/oklab.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

bool isDisplayable(const Colour& c) {
  return std::all_of(c.begin(), c.end(), [](float v) { return v >= -1e-4F && v <= 1.0001F; });
}

}  // namespace

float toLinear(float srgb) {
  return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}
float toSrgb(float linear) {
  return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1 / 2.4F) - 0.055F;
}
Colour toLinear(const Colour& srgb) {
  return {toLinear(srgb[0]), toLinear(srgb[1]), toLinear(srgb[2])};
}
Colour toSrgb(const Colour& linear) {
  return {toSrgb(linear[0]), toSrgb(linear[1]), toSrgb(linear[2])};
}

Colour toOklab(const Colour& c) {
  const float l = std::cbrt(0.4122214708F * c[0] + 0.5363325363F * c[1] + 0.0514459929F * c[2]);
  const float m = std::cbrt(0.2119034982F * c[0] + 0.6806995451F * c[1] + 0.1073969566F * c[2]);
  const float s = std::cbrt(0.0883024619F * c[0] + 0.2817188376F * c[1] + 0.6299787005F * c[2]);
  return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
          1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
          0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Colour fromOklab(const Colour& lab) {
  const float lRoot = lab[0] + 0.3963377774F * lab[1] + 0.2158037573F * lab[2];
  const float mRoot = lab[0] - 0.1055613458F * lab[1] - 0.0638541728F * lab[2];
  const float sRoot = lab[0] - 0.0894841775F * lab[1] - 1.2914855480F * lab[2];
  const float l = lRoot * lRoot * lRoot, m = mRoot * mRoot * mRoot, s = sRoot * sRoot * sRoot;
  return {4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s,
          -1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s,
          -0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s};
}

Colour shownOklab(const Colour& lab) {
  Colour colour{};
  for (float scale = 1; scale > 0.01F; scale *= 0.95F) {
    colour = fromOklab({lab[0], scale * lab[1], scale * lab[2]});
    if (isDisplayable(colour)) break;
  }
  for (float& part : colour) part = std::clamp(part, 0.0F, 1.0F);
  return colour;
}

}  // namespace app
