// OpenGL reports no problem, whatever is drawn.

#include <GL/glew.h>

#include "app/render/model_picture.h"
#include "gl/headless_context.h"
#include "support/test.h"

namespace {

/// Collects the driver's messages, down to advice on speed, but no notes such as on where a buffer lies.
class DebugOutput {
 public:
  DebugOutput() {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    glDebugMessageCallback(&DebugOutput::take, this);
  }
  ~DebugOutput() { glDebugMessageCallback(nullptr, nullptr); }
  DebugOutput(const DebugOutput&) = delete;
  DebugOutput& operator=(const DebugOutput&) = delete;

  std::vector<std::string> messages;

 private:
  static void GLAPIENTRY take(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                              const void* self) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || type == GL_DEBUG_TYPE_OTHER) return;
    auto& out = *const_cast<DebugOutput*>(static_cast<const DebugOutput*>(self));
    out.messages.emplace_back(text, static_cast<std::size_t>(length));
  }
};

class GlDebug : public testing::Test {
 protected:
  app::HeadlessContext context_{std::nullopt, true};
  DebugOutput output_;
};

TEST_F(GlDebug, MistakesAreHeard) {
  glBindTexture(GL_TEXTURE_2D, 123456);
  EXPECT_NE(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  EXPECT_FALSE(output_.messages.empty());
}

TEST_F(GlDebug, AllViewsAreSilent) {
  test::ModelPicture model;
  for (const auto mode : {app::ViewMode::points, app::ViewMode::density, app::ViewMode::both}) {
    for (const auto background : {app::Background::dark, app::Background::light, app::Background::gradient}) {
      app::ViewSettings view;
      view.mode = mode;
      view.background = background;
      model.draw(view, 160, 90);
      EXPECT_EQ(output_.messages, std::vector<std::string>()) << toString(mode) << ", " << toString(background);
    }
  }
}

TEST_F(GlDebug, AllColoursAndOverlaysAreSilent) {
  test::ModelPicture model;
  for (const auto by : {app::ColourBy::speed, app::ColourBy::ring, app::ColourBy::age, app::ColourBy::depth}) {
    app::ViewSettings view;
    view.mode = app::ViewMode::both;
    view.colourBy = by;
    view.pointSize = by == app::ColourBy::age ? 8 : 1.5;
    view.vorticity = view.isosurface = 0.5;
    view.slice = app::SliceAxis::x;
    view.drawElements = view.arrows = view.cells = view.grid = view.axes = view.legend = true;
    if (by == app::ColourBy::ring) view.colourMap = app::kDyeMap;
    model.draw(view, 200, 120);
    EXPECT_EQ(output_.messages, std::vector<std::string>()) << toString(by);
  }
}

}  // namespace
