#include "scene/colour_quantity.h"

#include <algorithm>

namespace app {
namespace {

ColourBy colourAt(std::size_t index) {
  return static_cast<ColourBy>(index);
}

}  // namespace

std::string colourMeanings() {
  std::string list = describe(colourAt(0)).meaning;
  for (std::size_t i = 1; i < kColourQuantities; ++i)
    list.append(i + 1 == kColourQuantities ? ", or " : ", ").append(describe(colourAt(i)).meaning);
  return list;
}

bool needsTags(ColourBy by) {
  const ColourSource source = describe(by).source;
  return source == ColourSource::ring || source == ColourSource::age;
}

fmm::ParticleScalar scalarFor(ColourBy by) {
  return describe(by).scalar;
}

void ColourTops::raiseTo(const ColourTops& others) {
  for (std::size_t i = 0; i < tops_.size(); ++i) tops_[i] = std::max(tops_[i], others.tops_[i]);
}

ColourTops colourTops(const Scene& scene) {
  ColourTops tops;
  for (std::size_t i = 0; i < kColourQuantities; ++i)
    if (const auto estimate = describe(colourAt(i)).estimate) tops[colourAt(i)] = largestOfRings(scene, estimate);
  return tops;
}

ColourTops colourTops(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  ColourTops tops;
  for (std::size_t i = 0; i < kColourQuantities; ++i)
    if (const auto estimate = describe(colourAt(i)).estimate) tops[colourAt(i)] = estimate(scene, ring, count);
  return tops;
}

}  // namespace app
