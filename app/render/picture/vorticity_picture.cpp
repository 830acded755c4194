#include "render/picture/vorticity_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <glm/gtc/type_ptr.hpp>

#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "render/picture/colour_scale.h"
#include "render/picture/smoke_picture.h"
#include "render/picture/solids.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr int kColours = 256;
constexpr double kFaintest = 0.02;  // part of the cores' vorticity; fainter parts of the volume are skipped
constexpr double kNothing = 2;      // part of the cores' vorticity; never reached

/// Layout of VorticityLook in vorticity_field.glsl.
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

/// Straight vortices have no surface that ends: those of the plane are drawn without.
bool hasSurface(const ViewSettings& view, bool plane) {
  return view.isosurface > 0 && !plane;
}

bool hasNumber(const ViewSettings& view) {
  return isNumber(view.vortexBy);
}

/// What the volume is made of: strengths of the elements, or their heat in the place of a component along z.
const ParticleStream* sourcesOf(const PictureContents& contents, const ViewSettings& view) {
  return view.vortexBy == VortexQuantity::buoyancy ? contents.heat : contents.strengths;
}

/// Smallest vorticity that is drawn, as part of that of the cores.
double leastOf(const ViewSettings& view, bool plane) {
  const double surface = hasSurface(view, plane) ? view.isosurface : kNothing;
  return view.vorticity > 0 ? std::min(kFaintest, surface) : surface;
}

}  // namespace

VorticityLook::VorticityLook() : block_(sizeof(Block)), colours_(GL_RGBA32F, kColours, 2, GL_NEAREST) {}

void VorticityLook::update(const ViewSettings& view, std::uint32_t rings, const RingColours& own, bool plane) {
  Block block;
  if (view.slice != SliceAxis::none) {
    block.slicePlane[static_cast<std::size_t>(view.slice) - static_cast<std::size_t>(SliceAxis::x)] = 1;
    block.slicePlane[3] = static_cast<float>(view.sliceAt);
    block.sliceLook[0] = static_cast<float>(view.sliceOpacity);
    block.sliceLook[1] = hasNumber(view) ? 2 : view.sliceOf == SliceQuantity::normal ? 1 : 0;
    block.sliceLook[3] = plane ? 0 : block.sliceLook[0];  // in the plane it is the whole flow, and no cut
  }
  block.sliceLook[2] = static_cast<float>(fixedTop(view));
  block.surfaceLook = {hasSurface(view, plane) ? static_cast<float>(view.isosurface) : 0.F,
                       static_cast<float>(view.isosurfaceOpacity), static_cast<float>(leastOf(view, plane)), 0};
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

namespace {

constexpr std::size_t kGroup = 8;            // as in vorticity_march.comp
constexpr double kGoldenRatio = 0.618034;    // its multiples modulo 1 are evenly spread
constexpr double kStepsPerCell = 1.5 / 0.7;  // in the vorticity over those in the smoke, whose cells are small
constexpr double kBloom = 4;                 // strength over the view's bloom
constexpr GLint kEye = 40, kThrough = 41;    // uniform locations in vorticity_view.glsl

/// Number of cells of the vorticity for this quality of the smoke; few suffice for a core.
std::size_t cellsFor(const RenderQuality& quality) {
  return std::min(quality.cells, RenderQuality{}.cells) / 4;
}

/// Rays per pixel along each side. Slices have edges, which need one ray per pixel; VorticitySurface draws those of
/// surfaces, of which the rays must not miss any that is some pixels wide.
double raysFor(const ViewSettings& view, const RenderQuality& quality, int height) {
  if (view.slice != SliceAxis::none) return quality.resolution;
  constexpr double kFewestForSurface = 1. / 3;
  const double rays = raysPerPixel(quality, cellsFor(quality), height);
  return view.isosurface > 0 ? std::max(rays, kFewestForSurface * quality.resolution) : rays;
}

int scaled(int side, double resolution) {
  return std::max(1, static_cast<int>(std::lround(side * resolution)));
}

}  // namespace

bool hasVorticity(const PictureContents& contents, const ViewSettings& view) {
  const QuantityGrid* const grid = contents.flow.quantity.get();
  const bool given = grid != nullptr && grid->wanted.quantity == view.vortexBy && !grid->values.empty();
  const ParticleStream* const sources = sourcesOf(contents, view);
  return showsVorticity(view) && (!hasNumber(view) || given) && contents.elements != nullptr && sources != nullptr &&
         contents.elements->count() > 0 && sources->count() == contents.elements->count();
}

LegendContent unknownQuantity(const PictureContents& contents, const ViewSettings& view) {
  LegendContent content;
  const QuantityGrid* const grid = contents.flow.quantity.get();
  if (!showsVorticity(view) || grid == nullptr || grid->wanted.quantity != view.vortexBy) return content;
  content.title = grid->unknown;
  content.darkText = view.background == Background::light;
  content.atLeft = true;
  return content;
}

void VorticityPicture::build(const VorticityInput& input, bool seenPast) {
  const FlowState& flow = input.contents.flow;
  const RingColours& own = flow.ringColours;
  const std::uint32_t rings = std::max({input.contents.rings, flow.elementRings(), 1U});
  look_.update(input.view, rings, own, flow.plane);
  VorticityContents contents{*input.contents.elements,
                             *sourcesOf(input.contents, input.view),
                             input.view,
                             input.rays,
                             flow.core,
                             cellsFor(input.quality),
                             seenPast,
                             flow.plane,
                             flow.spacing,
                             hasNumber(input.view) ? flow.quantity.get() : nullptr,
                             !flow.bodies.empty() || !flow.solids.empty()};
  if (showsVorticityOfRings(input.view) && flow.elementRings() > 0)
    contents.tints.emplace(VorticityTints{look_.rings(), rings, ringPlaces(ringTints(input.view), rings, own)});
  rings_ = showsVorticityOfRings(input.view) ? rings : 0;
  fades_ = contents.tints && input.view.vorticity > 0 && !input.view.isosurfaceColour;
  ownColours_ = !own.empty();
  look_.bind();
  volume_.build(contents);
  const double top = fixedTop(input.view);
  top_ = top > 0 || !input.view.legend ? top : volume_.cores();
  throughVolume_ = input.view.vorticity > 0 && seenPast;
}

void VorticityPicture::march(const VorticityInput& input, const MarchedDye* dye, Shot shot) {
  const auto sized = [&](double resolution) {
    return PictureSize{scaled(input.width, resolution), scaled(input.height, resolution)};
  };
  const bool surface = hasSurface(input.view, input.contents.flow.plane);
  const PictureSize rays = sized(raysFor(input.view, input.quality, input.height)),
                    size = surface ? sized(input.quality.resolution) : rays;
  if (!(size == size_)) image_ = Texture(GL_RGBA16F, size.width, size.height, GL_LINEAR);
  size_ = size;
  drawsSurface_ = surface;
  if (surface) surface_.resize(size, rays);
  Program::Defines defines;
  if (dye != nullptr) {
    defines = tintDefines(dye->volume.tinted(), input.view);
    defines.emplace_back("DYE");
  }
  if (input.view.vorticity > 0) defines.emplace_back("VOLUME");
  if (input.view.slice != SliceAxis::none) defines.emplace_back("SLICE");
  if (surface) defines.emplace_back("SURFACE");
  if (surface && fades_) defines.emplace_back("RING_TINTS");
  if (input.solids != nullptr) {
    defines.emplace_back("SOLIDS");
    input.solids->bindDepths();
  }
  programs_.with(defines).use();
  glUniform2i(0, rays.width, rays.height);
  const GLint vectors[] = {1, 2, 3, 4};
  const glm::vec3* const values[] = {&input.rays.eye, &input.rays.middle, &input.rays.right, &input.rays.up};
  for (int i = 0; i < 4; ++i) glUniform3fv(vectors[i], 1, glm::value_ptr(*values[i]));
  glUniform2f(5, static_cast<float>(1 / input.quality.stepsPerCell),
              static_cast<float>(1 / (kStepsPerCell * input.quality.stepsPerCell)));
  glUniform1f(6, static_cast<float>(std::fmod((input.contents.sample + shot.number) * kGoldenRatio, 1.0)));
  glUniform1f(7, input.rays.nearest);
  glUniform2f(8, static_cast<float>(input.width) / static_cast<float>(rays.width),
              static_cast<float>(input.height) / static_cast<float>(rays.height));
  input.lit.bind();
  setSmokeLight(input.view);
  if (dye != nullptr) {
    dye->volume.bind();
    dye->volume.bindLight(4);
    dye->palette.bind(1);
    dye->march.imageOf(rays.width, rays.height).bindImage(0);
  }
  volume_.bind();
  volume_.bindBricks(4);
  volume_.bindGlow(12);
  look_.bind();
  if (surface)
    surface_.bindImages();
  else
    image_.bindImage(1);
  glDispatchCompute(workGroups(static_cast<std::size_t>(rays.width), kGroup),
                    workGroups(static_cast<std::size_t>(rays.height), kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(vorticity_march)");
  if (surface) {
    surface_.draw(input.rays, input.view, image_, dye != nullptr, rings_ == 1 && ownColours_ ? 2 : rings_, fades_);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  }
  if (shot.count > 1) shots_.add(image_, size.width, size.height, shot);
  lit_ = input.view.slice == SliceAxis::none && !inks(input.view);
  blooms_ = lit_ && input.view.bloom > 0;
  if (blooms_ && shot.isLast()) bloom_.draw(image_, {input.width, input.height}, kBloom * input.view.bloom, input.lit);
}

Program::Defines VorticityPicture::overDefines() const {
  if (!lit_) return {"VORTICITY"};
  return blooms_ ? Program::Defines{"VORTICITY", "LIT", "BLOOM"} : Program::Defines{"VORTICITY", "LIT"};
}

void VorticityPicture::bindField() const {
  volume_.bind();
  look_.bind();
}

void VorticityPicture::bindView(const CameraRays& rays, bool volume) const {
  bindField();
  volume_.bindView(10);
  if (drawsSurface_) surface_.hits().bind(11);
  glUniform3fv(kEye, 1, glm::value_ptr(rays.eye));
  glUniform1i(kThrough, throughVolume_ && volume ? 1 : 0);
}

void VorticityPicture::drawFloor(const PictureContents& contents, const ViewSettings& view) {
  constexpr int kSide = 96;
  if (!floorProgram_) {
    floorProgram_ = Program::compute("vorticity_floor.comp");
    floor_ = Texture(GL_R16F, kSide, kSide, GL_LINEAR);
  }
  floorProgram_.use();
  volume_.bind();
  look_.bind();
  const ShadowSquare square = shadowSquare(contents);
  const fmm::Vec3 corner = square.middle - 0.5 * (square.across + square.along), lamp = lampDirection(view, 0);
  GLint location = 0;
  for (const fmm::Vec3& v : {corner, square.across, square.along, lamp})
    glUniform3f(location++, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
  floor_.bindImage(0);
  glDispatchCompute(workGroups(kSide, kGroup), workGroups(kSide, kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(vorticity_floor)");
}

namespace {

/// Volume and surface show the size of what is negative in a vortex.
std::string titleOf(const ViewSettings& view) {
  const bool slice = view.slice != SliceAxis::none;
  switch (view.vortexBy) {
    case VortexQuantity::vorticity:
      break;
    case VortexQuantity::buoyancy:
      return "buoyancy";
    case VortexQuantity::q:
      return "Q";
    case VortexQuantity::lambda2:
      return slice ? "lambda_2" : "-lambda_2";
    case VortexQuantity::pressure:
      return slice ? "pressure" : "-pressure";
  }
  const bool component = slice && view.sliceOf == SliceQuantity::normal;
  return component ? "vorticity along " + std::string(toString(view.slice)) : "vorticity";
}

}  // namespace

namespace {

const char* unitOf(VortexQuantity quantity) {
  switch (quantity) {
    case VortexQuantity::vorticity:
      break;
    case VortexQuantity::q:
    case VortexQuantity::lambda2:
      return "1/T²";
    case VortexQuantity::pressure:
      return "L²/T²";
    case VortexQuantity::buoyancy:
      return "L/T²";
  }
  return "1/T";
}

}  // namespace

LegendContent VorticityPicture::legend(const ViewSettings& view) const {
  const bool slice = view.slice != SliceAxis::none;
  const bool component = slice && (hasNumber(view) || view.sliceOf == SliceQuantity::normal);
  LegendContent content;
  content.title = titleOf(view);
  content.unit = unitOf(view.vortexBy);
  content.high = top_;
  content.low = component ? -content.high : 0;
  for (const Colour& colour : component ? look_.components() : look_.sizes()) content.colours.push_back(toSrgb(colour));
  content.darkText = view.background == Background::light;
  content.atLeft = true;
  return content;
}

}  // namespace app
