#pragma once

#include <functional>
#include <string>
#include <utility>

#include "gl/gl_objects.h"
#include "render/picture/render_canvas.h"

namespace app {

/// The glow of a picture: its coarse pixels blurred by a Gaussian, along the rows and then along the columns, by the
/// two variants of a compute shader.
class CoarseBlur {
 public:
  /// Throws GlError, FileError (shaders).
  explicit CoarseBlur(std::string computeFile) : programs_(std::move(computeFile)) {}

  /// Blurs into `result`, which has the shader's `format`, by way of `rows`, which has it too, and marks tiles of
  /// canvas.lit; by the shader's variant with these defines. `bindSource` sets what the pass along the rows reads,
  /// `bindMore` what that along the columns reads besides `rows`. Throws GlError.
  void draw(
      const RenderCanvas& canvas, const Texture& rows, const Texture& result, Program::Defines defines,
      const std::function<void()>& bindSource, const std::function<void()>& bindMore = [] {});

 private:
  ProgramVariants programs_;
};

}  // namespace app
