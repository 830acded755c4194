#pragma once

#include <functional>
#include <string>
#include <utility>

#include "gl/gl_objects.h"
#include "render/picture/render_canvas.h"

namespace app {

/// The glow of a picture: its coarse pixels blurred by a Gaussian along the rows, then along the columns, by two
/// variants of a compute shader.
class CoarseBlur {
 public:
  /// Throws GlError, FileError (shaders).
  explicit CoarseBlur(std::string computeFile) : programs_(std::move(computeFile)) {}

  /// Blurs into `result` by way of `rows`, both of the shader's `format`, and marks tiles of canvas.lit, with the
  /// shader variant of these defines. `bindSource` binds the input of the pass along the rows, `bindMore` further input
  /// of the pass along the columns. Throws GlError.
  void draw(
      const RenderCanvas& canvas, const Texture& rows, const Texture& result, Program::Defines defines,
      const std::function<void()>& bindSource, const std::function<void()>& bindMore = [] {});

 private:
  ProgramVariants programs_;
};

}  // namespace app
