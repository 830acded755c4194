#pragma once

#include <cstddef>
#include <optional>

#include "files/image.h"
#include "gl/picture_reader.h"
#include "render/picture/supersampler.h"
#include "render/scene_renderer.h"

namespace app {

/// Draws the pictures of a film: at its size, with several samples a pixel, and brought to the host while the next one
/// is drawn. Needs a current OpenGL context, the same one from construction to destruction.
class FilmRenderer {
 public:
  /// Pixels are means of supersampling^2 samples. Throws as SceneRenderer does.
  FilmRenderer(int width, int height, int supersampling);
  /// As SceneRenderer has it.
  void shareWith(PictureSum* ranks) { renderer_.shareWith(ranks); }

  /// Draws one picture and sends it off. At most kMostPending - 1 are on their way already. Throws GlError, FileError.
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  static constexpr std::size_t kMostPending = PictureReader::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return reader_.pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take() { return reader_.take(); }

 private:
  SceneRenderer renderer_;
  std::optional<Supersampler> supersampler_;
  PictureReader reader_;
};

}  // namespace app
