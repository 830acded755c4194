#include "render/picture/vorticity_look.h"

#include <algorithm>
#include <array>

#include "colour/oklab.h"
#include "colour/vorticity_colours.h"
#include "render/picture/palette.h"

namespace app {
namespace {

constexpr int kColours = 256;
constexpr double kFaintest = 0.02;  // of the largest vorticity; less of the volume is not looked at
constexpr double kNothing = 2;      // of the same

/// As VorticityLook in vorticity_field.glsl.
struct Block {
  std::array<float, 4> slicePlane = {}, sliceLook = {}, surfaceLook = {}, surfaceColour = {};
};

void fillRow(const Texture& texture, int row, const std::vector<Colour>& colours) {
  std::vector<float> texels;
  for (const Colour& colour : colours) {
    texels.insert(texels.end(), colour.begin(), colour.end());
    texels.push_back(1);
  }
  glTextureSubImage2D(texture.name(), 0, 0, row, kColours, 1, GL_RGBA, GL_FLOAT, texels.data());
  checkGl("glTextureSubImage2D");
}

/// The least that is to be looked at, as part of the largest vorticity.
double leastOf(const ViewSettings& view) {
  const double surface = view.isosurface > 0 ? view.isosurface : kNothing;
  return view.vorticity > 0 ? std::min(kFaintest, surface) : surface;
}

}  // namespace

VorticityLook::VorticityLook() : block_(sizeof(Block)), colours_(GL_RGBA32F, kColours, 2, GL_NEAREST) {}

void VorticityLook::update(const ViewSettings& view, std::uint32_t rings, const RingColours& own) {
  Block block;
  if (view.slice != SliceAxis::none) {
    block.slicePlane[static_cast<std::size_t>(view.slice) - static_cast<std::size_t>(SliceAxis::x)] = 1;
    block.slicePlane[3] = static_cast<float>(view.sliceAt);
    block.sliceLook[0] = static_cast<float>(view.sliceOpacity);
    block.sliceLook[1] = view.sliceOf == SliceQuantity::normal ? 1 : 0;
  }
  block.sliceLook[2] = static_cast<float>(view.vorticityRange);
  block.surfaceLook = {static_cast<float>(view.isosurface), static_cast<float>(view.isosurfaceOpacity),
                       static_cast<float>(leastOf(view)), 0};
  if (view.isosurfaceColour) {
    const Colour colour = toLinear(*view.isosurfaceColour);
    block.surfaceColour = {colour[0], colour[1], colour[2], 1};
  }
  block_.write(&block, sizeof(block));
  updateColours(view);
  if (showsVorticityOfRings(view)) rings_.update(ringTints(view), rings, own);
}

void VorticityLook::updateColours(const ViewSettings& view) {
  const auto same = [&](const ViewSettings& v) {
    return v.vorticityMap == view.vorticityMap && v.sliceColours == view.sliceColours && inks(v) == inks(view) &&
           v.dyes == view.dyes && v.colourBy == view.colourBy && v.colourMap == view.colourMap;
  };
  if (view_ && same(*view_)) return;
  sizes_ = vorticitySizeColours(view, inks(view));
  components_ = vorticityComponentColours(view, inks(view));
  fillRow(colours_, 0, sizes_);
  fillRow(colours_, 1, components_);
  view_ = view;
}

void VorticityLook::bind() const {
  block_.bindUniform(3);
  colours_.bind(9);
}

}  // namespace app
