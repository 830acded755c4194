#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "camera/camera.h"
#include "files/image.h"
#include "fmm/tree_view.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "render/scene_renderer.h"
#include "state/particle_stream.h"

namespace test {

using Particle = std::array<float, 4>;  ///< x, y, z, speed

/// Tests that draw. The context lives as long as the suite.
class DrawTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = std::make_unique<app::HeadlessContext>(); }
  static void TearDownTestSuite() { context_.reset(); }
  void TearDown() override { app::checkGl("test"); }

 private:
  inline static std::unique_ptr<app::HeadlessContext> context_;
};

/// At (0, 0, distance), looking at the origin, where the middle of the picture is; x to the right, y up.
app::Camera frontCamera(double distance = 5);
/// A cubic cell of the tree, with one element.
fmm::TreeCell cube(fmm::Vec3 centre, double halfEdge, int level = 0, bool leaf = true);

/// Tracers at random in a torus about the z axis, of major radius 1 and minor radius `minor`, with speeds of 0 to 1.
std::vector<Particle> ring(std::size_t count, float minor = 0.2F, unsigned seed = 7);
/// Tracers at random in a ball.
std::vector<Particle> ball(std::size_t count, std::array<float, 3> centre, float radius, unsigned seed = 7);
std::vector<Particle> scaled(std::vector<Particle> particles, float factor);

/// The particles in OpenGL's memory. Needs a context.
std::unique_ptr<app::ParticleStream> streamOf(const std::vector<Particle>& particles);

/// Tracers at random about a ring in the plane of x and y, with radii from `inner` to `outer`, in the host's memory.
std::unique_ptr<app::ParticleStream> flatRing(std::size_t count, float inner, float outer);

/// A picture of the tracers at full quality. Needs a context.
app::Image draw(const std::vector<Particle>& tracers, const app::ViewSettings& view, const app::Camera& camera,
                int width = 160, int height = 90);

/// Light of an sRGB byte, 0 to 1.
double linearLight(int code);

/// Visible difference of two pictures of one size: both are shrunk by `shrink` along each side, so that details of
/// single pixels do not count, and compared in CIELAB (CIE 1976, D65).
struct PictureDifference {
  double mean = 0;     ///< of all distances; 1 is about the least visible one side by side
  double largest = 0;  ///< of the smallest 99 % of the distances
  double lit = 0;      ///< mean where either picture differs from its background, the colour at (0, 0)
};
PictureDifference difference(const app::Image& a, const app::Image& b, int shrink = 4);

}  // namespace test
