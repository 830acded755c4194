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

/// Brings pictures with alpha, or of linear light, from OpenGL to the host, as PictureReader does those of bytes.
class LayerReader {
 public:
  /// Throws GlError.
  LayerReader(int width, int height, bool linear);

  /// Sends off `colours`, RGBA8 or, where it is linear, RGBA32F with `depth`, R32F: textures whose first row is the
  /// lowest, as they are now. Fewer than MappedRing::kMostPending are on their way. Throws GlError.
  void start(const Texture& colours, GLuint depth);
  std::size_t pending() const { return ring_.pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take();

 private:
  std::size_t pixels() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
  Image bytesOf(const std::uint8_t* arrived) const;
  Image lightOf(const std::uint8_t* arrived) const;

  int width_, height_;
  bool linear_;
  MappedRing ring_;  // colours, then depth
};

/// What the pictures of a film are made of.
Matte::Layers layersFor(const RecorderSettings& film);

/// The shots of each picture, and the lens through which they are seen: each from a place on it, evenly spread over its
/// disc and independent of the shots' order.
struct FilmLens {
  int shots = 1;        ///< a multiple of the samples of a pixel, which are spread over them; or 1
  double aperture = 0;  ///< diameter [L]
  double focus = 0;     ///< distance that is sharp [L]; 0: the camera's from its target
};

/// The lens of a film.
FilmLens lensOf(const FilmSettings& film);

/// Where shot `number` of `count` stands on a disc of radius 1: on a sunflower's spiral (Vogel 1979), whose places are
/// taken in leaps, so that shots in a row lie all over the disc.
SampleOffset lensPlace(int number, int count);

/// Draws the pictures of a film: at its size, with several samples a pixel, and brought to the host while the next one
/// is drawn. Needs a current OpenGL context, the same one from construction to destruction.
class FilmRenderer {
 public:
  /// Pixels are means of supersampling^2 samples; with alpha, or of linear light, as `layers` says. Throws as
  /// SceneRenderer does.
  FilmRenderer(int width, int height, int supersampling, Matte::Layers layers = {}, FilmLens lens = {});
  /// As SceneRenderer has it.
  void shareWith(PictureSum* ranks) { renderer_.shareWith(ranks); }

  /// Draws one picture and sends it off. At most kMostPending - 1 are on their way already. Throws GlError, FileError.
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Draws shot `number` of a picture of several, from 0 in this order; the last one sends the picture off. What lies
  /// over the picture is as that one has it. Throws as draw() does.
  void shoot(const PictureContents& contents, const Camera& camera, const ViewSettings& view, int number);

  static constexpr std::size_t kMostPending = PictureReader::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return reader_ ? reader_->pending() : layerReader_->pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take() { return reader_ ? reader_->take() : layerReader_->take(); }

 private:
  bool hasLayers() const { return layers_.transparent || layers_.linear; }
  void drawSample(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  void addLayers(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  ViewSettings firstOver(const ViewSettings& view) const;
  void send(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  Camera shifted(const Camera& camera, int sample) const;
  /// Pictures that are averaged once they are drawn.
  int pictures() const { return lens_.shots > 1 ? 1 : supersampling_ * supersampling_; }

  Matte::Layers layers_;
  FilmLens lens_;
  int supersampling_;
  SceneRenderer renderer_;
  std::optional<Supersampler> supersampler_;  ///< of several samples of a picture without layers
  std::optional<PictureReader> reader_;       ///< of a picture without layers
  std::optional<Matte> matte_;                ///< of one with layers, as the next
  std::optional<LayerReader> layerReader_;
};

}  // namespace app
