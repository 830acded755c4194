#pragma once

#include <cstddef>
#include <optional>

#include "files/image.h"
#include "film/layer_reader.h"
#include "film/recorder.h"
#include "gl/picture_reader.h"
#include "render/picture/matte.h"
#include "render/picture/supersampler.h"
#include "render/scene_renderer.h"

namespace app {

/// What the pictures of a film are made of.
Matte::Layers layersFor(const RecorderSettings& film);

/// Draws the pictures of a film: at its size, with several samples a pixel, and brought to the host while the next one
/// is drawn. Needs a current OpenGL context, the same one from construction to destruction.
class FilmRenderer {
 public:
  /// Pixels are means of supersampling^2 samples; with alpha, or of linear light, as `layers` says. Throws as
  /// SceneRenderer does.
  FilmRenderer(int width, int height, int supersampling, Matte::Layers layers = {});
  /// As SceneRenderer has it.
  void shareWith(PictureSum* ranks) { renderer_.shareWith(ranks); }

  /// Draws one picture and sends it off. At most kMostPending - 1 are on their way already. Throws GlError, FileError.
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  static constexpr std::size_t kMostPending = PictureReader::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return reader_ ? reader_->pending() : layerReader_->pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take() { return reader_ ? reader_->take() : layerReader_->take(); }

 private:
  bool hasLayers() const { return layers_.transparent || layers_.linear; }
  void drawSample(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  void addLayers(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  void send(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  Matte::Layers layers_;
  int supersampling_;
  SceneRenderer renderer_;
  std::optional<Supersampler> supersampler_;  ///< of several samples of a picture without layers
  std::optional<PictureReader> reader_;       ///< of a picture without layers
  std::optional<Matte> matte_;                ///< of one with layers, as the next
  std::optional<LayerReader> layerReader_;
};

}  // namespace app
