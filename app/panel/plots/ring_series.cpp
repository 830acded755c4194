#include "panel/plots/ring_series.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "panel/plots/plot_frame.h"
#include "scene/colour_quantity.h"

namespace app {
namespace {

constexpr float kDarkest = 0.62F;  // lightness of a curve, as in OKLab

ImU32 onPanel(const Colour& linear) {
  Colour lab = toOklab(linear);
  lab[0] = std::max(lab[0], kDarkest);
  const Colour c = toSrgb(shownOklab(lab));
  return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1});
}

/// True if tracers or the vorticity's volume have the colours of their rings.
bool showsRings(const ViewSettings& view) {
  return view.colourBy == ColourBy::ring || showsVorticityOfRings(view);
}

}  // namespace

void RingSeries::update(const ViewSettings& view, std::size_t rings, const RingColours& own) {
  if (view_ == view && rings_ == rings && own_ == own) return;
  view_ = view;
  rings_ = rings;
  own_ = own;
  colours_.clear();
  if (!showsRings(view)) return;
  const ViewSettings tints = ringTints(view);
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(rings, 1));
  const std::uint32_t places = ringPlaces(tints, count, own);
  try {
    const std::vector<Colour> palette = paletteOf(tints, view.background == Background::light, count, own);
    const double last = static_cast<double>(palette.size() - 1);
    for (std::uint32_t place = 0; place < places; ++place) {
      const double at = places > 1 ? last * place / (places - 1) : 0;
      colours_.push_back(onPanel(palette[static_cast<std::size_t>(std::lround(at))]));
    }
  } catch (const FileError&) {  // reported by whoever draws the picture
  }
}

ImU32 RingSeries::colour(std::size_t ring) const {
  return colours_.empty() ? seriesColour(ring) : colours_[ring % colours_.size()];
}

}  // namespace app
