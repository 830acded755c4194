#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "render/overlay/line_batch.h"

namespace app {

/// Bodies of a plane flow, as filled outlines.
class BodyShapes {
 public:
  /// Throws GlError, FileError (shaders).
  BodyShapes();
  /// Fills the outlines, in the bound framebuffer with premultiplied colours. Throws GlError.
  void draw(const std::vector<std::vector<fmm::Vec3>>& outlines, const glm::mat4& viewProjection, bool onLight);

 private:
  Program program_;
  Buffer corners_;
};

/// Triangles of a polygon that does not cross itself, counter-clockwise: three corners each.
std::vector<fmm::Vec3> trianglesOf(const std::vector<fmm::Vec3>& outline);

/// The outlines as lines, counter-clockwise, for LineView::rim.
std::vector<Line> outlineLines(const std::vector<std::vector<fmm::Vec3>>& outlines, bool onLight);

}  // namespace app
