#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "render/camera_rays.h"
#include "render/density_volume.h"
#include "render/headless_context.h"
#include "render/scene_renderer.h"

namespace {

using namespace app;
using Particle = std::array<float, 4>;  // x, y, z, speed

std::vector<Particle> ring(std::size_t count, float scale = 1) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(0, 1);
  constexpr float kTurn = 6.2831853F;
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < count; ++i) {
    const float around = kTurn * uniform(generator), across = kTurn * uniform(generator);
    const float minor = 0.2F * std::sqrt(uniform(generator)), major = 1 + minor * std::cos(across);
    particles.push_back({scale * major * std::cos(around), scale * major * std::sin(around),
                         scale * minor * std::sin(across), uniform(generator)});
  }
  return particles;
}

std::unique_ptr<ParticleStream> streamOf(const std::vector<Particle>& particles) {
  auto stream = makeHostParticleStream();
  const fmm::ParticleTarget target = stream->map(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i)
    std::copy(particles[i].begin(), particles[i].end(), target.positions + 4 * i);
  stream->unmap();
  return stream;
}

class Density : public testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = std::make_unique<HeadlessContext>(); }
  static void TearDownTestSuite() { context_.reset(); }

  static Camera camera(double scale = 1) {
    return Camera({{2.2 * scale, 1.4 * scale, 3.2 * scale}, {0, 0, 0}, {0, 1, 0}, 35});
  }
  static ViewSettings smoke(ViewMode mode = ViewMode::density) {
    ViewSettings view;
    view.mode = mode;
    return view;
  }
  static Image picture(const std::vector<Particle>& tracers, const ViewSettings& view, const Camera& from = camera()) {
    SceneRenderer renderer(320, 180);
    renderer.draw({*streamOf(tracers)}, from, view);
    return renderer.read();
  }

  static std::unique_ptr<HeadlessContext> context_;
};
std::unique_ptr<HeadlessContext> Density::context_;

TEST_F(Density, VolumeHoldsEveryTracer) {
  const ViewSettings view = smoke();
  DensityVolume volume;
  for (const std::size_t count : {0U, 1U, 2U, 100U, 20000U}) {
    const auto stream = streamOf(ring(count));
    PictureContents contents{*stream};
    const ColourScale colours = colourScale(contents, camera(), view);
    volume.build({*stream, colours, view, cameraRays(camera(), 1.5), camera().distance(), 100000, true});
    EXPECT_EQ(volume.readSums().tracers, static_cast<double>(count));
    EXPECT_NEAR(volume.readSums().colour, count > 10 ? 0.5 : volume.readSums().colour, 0.05);
  }
}

TEST_F(Density, SameBytesInAnyOrderAndEveryTime) {
  for (const ViewMode mode : {ViewMode::density, ViewMode::both}) {
    std::vector<Particle> tracers = ring(5000);
    const Image first = picture(tracers, smoke(mode));
    std::shuffle(tracers.begin(), tracers.end(), std::mt19937(3));
    EXPECT_EQ(picture(tracers, smoke(mode)).rgb, first.rgb);
  }
}

TEST_F(Density, WhatIsNotFiniteCountsForNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  for (const ViewMode mode : {ViewMode::density, ViewMode::both}) {
    std::vector<Particle> tracers = ring(3000);
    const Image alone = picture(tracers, smoke(mode));
    tracers.insert(tracers.begin() + 7, {{nan, 0, 0, 1}, {0, 0, nan, 1}, {0, inf, 0, 1}, {0, 0, 0, nan}});
    EXPECT_EQ(picture(tracers, smoke(mode)).rgb, alone.rgb);
  }
}

TEST_F(Density, NothingAndOneTracerAreFine) {
  for (const ViewMode mode : {ViewMode::density, ViewMode::both}) {
    const Image none = picture({}, smoke(mode));
    EXPECT_TRUE(std::equal(none.rgb.begin() + 3, none.rgb.end(), none.rgb.begin()));
    const Image one = picture({{0, 0, 0, 1}}, smoke(mode));
    EXPECT_GT(one.at(160, 90)[0], none.at(160, 90)[0] + 40);
    EXPECT_EQ(one.at(20, 20)[0], none.at(20, 20)[0]);
  }
}

}  // namespace
