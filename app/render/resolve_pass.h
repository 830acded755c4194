#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "render/gl_objects.h"
#include "render/ground.h"
#include "render/render_canvas.h"

namespace app {

/// What every picture is made with.
struct ResolveInput {
  Background background = Background::dark;
  std::optional<double> elementHalf;  ///< elements are drawn: density of theirs that covers half of what is behind them
  int sample = 0;                     ///< as PictureContents has it: beyond the first one the exposure is kept
};

/// The last pass of a picture: the ground, and over it the tiles of the canvas that have something on them, drawn by a
/// fragment shader.
class ResolvePass {
 public:
  explicit ResolvePass(std::string fragmentFile);

  /// Draws canvas.picture. `bind` sets what the shader reads besides ground, size, elements and texture unit 0, the
  /// glow. Throws GlError, FileError (shaders).
  void draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
            Program::Defines defines, const std::function<void()>& bind);

 private:
  const Program& variant(const Program::Defines& defines);

  std::string fragmentFile_;
  std::map<Program::Defines, Program> variants_;
  VertexArray vertexArray_;
};

}  // namespace app
