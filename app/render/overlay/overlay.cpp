#include "render/overlay/overlay.h"

#include <cmath>
#include <glm/vec3.hpp>
#include <map>
#include <optional>

#include "camera/camera_rays.h"
#include "render/overlay/body_shapes.h"
#include "render/overlay/line_batch.h"
#include "render/overlay/overlay_lines.h"
#include "render/overlay/tree_boxes.h"
#include "render/overlay/wall_shear.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr LineColour kGridOnDark = {0.55F, 0.62F, 0.75F, 0.34F};
constexpr LineColour kGridTakenFromLight = {0.62F, 0.56F, 0.46F, 0.34F};

// Depth range over which boxes fade, in half edges of the tree's root, and the remaining cover at its far end.
constexpr double kDepthShare = 0.6;
constexpr float kBehind = 0.12F;

/// A depth buffer that is attached to a framebuffer without one.
class DepthBuffer {
 public:
  void attachTo(const OverlayTarget& target) {
    if (width_ != target.width || height_ != target.height) {
      GLuint name = 0;
      glCreateRenderbuffers(1, &name);
      handle_ = GlHandle<RenderbufferTraits>(name);
      glNamedRenderbufferStorage(name, GL_DEPTH_COMPONENT24, target.width, target.height);
      checkGl("glNamedRenderbufferStorage");
      width_ = target.width;
      height_ = target.height;
    }
    glNamedFramebufferRenderbuffer(target.framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, handle_.name());
    const GLfloat far = 1;
    glDepthMask(GL_TRUE);
    glClearNamedFramebufferfv(target.framebuffer, GL_DEPTH, 0, &far);
  }
  static void detachFrom(const OverlayTarget& target) {
    glNamedFramebufferRenderbuffer(target.framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
  }

 private:
  GlHandle<RenderbufferTraits> handle_;
  int width_ = 0, height_ = 0;
};

/// The parts of the overlay to draw.
struct Parts {
  bool arrows, cells, grid, shear, axes, bodies, lines, streamLines;

  Parts(const PictureContents& contents, const ViewSettings& view) {
    const bool elements = contents.elements != nullptr && contents.strengths != nullptr &&
                          contents.elements->count() > 0 && contents.strengths->count() == contents.elements->count();
    arrows = view.arrows && elements;
    cells = view.cells && !contents.flow.tree.cells.empty();
    grid = view.grid && contents.flow.floor;
    shear = grid && elements && contents.flow.floor->sticks && !contents.flow.plane;
    axes = view.axes && contents.flow.floor;
    bodies = !contents.flow.bodies.empty();
    lines = !contents.flow.lines.empty();
    streamLines = !contents.flow.streamLines.piece.empty();
  }
  bool any() const { return arrows || cells || grid || axes || bodies || lines || streamLines; }
};

/// Binds the target and enables blending; the destructor restores the state.
class DrawState {
 public:
  DrawState(const OverlayTarget& target, const VertexArray& vertexArray) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &former_);
    for (const GLenum state : {GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB})
      glDisable(state);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDepthFunc(GL_LESS);
    glBindVertexArray(vertexArray.name());
    bind(target);
  }
  static void bind(const OverlayTarget& target) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
    glViewport(0, 0, target.width, target.height);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  }
  ~DrawState() {
    glBindVertexArray(0);
    glUseProgram(0);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(former_));
  }
  DrawState(const DrawState&) = delete;
  DrawState& operator=(const DrawState&) = delete;

 private:
  GLint former_ = 0;
};

std::vector<Line> seedLines(const std::vector<SeedLine>& lines, bool onLight) {
  constexpr double kWidth = 1.6;
  constexpr Colour kOnDark = {0.93F, 0.90F, 0.80F}, kOnLight = {0.20F, 0.16F, 0.12F};
  std::vector<Line> all;
  for (const SeedLine& line : lines) {
    const Colour colour = line.colour.value_or(onLight ? kOnLight : kOnDark);
    for (std::size_t i = 1; i < line.place.size(); ++i)
      all.push_back(makeLine(line.place[i - 1], line.place[i], {colour[0], colour[1], colour[2], 1}, kWidth));
  }
  return all;
}

std::vector<Line> linesOf(const StreamLines& flow, bool onLight) {
  constexpr double kWidth = 1.1;
  constexpr LineColour kOnDark = {0.42F, 0.47F, 0.56F, 1}, kOnLight = {0.56F, 0.59F, 0.65F, 1};
  std::vector<Line> all;
  all.reserve(flow.piece.size());
  for (const auto& [from, to] : flow.piece) all.push_back(makeLine(from, to, onLight ? kOnLight : kOnDark, kWidth));
  return all;
}

glm::vec3 toGlm(fmm::Vec3 a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

}  // namespace

struct Overlay::Impl {
  void drawArrows(const PictureContents& contents, const Camera& camera, const OverlayTarget& target,
                  const ViewSettings& settings, const VorticityPicture* vorticity);
  void drawLines(const std::vector<Line>& lines, const LineView& view);
  void drawBatch(const LineBatch& lines, const LineView& view);
  void drawCells(const TreePicture& tree, const Camera& camera, LineView view, bool onLight);
  void drawGrid(const Floor& floor, const Camera& camera, LineView view, bool onLight);

  VertexArray vertexArray = VertexArray::create();
  std::map<Program::Defines, Program> linePrograms;  // made at first use, like the next
  std::optional<ArrowBatch> arrows;
  LineBatch batch;
  TreeBoxes boxes;
  DepthBuffer depth;
  std::optional<WallShear> shear;
  std::optional<BodyShapes> bodies;
};

bool hasLines(const PictureContents& contents, const ViewSettings& view) {
  return ((view.grid || view.axes) && contents.flow.floor) || !contents.flow.lines.empty() ||
         !contents.flow.streamLines.piece.empty();
}

Overlay::Overlay() = default;
Overlay::~Overlay() = default;
Overlay::Overlay(Overlay&&) noexcept = default;
Overlay& Overlay::operator=(Overlay&&) noexcept = default;

void Overlay::Impl::drawArrows(const PictureContents& contents, const Camera& camera, const OverlayTarget& target,
                               const ViewSettings& settings, const VorticityPicture* vorticity) {
  if (!arrows) arrows.emplace();
  const CameraPose pose = camera.pose();
  ArrowView view;
  view.viewProjection = camera.viewProjection(static_cast<double>(target.width) / target.height);
  view.eye = toGlm(pose.eye);
  view.pixels = 0.5 * target.height / std::tan(pose.fieldOfView * kPi / 360);
  view.height = target.height;
  view.onLight = settings.background == Background::light;
  view.size = settings.arrowSize;
  view.distance = fmm::norm(contents.flow.centroid - pose.eye);
  view.extent = contents.flow.radius();
  view.vorticity = vorticity;
  view.rays = cameraRays(camera, static_cast<double>(target.width) / target.height);
  glEnable(GL_DEPTH_TEST);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  arrows->draw(*contents.elements, *contents.strengths, view);
}

void Overlay::Impl::drawLines(const std::vector<Line>& lines, const LineView& view) {
  batch.set(lines);
  drawBatch(batch, view);
}

void Overlay::Impl::drawBatch(const LineBatch& lines, const LineView& view) {
  Program::Defines defines;
  if (view.focus.w > 0) defines.emplace_back("FADING");
  if (view.rim) defines.emplace_back("RIM");
  for (const std::string& define : view.veils.defines()) defines.push_back(define);
  Program& program = linePrograms[defines];
  if (!program) program = Program::graphics("lines.vert", "lines.frag", defines);
  lines.draw(program, view);
}

void Overlay::Impl::drawGrid(const Floor& floor, const Camera& camera, LineView view, bool onLight) {
  const Grid grid = gridLines(floor, camera, onLight ? kGridTakenFromLight : kGridOnDark);
  view.focus = glm::vec4(toGlm(grid.focus), static_cast<float>(grid.reach));
  drawLines(grid.lines, view);
}

/// Boxes fade with depth, else near and far ones could not be told apart.
void Overlay::Impl::drawCells(const TreePicture& tree, const Camera& camera, LineView view, bool onLight) {
  const fmm::TreeCell& root = tree.cells.front();
  const CameraPose pose = camera.pose();
  const double middle = fmm::dot(root.centre - pose.eye, pose.target - pose.eye) / camera.distance();
  view.nearest = static_cast<float>(middle - kDepthShare * root.halfEdges.x);
  view.farthest = static_cast<float>(middle + kDepthShare * root.halfEdges.x);
  view.behind = kBehind;
  boxes.show(tree, onLight);
  drawBatch(boxes.all(), view);
  view.behind = 1;
  drawBatch(boxes.chosen(), view);
}

void Overlay::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                   const OverlayTarget& target, const Veils& veils) {
  const Parts parts(contents, view);
  if (!parts.any()) return;
  if (!impl_) impl_ = std::make_unique<Impl>();
  const bool onLight = view.background == Background::light;
  const DrawState state(target, impl_->vertexArray);
  if (parts.shear) {
    if (!impl_->shear) impl_->shear.emplace();
    impl_->shear->sum(contents);
    DrawState::bind(target);
  }
  LineView lines;
  lines.viewProjection = camera.viewProjection(static_cast<double>(target.width) / target.height);
  lines.width = target.width;
  lines.height = target.height;
  lines.rays = cameraRays(camera, static_cast<double>(target.width) / target.height);
  // Arrows hide each other and the lines behind them.
  if (parts.arrows) {
    impl_->depth.attachTo(target);
    impl_->drawArrows(contents, camera, target, view, veils.vorticity);
    glDepthMask(GL_FALSE);
  }
  if (onLight) {
    glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
  } else {
    glBlendFunc(GL_ONE_MINUS_DST_COLOR, GL_ONE);
  }
  if (parts.shear) impl_->shear->draw(lines.viewProjection, onLight);
  if (!onLight) glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  lines.veils = veils;
  if (parts.grid) impl_->drawGrid(*contents.flow.floor, camera, lines, onLight);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  if (parts.streamLines) impl_->drawLines(linesOf(contents.flow.streamLines, onLight), lines);
  if (parts.bodies) {
    if (!impl_->bodies) impl_->bodies.emplace();
    impl_->bodies->draw(contents.flow.bodies, lines.viewProjection, onLight);
    lines.rim = veils.vorticity != nullptr && view.vortexBy == VortexQuantity::vorticity;
    impl_->drawLines(outlineLines(contents.flow.bodies, onLight), lines);
    lines.rim = false;
  }
  if (parts.axes) impl_->drawLines(axisLines(*contents.flow.floor, camera, onLight), lines);
  if (parts.lines) impl_->drawLines(seedLines(contents.flow.lines, onLight), lines);
  lines.veils = {veils.vorticity, nullptr, veils.solids};
  if (parts.cells) impl_->drawCells(contents.flow.tree, camera, lines, onLight);
  if (parts.arrows) DepthBuffer::detachFrom(target);
  checkGl("overlay");
}

}  // namespace app
