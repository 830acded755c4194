// A picture of tracers on several ranks equals, bit for bit, the picture of all tracers on one rank.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/support/picture_support.h"
#include "film/rank_picture.h"
#include "fmm/cuda.h"
#include "gl/headless_context.h"
#include "ranks/world.h"
#include "render/scene_renderer.h"
#include "state/thinned_tracers.h"

namespace ranks_test {
namespace {

using test::Particle;

/// Tracers of three rings, the first two of them mixed, and the tags in the same order.
struct Tracers {
  std::vector<Particle> particles;
  app::TracerTags tags;
};

Tracers allTracers() {
  Tracers all;
  all.particles = test::ring(9001);
  for (const Particle& p : test::ball(3000, {0, 0, 0.5F}, 0.4F)) all.particles.push_back(p);
  for (std::size_t i = 0; i < all.particles.size(); ++i)
    all.tags.push_back({i < 9001 ? static_cast<std::uint32_t>(i % 2) : 2U, i < 9001 ? 0.F : 0.4F});
  return all;
}

/// This rank's block of the tracers; if `crowded`, rank 0 has all. Of four or more ranks, the last has only the third
/// ring or nothing.
Tracers ownTracers(const Tracers& all, bool crowded) {
  const auto rank = static_cast<std::size_t>(world().rank()), size = static_cast<std::size_t>(world().size());
  Tracers own;
  for (std::size_t i = 0; i < all.particles.size(); ++i) {
    const std::size_t owner = crowded ? 0 : i * size / all.particles.size();
    if (owner != rank) continue;
    own.particles.push_back(all.particles[i]);
    own.tags.push_back(all.tags[i]);
  }
  return own;
}

/// A picture's contents in OpenGL's memory.
struct Shown {
  std::unique_ptr<app::ParticleStream> stream, elements, strengths;
  app::TagBuffer tags;
  app::FlowState flow;

  explicit Shown(const Tracers& tracers, std::size_t others = 0)
      : stream(test::streamOf(tracers.particles)), elements(test::streamOf(test::ring(400))) {
    tags.load(std::make_shared<const app::TracerTags>(tracers.tags));
    std::vector<Particle> alphas;
    for (const Particle& p : test::ring(400)) alphas.push_back({-p[1], p[0], 0, 0.1F});
    strengths = test::streamOf(alphas);
    flow.time = 1;
    flow.extent = 1.5;
    flow.otherTracers = others;
  }
  app::PictureContents contents() const { return {*stream, flow, elements.get(), strengths.get(), &tags, 3}; }
};

/// Pictures through the hosts (false), and from GPU to GPU with a GPU for each rank (true).
class RankPictures : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) requireGpus();
    if (IsSkipped() || HasFatalFailure()) return;
    context_.emplace(GetParam() ? std::optional(fmm::cudaDevice().ordinal) : std::nullopt);
  }

  /// Expects that all ranks together make the picture that one rank makes.
  void hold(const app::ViewSettings& view, bool crowded = false) {
    const Tracers all = allTracers();
    const Tracers share = ownTracers(all, crowded);
    const Shown own(share, all.particles.size() - share.particles.size());
    const app::Camera camera(app::CameraPose{{3, -2, 1.5}, {0, 0, 0}});
    app::RankPicture sum(world(), GetParam());
    app::SceneRenderer together(160, 90);
    together.shareWith(&sum);
    for (int i = 0; i < 2; ++i) together.draw(own.contents(), camera, view);  // the second over buffers of the first
    if (!world().isFirst()) return;
    const Shown whole(all);
    app::SceneRenderer one(160, 90);
    one.draw(whole.contents(), camera, view);
    const std::vector<std::uint8_t> picture = one.read().rgb;
    EXPECT_GT(std::set<std::uint8_t>(picture.begin(), picture.end()).size(), 20U);  // it is not empty
    EXPECT_EQ(together.read().rgb, picture);
  }

  std::optional<app::HeadlessContext> context_;
};

TEST_P(RankPictures, SumsAreThoseOfAllRanks) {
  app::RankPicture sum(world(), GetParam());
  if (sum.goesRound()) GTEST_SKIP() << "no libnccl.so.2";
  const auto own = static_cast<std::uint32_t>(world().rank()), size = static_cast<std::uint32_t>(world().size());
  for (const std::size_t count : {std::size_t{3}, std::size_t{500000}, std::size_t{70}}) {  // small, large, small
    std::vector<std::uint32_t> values(count, own + 1);
    app::Buffer buffer(count * sizeof(std::uint32_t), values.data());
    const std::size_t skipped = sizeof(std::uint32_t);
    app::Buffer other(skipped, &own);
    sum.sum({{buffer, skipped, buffer.bytes() - skipped}, other});
    std::uint32_t owns = 0;
    other.read(&owns, sizeof owns);
    EXPECT_EQ(owns, size * (size - 1) / 2);
    buffer.read(values.data(), buffer.bytes());
    EXPECT_EQ(values.front(), own + 1);
    EXPECT_EQ(values[1], size * (size + 1) / 2);
    EXPECT_EQ(values.back(), size * (size + 1) / 2);
    sum.sumForPicture({buffer});
    buffer.read(values.data(), buffer.bytes());
    if (world().isFirst()) {
      EXPECT_EQ(values.back(), size * size * (size + 1) / 2);
    }
  }
  EXPECT_GT(sum.seconds(), 0);
}

TEST_P(RankPictures, PointsAreThoseOfOneRank) {
  for (const app::ColourBy by : {app::ColourBy::speed, app::ColourBy::ring, app::ColourBy::age, app::ColourBy::depth}) {
    app::ViewSettings view;
    view.mode = app::ViewMode::points;
    view.colourBy = by;
    view.drawElements = by == app::ColourBy::ring;
    hold(view);
  }
}

TEST_P(RankPictures, DensityIsThatOfOneRank) {
  app::ViewSettings view;
  view.mode = app::ViewMode::density;
  for (const app::ColourBy by : {app::ColourBy::speed, app::ColourBy::ring}) {
    view.colourBy = by;
    hold(view);
    hold(view, true);
  }
}

TEST_P(RankPictures, PointsInSmokeAreThoseOfOneRank) {
  app::ViewSettings view;
  view.mode = app::ViewMode::both;
  view.colourBy = app::ColourBy::ring;
  hold(view);
  hold(view, true);
}

TEST_P(RankPictures, BehindVorticityAreThoseOfOneRank) {
  app::ViewSettings view;
  view.vorticity = 1;
  for (const app::ViewMode mode : {app::ViewMode::points, app::ViewMode::density, app::ViewMode::both}) {
    view.mode = mode;
    for (const double surface : {0., 0.5}) {
      view.isosurface = surface;
      hold(view);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(By, RankPictures, testing::Values(false, true),
                         [](const auto& gpu) { return gpu.param ? "Gpus" : "Processors"; });

}  // namespace
}  // namespace ranks_test
