#pragma once

#include <functional>

#include "gl/gl_objects.h"
#include "render/picture/render_canvas.h"

namespace app {

/// The factor on a picture's light, which never leaves the GPU: fixed, or measured on the picture.
class Exposure {
 public:
  /// `defines` are those of survey.comp and exposure.comp, which say what kind of picture it is. Throws GlError,
  /// FileError (shaders).
  explicit Exposure(const Program::Defines& defines = {});

  void fix(double factor);
  /// Looks at the coarse pixels of a picture; `bind` sets what survey.comp reads of it. `reference` is what
  /// exposure.comp holds the picture's mean against. Throws GlError.
  void measure(const RenderCanvas& canvas, double brightness, double reference, const std::function<void()>& bind);

  void bindStorage(GLuint binding) const { factor_.bindStorage(binding); }

 private:
  Program survey_, measure_;
  Buffer groupSums_;  ///< [kSurveyGroups][2] float
  Buffer factor_;     ///< one float
};

}  // namespace app
