// Slices and isosurfaces of the vorticity before and behind tracers, lines and arrows, in a film's depth, and the
// ground where they are empty.

#include "app/support/picture_support.h"
#include "camera/camera_rays.h"
#include "support/test.h"

namespace {

using namespace app;
using test::Particle;
using test::streamOf;

constexpr double kPi = 3.14159265358979323846;
constexpr int kWidth = 320, kHeight = 180;

class VorticityOver : public test::DrawTest {
 protected:
  void SetUp() override {
    std::vector<Particle> positions, strengths;
    for (int i = 0; i < 400; ++i) {  // a ring about the z axis of radius 1
      const double angle = 2 * kPi * i / 400;
      const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
      positions.push_back({c, s, 0, 0});
      strengths.push_back({-0.0157F * s, 0.0157F * c, 0, 0.1F});
    }
    elements_ = streamOf(positions);
    strengths_ = streamOf(strengths);
    tracers_ = streamOf({});
  }

  PictureContents contents() const { return {*tracers_, flow_, elements_.get(), strengths_.get()}; }
  Image draw(const ViewSettings& view) const {
    SceneRenderer renderer(kWidth, kHeight);
    renderer.draw(contents(), test::frontCamera(), view);
    return renderer.read();
  }
  /// Depth of the picture at the pixel that shows (x, y, 0).
  double depthAt(const ViewSettings& view, double x, double y) const {
    SceneRenderer renderer(kWidth, kHeight, PictureUse::work);
    renderer.draw(contents(), test::frontCamera(), view);
    renderer.drawDepth(contents(), test::frontCamera(), view);
    std::vector<float> depths(static_cast<std::size_t>(kWidth) * kHeight);
    glGetTextureImage(renderer.depth(), 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(depths.size() * sizeof(float)),
                      depths.data());
    const double scale = 0.5 * kHeight / std::tan(17.5 * kPi / 180) / 5;
    const auto column = static_cast<int>(0.5 * kWidth + x * scale), row = static_cast<int>(0.5 * kHeight + y * scale);
    return depths[static_cast<std::size_t>(row * kWidth + column)];
  }
  static int pixelsApart(const Image& a, const Image& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.rgb.size(); i += 3) count += std::abs(a.rgb[i + 1] - b.rgb[i + 1]) > 12 ? 1 : 0;
    return count;
  }

  std::unique_ptr<ParticleStream> elements_, strengths_, tracers_;
  FlowState flow_;
};

TEST_F(VorticityOver, TheSliceShowsTheGroundWhereNothingIs) {
  const auto apart = [](const Image& a, const Image& b, int x, int y) {
    int most = 0;
    for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a.at(x, y)[c] - b.at(x, y)[c]));
    return most;
  };
  for (const Background background : {Background::dark, Background::light, Background::gradient}) {
    for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
      ViewSettings view;
      view.mode = mode;
      view.background = background;
      view.exposure = 1;
      view.bloom = 0;
      tracers_ = streamOf({});
      const Image ground = draw(view);
      tracers_ = streamOf(test::ball(400, {0, 0, -0.5F}, 0.2F));
      const Image without = draw(view);
      view.slice = SliceAxis::z;
      view.sliceOpacity = 1;
      const Image image = draw(view);
      const std::string in = std::string(toString(mode)) + " before " + std::string(toString(background));
      EXPECT_GT(apart(without, ground, kWidth / 2, kHeight / 2), 10) << in << ": what lies behind";
      EXPECT_LE(apart(image, ground, kWidth / 2, kHeight / 2), 2) << in << ": neither that nor a sheet";
      EXPECT_GT(apart(image, ground, kWidth / 2, kHeight / 2 - 57), 30) << in << ": the core";
    }
  }
}

/// The slice of a plane flow is the whole flow: the end of its box, which jumps as the flow spreads, is not drawn.
TEST_F(VorticityOver, OnlyACutHasARim) {
  std::vector<Particle> along;
  for (int i = 0; i < 400; ++i) along.push_back({0, 0, 0.0157F, 0.1F});
  strengths_ = streamOf(along);
  ViewSettings view;
  const Image nothing = draw(view);
  view.slice = SliceAxis::z;
  view.sliceOf = SliceQuantity::normal;
  view.sliceOpacity = 1;
  const auto farthest = [&] {  // column from the middle in which the slice is seen
    const Image image = draw(view);
    for (int x = 0; x < kWidth / 2; ++x)
      if (std::abs(image.at(x, kHeight / 2)[1] - nothing.at(x, kHeight / 2)[1]) > 8) return kWidth / 2 - x;
    return 0;
  };
  const int cut = farthest();
  flow_.plane = true;
  const int flow = farthest();
  EXPECT_GT(flow, 30) << "the vortex";
  EXPECT_GT(cut, flow + 3);
}

/// Tracers of a plane flow lie on the slice. The rounding of a GPU must not put them behind it.
TEST_F(VorticityOver, TracersOnTheSliceAreSeen) {
  ViewSettings view;
  view.mode = ViewMode::points;
  view.exposure = 1;
  view.bloom = 0;
  view.slice = SliceAxis::z;
  view.sliceOpacity = 1;
  const auto seen = [&](float z) {
    std::vector<Particle> sheet = test::ball(400, {0, 0, 0}, 0.2F);
    for (Particle& tracer : sheet) tracer[2] = z;
    tracers_ = streamOf({});
    const Image none = draw(view);
    tracers_ = streamOf(sheet);
    return pixelsApart(draw(view), none);
  };
  const int before = seen(1e-3F);
  EXPECT_GT(before, 20);
  for (const float z : {0.F, -3e-7F, -1e-6F}) EXPECT_EQ(seen(z), before) << z;
  EXPECT_EQ(seen(-1e-2F), 0);
}

TEST_F(VorticityOver, TheRimOfABodyHasTheColoursOfTheVorticityThere) {
  std::vector<Particle> along, places;
  for (int i = 0; i < 400; ++i) {  // of one sense on the right, of the other on the left
    const double angle = 2 * kPi * i / 400;
    places.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0, 0});
    along.push_back({0, 0, static_cast<float>(0.0157 * std::cos(angle)), 0.1F});
  }
  elements_ = streamOf(places);
  strengths_ = streamOf(along);
  flow_.plane = true;
  std::vector<fmm::Vec3> outline;
  for (int i = 0; i < 100; ++i) outline.push_back({std::cos(2 * kPi * i / 100), std::sin(2 * kPi * i / 100), 0});
  flow_.bodies = {outline};
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.sliceOf = SliceQuantity::normal;
  view.sliceOpacity = 0.01;  // the rim alone is seen
  const double radius = 0.5 * kHeight / std::tan(17.5 * kPi / 180) / 5;
  const auto redness = [&](const Image& image, double angle) {  // largest of the pixels across the rim
    int most = 0;
    for (int off = -2; off <= 2; ++off) {
      const auto pixel = image.at(static_cast<int>(kWidth / 2 + (radius + off) * std::cos(angle)),
                                  static_cast<int>(kHeight / 2 - (radius + off) * std::sin(angle)));
      const int here = static_cast<int>(pixel[0]) - static_cast<int>(pixel[2]);
      if (std::abs(here) > std::abs(most)) most = here;
    }
    return most;
  };
  const Image image = draw(view);
  const int right = redness(image, 0), left = redness(image, kPi), top = redness(image, kPi / 2);
  EXPECT_GT(right, top + 40);
  EXPECT_LT(left, top - 20);
  EXPECT_LT(std::abs(top), 45) << "where it changes sign the rim is pale";
  view.vortexBy = VortexQuantity::q;
  EXPECT_LT(std::abs(redness(draw(view), 0)), 45) << "of another quantity the rim knows nothing";
}

TEST_F(VorticityOver, DepthKnowsTheSlice) {
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.sliceAt = 0.05;
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    view.mode = mode;
    view.sliceOpacity = 0.9;
    const double slant = std::sqrt(1 + 0.25 / 25);
    EXPECT_NEAR(depthAt(view, 0.5, 0), 4.95 * slant, 0.01) << toString(mode);
    EXPECT_TRUE(std::isinf(depthAt(view, 2.4, 0))) << "beside it";
    view.sliceOpacity = 0.4;
    EXPECT_TRUE(std::isinf(depthAt(view, 0.5, 0))) << "more shines through than is hidden";
  }
}

TEST_F(VorticityOver, DepthKnowsTheSurface) {
  ViewSettings view;
  view.isosurface = 0.5;
  // At half its maximum the vorticity is 1.18 core radii from the ring's core line.
  EXPECT_NEAR(depthAt(view, 0, 1.0), std::sqrt(26) - 0.118, 0.03);
  EXPECT_TRUE(std::isinf(depthAt(view, 0, 0))) << "through the ring";
  view.isosurfaceOpacity = 0.3;
  EXPECT_TRUE(std::isinf(depthAt(view, 0, 1.0)));
}

TEST_F(VorticityOver, BoxesBehindTheSliceAreHidden) {
  ViewSettings view;
  view.slice = SliceAxis::z;
  view.sliceOpacity = 1;
  const Image none = draw(view);
  view.cells = true;
  const auto drawn = [&](double z) {
    flow_.tree.cells = {test::cube({0, 0, z}, 0.25)};
    return pixelsApart(draw(view), none);
  };
  EXPECT_LE(drawn(-0.6), 2);
  EXPECT_GT(drawn(0.6), 100);
}

TEST_F(VorticityOver, ArrowsBehindTheSurfaceAreHidden) {
  ViewSettings view;
  const auto seen = [&](double level, double opacity) {
    view.isosurface = level;
    view.isosurfaceOpacity = opacity;
    view.arrows = false;
    const Image none = draw(view);
    view.arrows = true;
    return pixelsApart(draw(view), none);
  };
  const int all = seen(0, 1);
  EXPECT_GT(all, 200);
  EXPECT_LT(seen(0.05, 1), all / 4) << "they lie within the surface";
  EXPECT_GT(seen(0.05, 0.2), all / 4) << "which hides little";
}

TEST_F(VorticityOver, TheVorticityThrowsAShadowOnTheFloor) {
  Floor floor;
  floor.height = -1.4;
  floor.size = 1.3;
  FlowState flow;
  flow.floor = floor;
  PictureContents contents{*tracers_, flow};
  contents.elements = elements_.get();
  contents.strengths = strengths_.get();
  ViewSettings view;
  view.mode = ViewMode::density;
  view.background = Background::light;
  view.isosurface = 0.25;
  view.light = {0, 1, 0};
  const Camera camera(CameraPose{{0, 1.5, 6}, {0, -0.4, 0}, {0, 1, 0}, 35});
  const auto draw = [&](double shadow) {
    view.shadow = shadow;
    SceneRenderer renderer(kWidth, kHeight);
    renderer.draw(contents, camera, view);
    return renderer.read();
  };
  const Image with = draw(1), without = draw(0);
  const glm::mat4 matrix = camera.viewProjection(static_cast<double>(kWidth) / kHeight);
  const auto changeAt = [&](glm::vec3 place) {
    const glm::vec4 clip = matrix * glm::vec4(place, 1);
    const int x = static_cast<int>(kWidth * (0.5F + 0.5F * clip.x / clip.w)),
              y = static_cast<int>(kHeight * (0.5F - 0.5F * clip.y / clip.w));
    return without.at(x, y)[1] - with.at(x, y)[1];
  };
  EXPECT_GT(changeAt({0, -1.4F, 0}), 20) << "below the ring, which stands upright";
  EXPECT_LT(changeAt({0, -1.4F, 1}), 4) << "before it";
  EXPECT_LT(changeAt({2.4F, -1.4F, 0}), 4) << "beside it";
}

/// What the starts of the rays leave: a picture at rest is clean without a mean of several.
TEST_F(VorticityOver, RaysLeaveNoGrain) {
  constexpr int kPictures = 16;
  const auto stream = streamOf(test::ring(20000));
  for (const double opacity : {0., 1.4}) {
    ViewSettings view;
    view.mode = ViewMode::density;
    view.vorticity = opacity;
    SceneRenderer renderer(2 * kWidth, 2 * kHeight);
    std::vector<double> mean(std::size_t{12} * kWidth * kHeight);
    Image first;
    for (int sample = 0; sample < kPictures; ++sample) {
      PictureContents shown{*stream, flow_, elements_.get(), strengths_.get()};
      shown.sample = sample;  // other starts
      renderer.draw(shown, test::frontCamera(), view);
      const Image image = renderer.read();
      if (sample == 0) first = image;
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += static_cast<double>(image.rgb[i]) / kPictures;
    }
    double square = 0, most = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) {
      square += std::pow(first.rgb[i] - mean[i], 2) / static_cast<double>(mean.size());
      most = std::max(most, std::abs(first.rgb[i] - mean[i]));
    }
    EXPECT_LT(std::sqrt(square), 0.5) << opacity << ": of 255 codes, of which 0.3 are the error of rounding";
    EXPECT_LT(most, 5) << opacity;
  }
}

}  // namespace
