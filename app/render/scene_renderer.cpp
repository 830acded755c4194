#include "render/scene_renderer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "gl/picture_reader.h"
#include "render/overlay/legend.h"
#include "render/overlay/overlay.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/point_picture.h"
#include "render/picture/render_canvas.h"
#include "render/picture/smoke_picture.h"
#include "render/picture/streak_splat.h"
#include "render/picture/tracer_splat.h"
#include "render/picture/vorticity_picture.h"

namespace app {
namespace {

constexpr int kReferenceRows = 720;  // ViewSettings::pointSize is in pixels at this height
constexpr double kElementDiameter = 2.5;
constexpr double kElementHalf = 0.8;  // part of an element's peak that covers half of the background

}  // namespace

struct SceneRenderer::Impl {
  Impl(int width, int height, PictureUse use)
      : format(use == PictureUse::show ? GL_RGBA8 : GL_RGBA16F), canvas(width, height, format) {}

  /// True if there are lines of this rank or of others.
  bool drawsStreaks(const PictureContents& contents, const ViewSettings& view) const {
    return view.streaks > 0 && (contents.streaks || ranks != nullptr);
  }
  bool makesPicture() const { return ranks == nullptr || ranks->makesPicture(); }
  /// True if this rank marches through volumes. Other ranks need to know where surfaces hide their tracers.
  bool marches(const ViewSettings& view) const {
    return makesPicture() || (last.vorticity != nullptr && view.isosurface > 0);
  }
  void exposeElements(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void exposeStreaks(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void splatPoints(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void addPoints(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void measureDepth(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                    const VorticityPicture* before, const Solids* solids);
  Veils veils(const PictureContents& contents, const ViewSettings& view);
  void exposeSmoke(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void splatGrains(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void buildVorticity(const PictureContents& contents, const CameraRays& rays, const ViewSettings& view);
  void drawSolids(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  ColourScale coloursOf(const PictureContents& contents, const Camera& camera, const ViewSettings& view) const;
  void clearSums(bool tints);
  void drawLegends(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  void compose(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
               const ResolveInput& input);
  SmokeInput smokeInput(const PictureContents& contents, const CameraRays& rays, const Camera& camera,
                        const ViewSettings& view) {
    return {*volume, rays, view, quality, palette, camera.distance(), contents, tracers, shownVorticity()};
  }
  /// Vorticity of the last picture; null if none.
  VorticityPicture* shownVorticity() { return last.vorticity != nullptr ? &*vorticity : nullptr; }
  std::size_t exposed(std::size_t particles, Shot shot) const {
    return particles * static_cast<std::size_t>(shot.count);
  }
  double pixelScale() const { return static_cast<double>(canvas.height) / kReferenceRows; }

  GLenum format;  ///< format of the picture
  RenderCanvas canvas;
  ZeroFill zero;
  RenderQuality quality = fullQuality();
  TracerSplat splat;
  StreakSplat lines;
  Palette palette;
  Ground ground;
  PointPicture points;
  std::optional<DensityVolume> volume;  ///< made at first use, like the next
  std::optional<SmokePicture> smoke;
  std::optional<VorticityPicture> vorticity;
  std::optional<DepthPicture> depth;
  Legend legend, vorticityLegend, scaleBar;
  int legendHeight = 0;  ///< in the last picture
  Overlay overlay;
  ResolveInput last;                      ///< input of the last draw
  std::size_t tracers = 0, elements = 0;  ///< numbers in its first shot
  double unit = 1;                        ///< weight of a tracer in the last draw
  PictureSum* ranks = nullptr;
  bool agreed = true;  ///< true once all ranks have the same quality
};

/// The scale of the tracers' colours, with the palette's tints if sums are to be of tints.
ColourScale SceneRenderer::Impl::coloursOf(const PictureContents& contents, const Camera& camera,
                                           const ViewSettings& view) const {
  ColourScale colours = colourScale(contents, camera, view);
  if (colours.wantsTints()) colours.tints = &palette.tints();
  return colours;
}

/// Clears the tracers of all pixels.
void SceneRenderer::Impl::clearSums(bool tints) {
  canvas.tint(tints);
  zero.fill(canvas.density);
  if (tints) zero.fill(canvas.more);
}

/// Splats the elements, if the view wants them, and records in `last` how to resolve them.
void SceneRenderer::Impl::exposeElements(const PictureContents& contents, const Camera& camera,
                                         const ViewSettings& view, Shot shot) {
  if (!view.drawElements || contents.elements == nullptr || contents.elements->count() == 0) return;
  if (!makesPicture()) return;  // every rank has all elements
  if (canvas.elementDensity.name() == 0) canvas.elementDensity = Buffer(canvas.pixels() * sizeof(std::uint32_t));
  if (!last.elementHalf) {
    zero.fill(canvas.elementDensity);
    elements = contents.elements->count();
  }
  const SplatKernel spot = splatKernel(kElementDiameter * pixelScale());
  splat.elements(*contents.elements, camera, spot, canvas, exposed(elements, shot));
  last.elementHalf = kElementHalf * spot.peak() * exposedUnit(elements, shot.count);
}

/// Adds the paths of the tracers, if the view wants them, to the canvas, which the first shot clears. Smoke and
/// vorticity that hide them must have been marched through.
void SceneRenderer::Impl::exposeStreaks(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                        Shot shot) {
  if (!drawsStreaks(contents, view)) return;
  if (canvas.streaks.name() == 0) {
    canvas.streaks = Buffer(canvas.pixels() * RenderCanvas::kDensityBytes);
    canvas.moreStreaks = Buffer(canvas.streaks.bytes());
  }
  if (shot.number == 0)
    for (const Buffer* sums : {&canvas.streaks, &canvas.moreStreaks}) zero.fill(*sums);
  if (contents.streaks)
    lines.draw(
        *contents.streaks, coloursOf(contents, camera, view), camera,
        {palette, pixelScale(), quality.streaks, view.mode == ViewMode::points ? nullptr : &*volume, last.vorticity},
        canvas);
  if (ranks && shot.isLast()) ranks->sumForPicture({canvas.streaks, canvas.moreStreaks});
  last.everyTile |= ranks != nullptr;  // other ranks have marked theirs alone
  last.streaks = &lines.exposure();
  if (shot.isLast() && contents.sample == 0) lines.expose(canvas, shot.count);
}

void SceneRenderer::Impl::splatPoints(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                      Shot shot) {
  if (shot.number == 0) canvas.lit.clear(zero);
  if (VorticityPicture* shown = shownVorticity(); shown != nullptr && marches(view)) {
    const CameraRays rays = cameraRays(camera, canvas.aspect());
    shown->march({contents, rays, view, quality, canvas.width, canvas.height, canvas.lit, canvas.shownSolids()},
                 nullptr, shot);
  }
  if (shot.number == 0 && hasLines(contents, view)) measureDepth(contents, camera, view, nullptr, nullptr);
  addPoints(contents, camera, view, shot);
}

/// Adds the tracers to the canvas, which the first shot clears.
void SceneRenderer::Impl::addPoints(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                    Shot shot) {
  const ColourScale colours = coloursOf(contents, camera, view);
  if (shot.number == 0) {
    clearSums(colours.tints != nullptr);
    zero.fill(canvas.coarse);
    if (canvas.tinted) zero.fill(canvas.coarseMore);
  }
  splat.tracers(contents.tracers, colours, camera, splatKernel(view.pointSize * pixelScale()), canvas,
                exposed(tracers, shot), last.vorticity);
  if (!ranks || !shot.isLast()) return;
  std::vector<BufferPart> sums = {canvas.density, canvas.coarse};
  if (canvas.tinted) sums.insert(sums.end(), {canvas.more, canvas.coarseMore});
  ranks->sumForPicture(sums);
}

/// Measures the distances of the tracers on each pixel, and those of a slice or surface `before` them and of bodies
/// (null: none).
void SceneRenderer::Impl::measureDepth(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                       const VorticityPicture* before, const Solids* solids) {
  ViewSettings byDepth = view;
  byDepth.colourBy = ColourBy::depth;
  if (view.mode == ViewMode::points) {
    addPoints(contents, camera, byDepth, {});
  } else {
    splatGrains(contents, camera, byDepth, {});
  }
  if (!depth) depth.emplace();
  const ColourScale depths = colourScale(contents, camera, byDepth);
  depth->draw(canvas, depths.low, depths.high, cameraRays(camera, canvas.aspect()), before, solids);
}

/// What hides grid and axes in the picture.
Veils SceneRenderer::Impl::veils(const PictureContents& contents, const ViewSettings& view) {
  Veils veils{shownVorticity(), nullptr, canvas.shownSolids()};
  if (!hasLines(contents, view)) return veils;
  veils.throughVolume = true;
  if (view.mode != ViewMode::points) {
    veils.smoke = &*volume;
  } else if (tracers > 0) {
    veils.points.emplace(
        Veils::Points{&canvas.density, &points.exposure(), depth->name(), 1 / exposedUnit(tracers, last.shots)});
  }
  return veils;
}

void SceneRenderer::Impl::exposeSmoke(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                      Shot shot) {
  if (!agreed) quality = agreedQuality(quality, *ranks);
  agreed = true;
  if (!volume) volume.emplace();
  if (!smoke) smoke.emplace();
  const CameraRays rays = cameraRays(camera, canvas.aspect());
  const bool grains = view.mode == ViewMode::both;
  // depth() needs the visibility of tracers, and lines need their own.
  const bool seen = grains || format != GL_RGBA8 || hasLines(contents, view) || drawsStreaks(contents, view);
  if (contents.sample == 0)
    volume->build({contents.tracers, coloursOf(contents, camera, view), view, rays, camera.distance(), quality, seen,
                   contents.flow.otherTracers, ranks});
  if (shot.number == 0) canvas.lit.clear(zero);
  // Tracers are dimmed by the vorticity that the march has met, so the march comes first, on every rank.
  const bool marchesFirst = last.vorticity != nullptr;
  if (grains && !marchesFirst) splatGrains(contents, camera, view, shot);
  if (marches(view))
    smoke->expose(canvas, smokeInput(contents, rays, camera, view), contents.sample + shot.number, shot);
  if (grains && marchesFirst) splatGrains(contents, camera, view, shot);
}

/// Builds the volume of the vorticity, if the view shows it.
void SceneRenderer::Impl::buildVorticity(const PictureContents& contents, const CameraRays& rays,
                                         const ViewSettings& view) {
  last.vorticity = nullptr;
  if (!hasVorticity(contents, view)) return;
  if (!makesPicture() && view.mode == ViewMode::density && !drawsStreaks(contents, view)) return;  // nothing to dim
  if (!vorticity) vorticity.emplace();
  // For bindView(), as in exposeSmoke().
  const bool seenPast =
      view.mode != ViewMode::density || format != GL_RGBA8 || hasLines(contents, view) || drawsStreaks(contents, view);
  if (contents.sample == 0)
    vorticity->build({contents, rays, view, quality, canvas.width, canvas.height, canvas.lit}, seenPast);
  last.vorticity = &*vorticity;
}

/// Draws the bodies in space, which are a part of the ground.
void SceneRenderer::Impl::drawSolids(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  canvas.hasSolids = !contents.flow.solids.empty();
  if (!canvas.hasSolids) return;
  if (!canvas.solids) canvas.solids.emplace();
  canvas.solids->draw(contents.flow.solids, camera, view,
                      view.vortexBy == VortexQuantity::vorticity ? shownVorticity() : nullptr, canvas.width,
                      canvas.height);
  if (contents.sample == 0 && view.mode != ViewMode::points && throwsShadow(contents, view))
    canvas.solids->drawShadow(contents, view);
  last.ground.solids = canvas.shownSolids();
}

/// Splats tracers as parts of the smoke.
void SceneRenderer::Impl::splatGrains(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                      Shot shot) {
  const ColourScale colours = coloursOf(contents, camera, view);
  if (shot.number == 0) clearSums(colours.tints != nullptr);
  splat.smoke(contents.tracers, colours, camera, splatKernel(view.pointSize * pixelScale()), canvas, *volume,
              exposed(tracers, shot), last.vorticity);
  if (!ranks || !shot.isLast()) return;
  std::vector<BufferPart> sums = {canvas.density, canvas.lit.marks()};
  if (canvas.tinted) sums.emplace_back(canvas.more);
  ranks->sumForPicture(sums);
  if (makesPicture()) canvas.lit.list(zero);
}

/// Makes the picture from the splatted tracers, with overlay and legends.
void SceneRenderer::Impl::compose(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                                  const ResolveInput& input) {
  if (!makesPicture()) return;
  if (view.mode == ViewMode::points) {
    points.draw(canvas, ground, palette, view, splatKernel(view.pointSize * pixelScale()), tracers, input);
  } else {
    smoke->draw(canvas, ground, smokeInput(contents, cameraRays(camera, canvas.aspect()), camera, view), input);
  }
  overlay.draw(contents, camera, view, {canvas.framebuffer.name(), canvas.width, canvas.height}, veils(contents, view));
  if (view.legend) drawLegends(contents, camera, view);
  const LegendContent unknown = unknownQuantity(contents, view);
  if (!unknown.title.empty()) vorticityLegend.draw(unknown, canvas.framebuffer, canvas.width, canvas.height);
  if (view.scaleBar)
    scaleBar.draw(scaleBarContent(camera, canvas.aspect(), view.background == Background::light), canvas.framebuffer,
                  canvas.width, canvas.height);
  legendHeight = view.legend ? legend.height() : unknown.title.empty() ? 0 : vorticityLegend.height();
}

void SceneRenderer::Impl::drawLegends(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  const bool onLight = view.background == Background::light;
  LegendContent content = legendContent(colourScale(contents, camera, view), palette.linear(), inks(view), onLight);
  if (last.vorticity != nullptr) {  // side by side
    LegendContent other = last.vorticity->legend(view);
    content.room = other.room = 0.5;
    vorticityLegend.draw(other, canvas.framebuffer, canvas.width, canvas.height);
  }
  legend.draw(content, canvas.framebuffer, canvas.width, canvas.height);
}

SceneRenderer::SceneRenderer(int width, int height, PictureUse use) {
  RenderCanvas::requireSize(width, height);
  impl_ = std::make_unique<Impl>(width, height, use);
}
SceneRenderer::~SceneRenderer() = default;
SceneRenderer::SceneRenderer(SceneRenderer&&) noexcept = default;
SceneRenderer& SceneRenderer::operator=(SceneRenderer&&) noexcept = default;

void SceneRenderer::resize(int newWidth, int newHeight) {
  RenderCanvas::requireSize(newWidth, newHeight);
  if (newWidth != width() || newHeight != height()) impl_->canvas = RenderCanvas(newWidth, newHeight, impl_->format);
}

int SceneRenderer::width() const {
  return impl_->canvas.width;
}
int SceneRenderer::height() const {
  return impl_->canvas.height;
}
int SceneRenderer::legendHeight() const {
  return impl_->legendHeight;
}
unsigned SceneRenderer::framebuffer() const {
  return impl_->canvas.framebuffer.name();
}
unsigned SceneRenderer::picture() const {
  return impl_->canvas.picture.name();
}
unsigned SceneRenderer::depth() const {
  return impl_->depth->name();
}
double SceneRenderer::densityUnit() const {
  return impl_->unit;
}

void SceneRenderer::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  expose(contents, camera, view, {});
  develop(contents, camera, view);
}

void SceneRenderer::expose(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot) {
  if (shot.number == 0) {
    const ColourScale colours = colourScale(contents, camera, view);
    impl_->palette.update(view, colours.rings, colours.own);
    impl_->tracers = contents.tracerTotal();
    impl_->unit = splatUnit(impl_->tracers);
    impl_->last = ResolveInput{{view.background, view.backgroundColour, contents.groundLeftOut}};
    impl_->last.sample = contents.sample;
    impl_->last.shots = shot.count;
  }
  impl_->buildVorticity(contents, cameraRays(camera, impl_->canvas.aspect()), view);
  impl_->drawSolids(contents, camera, view);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  impl_->exposeElements(contents, camera, view, shot);
  if (view.mode == ViewMode::points) {
    impl_->splatPoints(contents, camera, view, shot);
  } else {
    impl_->exposeSmoke(contents, camera, view, shot);
  }
  impl_->exposeStreaks(contents, camera, view, shot);
}

void SceneRenderer::develop(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  impl_->compose(contents, camera, view, impl_->last);
}

void SceneRenderer::redraw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  ResolveInput input = impl_->last;
  input.ground.colour = view.backgroundColour;
  input.again = true;
  impl_->compose(contents, camera, view, input);
}

void SceneRenderer::drawDepth(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  impl_->measureDepth(contents, camera, view, impl_->shownVorticity(), impl_->canvas.shownSolids());
}

void SceneRenderer::shareWith(PictureSum* ranks) {
  impl_->ranks = ranks;
  impl_->agreed = ranks == nullptr;
}

void SceneRenderer::setQuality(const RenderQuality& quality) {
  impl_->quality = quality;
}

Image SceneRenderer::read() const {
  return readPicture(impl_->canvas.framebuffer, impl_->canvas.width, impl_->canvas.height);
}

std::vector<std::uint32_t> SceneRenderer::readDensity() const {
  const RenderCanvas& canvas = impl_->canvas;
  std::vector<std::uint32_t> pairs(2 * canvas.pixels()), weights(canvas.pixels());
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  canvas.density.read(pairs.data(), pairs.size() * sizeof(std::uint32_t));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = pairs[2 * i];
  return weights;
}

}  // namespace app
