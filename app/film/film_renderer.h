#pragma once

#include <GL/glew.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "files/image.h"
#include "film/recorder.h"
#include "gl/gl_objects.h"
#include "gl/picture_reader.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/shot_mean.h"
#include "render/scene_renderer.h"

namespace app {

/// Transfers pictures with alpha or of linear light from OpenGL to the host; PictureReader does so for bytes.
class LayerReader {
 public:
  /// Throws GlError.
  LayerReader(int width, int height, bool linear);

  /// Starts the transfer of `colours`: RGBA8, or if linear RGBA32F with `depth` in R32F. Rows are stored bottom up.
  /// Fewer than MappedRing::kMostPending transfers may be pending. Throws GlError.
  void start(const Texture& colours, GLuint depth);
  std::size_t pending() const { return ring_.pending(); }
  /// Waits for the oldest pending picture and returns it. Throws GlError.
  Image take();

 private:
  std::size_t pixels() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
  Image bytesOf(const std::uint8_t* arrived) const;
  Image lightOf(const std::uint8_t* arrived) const;

  int width_, height_;
  bool linear_;
  MappedRing ring_;  // colours, then depth
};

/// The layers of a film's pictures.
Matte::Layers layersFor(const RecorderSettings& film);

/// Position of shot `number` of `count` on a disc of radius 1: on a sunflower spiral (Vogel 1979), whose points are
/// visited in leaps. Each shot is taken from another point of the lens; the points cover its disc evenly, in an order
/// unrelated to the order of the shots.
SampleOffset lensPlace(int number, int count);

/// Draws the pictures of a film at its size with several samples per pixel; a picture is transferred to the host while
/// the next one is drawn. Needs a current OpenGL context, the same one from construction to destruction.
class FilmRenderer {
 public:
  /// Uses the film's size, samples, shots and lens; the samples of a pixel are spread over the shots. `layers` adds
  /// alpha or linear light. Throws as SceneRenderer does.
  explicit FilmRenderer(const FilmSettings& film, Matte::Layers layers = {});
  /// As SceneRenderer::shareWith().
  void shareWith(PictureSum* ranks) { renderer_.shareWith(ranks); }

  /// Draws one picture and starts its transfer. At most kMostPending - 1 may be pending. Throws GlError, FileError.
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Draws shot `number` of a picture, in order from 0; the last shot starts the picture's transfer and determines the
  /// overlays. Throws as draw() does.
  void shoot(const PictureContents& contents, const Camera& camera, const ViewSettings& view, int number);

  static constexpr std::size_t kMostPending = PictureReader::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return reader_ ? reader_->pending() : layerReader_->pending(); }
  /// Waits for the oldest pending picture and returns it. Throws GlError.
  Image take() { return reader_ ? reader_->take() : layerReader_->take(); }

 private:
  bool hasLayers() const { return layers_.transparent || layers_.linear; }
  void drawSample(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  void addLayers(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  ViewSettings firstOver(const ViewSettings& view) const;
  void send(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  Camera shifted(const Camera& camera, int sample) const;
  /// Pictures drawn and then averaged.
  int pictures() const { return shots_ > 1 ? 1 : film_.samples() * film_.samples(); }

  FilmSettings film_;
  int shots_;
  Matte::Layers layers_;
  SceneRenderer renderer_;
  std::optional<Supersampler> supersampler_;  ///< for several samples of a picture without layers
  std::optional<PictureReader> reader_;       ///< for a picture without layers
  std::optional<Matte> matte_;                ///< for a picture with layers, as is layerReader_
  std::optional<LayerReader> layerReader_;
};

}  // namespace app
