// The meaning of colours, checked on pictures of known particles.
#include "render/picture/colour_scale.h"

#include "app/support/picture_support.h"
#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "render/scene_renderer.h"
#include "support/test.h"

namespace {

using namespace app;
using test::frontCamera;
using test::Particle;
using Rgb = std::array<int, 3>;

constexpr int kWidth = 96, kHeight = 64;

Rgb rgb(const std::uint8_t* p) {
  return {p[0], p[1], p[2]};
}
int difference(const Rgb& a, const Rgb& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}
double lightness(const Rgb& c) {
  const Colour srgb = {static_cast<float>(c[0]) / 255, static_cast<float>(c[1]) / 255, static_cast<float>(c[2]) / 255};
  return toOklab(toLinear(srgb))[0];
}

/// Groups of a hundred tracers each, near x = -0.9, 0 and 0.9.
class ColourScaleTest : public test::DrawTest {
 protected:
  ColourScaleTest() : renderer(kWidth, kHeight), stream(makeHostParticleStream()) {
    view.colourMap = "viridis";
    view.bloom = 0;
  }

  void show(const std::vector<Particle>& groups, std::vector<TracerTag> groupTags = {}) {
    const fmm::ParticleTarget target = stream->map(kEach * groups.size());
    std::vector<TracerTag> all;
    for (std::size_t i = 0; i < kEach * groups.size(); ++i) {
      std::copy(groups[i / kEach].begin(), groups[i / kEach].end(), target.positions + 4 * i);
      if (!groupTags.empty()) all.push_back(groupTags[i / kEach]);
    }
    stream->unmap();
    tags.load(groupTags.empty() ? nullptr : std::make_shared<const TracerTags>(all));
  }
  PictureContents contents() const { return {*stream, flow, nullptr, nullptr, &tags, 0, tags.births()}; }
  const Image& draw() {
    renderer.draw(contents(), frontCamera(), view);
    image = renderer.read();
    return image;
  }
  /// Colours of the three groups.
  std::array<Rgb, 3> colours() {
    draw();
    return {rgb(image.at(kWidth / 2 - offset(), kHeight / 2 - 1)), rgb(image.at(kWidth / 2, kHeight / 2 - 1)),
            rgb(image.at(kWidth / 2 + offset(), kHeight / 2 - 1))};
  }
  static int offset() { return static_cast<int>(std::lround(0.9 / (2 * 5 * std::tan(0.30543)) * kHeight)); }

  static constexpr std::size_t kEach = 100;
  SceneRenderer renderer;
  std::unique_ptr<ParticleStream> stream;
  TagBuffer tags;
  ViewSettings view;
  FlowState flow;
  Image image;
};

const std::vector<Particle> kRow = {{-0.88F, 0.01F, 0, 0}, {0.01F, 0.01F, 0, 0.5F}, {0.9F, 0.01F, 0, 1}};

TEST_F(ColourScaleTest, SpeedRunsOverTheMap) {
  show(kRow);
  const auto [slow, middle, fast] = colours();
  EXPECT_LT(lightness(slow) + 0.1, lightness(middle));
  EXPECT_LT(lightness(middle) + 0.1, lightness(fast));
  view.speedRange = 0.5;
  EXPECT_LT(difference(colours()[1], fast), 6) << "the top of a smaller range";
}

TEST_F(ColourScaleTest, VorticityRunsOverARangeOfItsOwn) {
  show(kRow);
  const auto bySpeed = colours();
  view.colourBy = ColourBy::vorticity;
  view.speedRange = 0.01;
  view.vorticityRange = 1;
  const auto byVorticity = colours();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(difference(byVorticity[i], bySpeed[i]), 6) << i;
  view.vorticityRange = 0;
  flow.tops[ColourBy::vorticity] = 25;
  EXPECT_EQ(colourScale(contents(), frontCamera(), view).high, 25);
  EXPECT_EQ(colourScale(contents(), frontCamera(), view).low, 0);
}

TEST_F(ColourScaleTest, RingsTakeTheDyesInTurn) {
  show(kRow, {{0, 0}, {1, 0}, {2, 0}});
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  for (const Background ground : {Background::dark, Background::light}) {
    view.background = ground;
    const auto [first, second, third] = colours();
    EXPECT_GT(first[0], first[2] + 60) << "orange";
    EXPECT_GT(second[2], second[0] + 60) << "blue";
    EXPECT_LT(difference(first, third), 6) << "the third ring has the first dye again";
  }
}

TEST_F(ColourScaleTest, MixedDyesLookLikeAMixture) {
  // The middle group is half of one ring and half of the other.
  show({kRow[0], kRow[1], kRow[1], kRow[2]}, {{0, 0}, {0, 0}, {1, 0}, {1, 0}});
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  for (const Background ground : {Background::dark, Background::light}) {
    view.background = ground;
    const auto [first, mixed, second] = colours();
    for (const int part : {0, 2}) {
      EXPECT_GE(mixed[static_cast<std::size_t>(part)] + 40, std::min(first[part], second[part]));
      EXPECT_LE(mixed[static_cast<std::size_t>(part)] - 40, std::max(first[part], second[part]));
    }
    EXPECT_GT(difference(mixed, first), 60);
    EXPECT_GT(difference(mixed, second), 60);
  }
}

TEST_F(ColourScaleTest, RingsOfAnOrdinaryMapAreWellApart) {
  std::set<double> places;
  for (std::uint32_t ring = 0; ring < kRingColours; ++ring) places.insert(ringColour(ring));
  ASSERT_EQ(places.size(), kRingColours);
  EXPECT_EQ(*places.begin(), 0);
  EXPECT_EQ(*places.rbegin(), 1);
  for (auto i = places.begin(), next = std::next(i); next != places.end(); ++i, ++next) EXPECT_EQ(*next - *i, 0.125);
  for (std::uint32_t ring = 0; ring < 20; ++ring) {
    EXPECT_GE(std::abs(ringColour(ring + 1) - ringColour(ring)), 0.24) << ring;
  }
}

TEST_F(ColourScaleTest, EachRingHasItsColourHoweverManyThereAre) {
  for (const std::uint32_t rings : {1U, 2U, 3U, 5U, 9U, 12U}) {
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
      view.colourBy = ColourBy::ring;
      show({kRow[1], {50, 50, 0, 0}}, {{ring, 0}, {rings - 1, 0}});  // the last ring is out of sight
      const Rgb shown = colours()[1];
      view.colourBy = ColourBy::speed;
      show({{0.01F, 0.01F, 0, static_cast<float>(ringColour(ring))}, {50, 50, 0, 0}});
      EXPECT_LT(difference(colours()[1], shown), 8) << ring << " of " << rings;
    }
  }
}

TEST_F(ColourScaleTest, AgeCountsFromBirth) {
  show(kRow, {{0, 2}, {0, 1}, {0, 0}});
  view.colourBy = ColourBy::age;
  flow.time = 2;
  const auto [young, middle, old] = colours();
  EXPECT_LT(lightness(young) + 0.1, lightness(middle));
  EXPECT_LT(lightness(middle) + 0.1, lightness(old));
  view.ageRange = 4;
  EXPECT_LT(difference(colours()[2], middle), 6) << "half of the range";
  flow.time = 6;
  EXPECT_LT(difference(colours()[0], old), 6) << "it has grown as old as the range";
  flow.time = -2;  // a flow that runs backwards ages, too
  view.ageRange = 0;
  EXPECT_LT(difference(colours()[2], old), 6);
}

TEST_F(ColourScaleTest, AgesSpanThoseOfTheTracers) {
  show(kRow, {{0, 100}, {0, 99.5F}, {0, 99}});
  view.colourBy = ColourBy::age;
  flow.time = 101;
  const ColourScale scale = colourScale(contents(), frontCamera(), view);
  EXPECT_DOUBLE_EQ(scale.low, 1);
  EXPECT_DOUBLE_EQ(scale.high, 2);
  const auto [young, middle, old] = colours();
  EXPECT_LT(lightness(young) + 0.1, lightness(middle));
  EXPECT_LT(lightness(middle) + 0.1, lightness(old));
  show(kRow, {{0, 99}, {0, 99}, {0, 99}});
  EXPECT_EQ(colourScale(contents(), frontCamera(), view).low, 0) << "all as old as each other: from birth on";
  view.ageRange = 4;
  EXPECT_EQ(colourScale(contents(), frontCamera(), view).high, 4);
  EXPECT_EQ(colourScale(contents(), frontCamera(), view).low, 0);
}

TEST_F(ColourScaleTest, NothingIsOldAtTheStart) {
  show(kRow, {{0, 0}, {0, 0}, {0, 0}});
  view.colourBy = ColourBy::age;
  const Rgb start = colours()[1];
  flow.time = 1;
  view.ageRange = 1e6;
  EXPECT_LT(difference(colours()[1], start), 6);
}

TEST_F(ColourScaleTest, DepthIsTheDistanceFromTheCamera) {
  std::vector<Particle> row = {{-0.704F, 0.01F, 1, 0}, {0.01F, 0.01F, 0, 0}, {1.08F, 0.01F, -1, 0}};
  show(row);
  view.colourBy = ColourBy::depth;
  flow.extent = 1.1;
  const ColourScale scale = colourScale(contents(), frontCamera(), view);
  EXPECT_DOUBLE_EQ(scale.low, 3.9);
  EXPECT_DOUBLE_EQ(scale.high, 6.1);
  const auto byDepth = colours();
  // The picture equals one by speed, with speeds at the same places of the map.
  for (Particle& p : row) p[3] = (std::hypot(p[0], p[1], p[2] - 5) - 3.9F) / 2.2F;
  EXPECT_LT(row[0][3] + 0.4F, row[1][3]);
  EXPECT_LT(row[1][3] + 0.4F, row[2][3]);
  show(row);
  view.colourBy = ColourBy::speed;
  const auto bySpeed = colours();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(difference(byDepth[i], bySpeed[i]), 6) << i;
}

TEST_F(ColourScaleTest, WithoutTagsAllAreOfTheFirstRingAndAsOldAsTheFlow) {
  show(kRow);
  flow.time = 1;
  for (const auto& [by, place] : {std::pair{ColourBy::ring, 0.F}, {ColourBy::age, 1.F}}) {
    view.colourBy = by;
    show(kRow);
    const auto [a, b, c] = colours();
    EXPECT_EQ(a, b);
    EXPECT_EQ(b, c);
    view.colourBy = ColourBy::speed;
    show({kRow[0], {0.01F, 0.01F, 0, place}, kRow[2]});
    EXPECT_EQ(colours()[1], b);
  }
}

TEST_F(ColourScaleTest, EveryViewTakesEveryColour) {
  for (const bool tagged : {false, true}) {
    for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
      for (const ColourBy by : {ColourBy::speed, ColourBy::ring, ColourBy::age, ColourBy::depth}) {
        show(kRow, tagged ? std::vector<TracerTag>{{0, 0}, {1, 0}, {2, 0}} : std::vector<TracerTag>{});
        view.mode = mode;
        view.colourBy = by;
        EXPECT_NO_THROW(draw()) << toString(mode) << " by " << toString(by);
      }
    }
  }
}

TEST_F(ColourScaleTest, SmokeOfTwoRingsHasTheirDyes) {
  std::vector<Particle> groups;
  std::vector<TracerTag> groupTags;
  for (int i = 0; i < 400; ++i) {  // two balls
    const auto ring = static_cast<std::uint32_t>(i % 2);
    const float turn = 2.4F * static_cast<float>(i), part = static_cast<float>(i) / 400;
    const float z = 0.3F * (2 * part - 1), around = std::sqrt(0.09F - z * z);
    groups.push_back({(ring == 0 ? -0.7F : 0.7F) + around * std::cos(turn), around * std::sin(turn), z, 0});
    groupTags.push_back({ring, 0});
  }
  show(groups, groupTags);
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  view.mode = ViewMode::density;
  draw();
  const Rgb left = rgb(image.at(kWidth / 2 - 14, kHeight / 2)), right = rgb(image.at(kWidth / 2 + 14, kHeight / 2));
  EXPECT_GT(left[0], left[2] + 30) << "orange";
  EXPECT_GT(right[2], right[0] + 30) << "blue";
}

TEST_F(ColourScaleTest, TheMeanOfTwoRingsIsNotTheColourOfAThird) {
  const RingColours own = {Colour{0.1F, 0.2F, 1}, Colour{1, 0, 0}, Colour{0, 0.9F, 0.2F}};
  std::vector<Particle> groups;
  std::vector<TracerTag> groupTags;
  for (int i = 0; i < 600; ++i) {  // a ball of the first and the third ring mixed, and a ball of the second
    const std::uint32_t ring = i % 3 == 0 ? 0U : i % 3 == 1 ? 2U : 1U;
    const float turn = 2.4F * static_cast<float>(i), part = static_cast<float>(i) / 600;
    const float z = 0.3F * (2 * part - 1), around = std::sqrt(0.09F - z * z);
    groups.push_back({(ring == 1 ? 0.9F : -0.5F) + around * std::cos(turn), around * std::sin(turn), z, 0});
    groupTags.push_back({ring, 0});
  }
  show(groups, groupTags);
  flow.ringColours = own;
  view.colourBy = ColourBy::ring;
  view.pointSize = 6;
  view.bloom = 0.3;
  for (const Background background : {Background::dark, Background::light, Background::gradient}) {
    for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
      view.background = background;
      view.mode = mode;
      draw();
      int reddest = -255, mixed = -255;
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          const Rgb pixel = rgb(image.at(x, y));
          const int red = pixel[0] - std::max(pixel[1], pixel[2]);
          reddest = std::max(reddest, red);
          if (x < kWidth / 2) mixed = std::max(mixed, red);
        }
      }
      const std::string in = std::string(toString(mode)) + " before " + std::string(toString(background));
      EXPECT_GT(reddest, 60) << in;
      EXPECT_LT(mixed, 8) << in << ": blue and green have no red between them";
    }
  }
}

TEST_F(ColourScaleTest, SameBytesEveryTimeWithTags) {
  show({kRow[0], kRow[1], kRow[1], kRow[2]}, {{0, 0}, {3, 1}, {1, 0.5F}, {5, 2}});
  flow.time = 2;
  for (const ColourBy by : {ColourBy::ring, ColourBy::age, ColourBy::depth}) {
    view.colourBy = by;
    const Image first = draw();
    SceneRenderer other(kWidth, kHeight);
    other.draw(contents(), frontCamera(), view);
    EXPECT_EQ(other.read().rgb, first.rgb);
  }
}

TEST_F(ColourScaleTest, TagsFollowTheirTracersPastTheFirstBatch) {
  // More tracers than one dispatch takes; only the last hundred are of the second ring.
  const std::size_t count = (std::size_t{1} << 20) + 200;
  const fmm::ParticleTarget target = stream->map(count);
  TracerTags all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 100 >= count;
    const Particle& p = last ? kRow[2] : kRow[0];
    std::copy(p.begin(), p.end(), target.positions + 4 * i);
    all[i].ring = last ? 1 : 0;
  }
  stream->unmap();
  tags.load(std::make_shared<const TracerTags>(all));
  EXPECT_EQ(tags.rings(), 2U);
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  view.brightness = 100;
  const auto shown = colours();
  const Rgb first = shown[0], second = shown[2];
  EXPECT_GT(first[0], first[2] + 30);
  EXPECT_GT(second[2], second[0]);
}

TEST(TracerTagsTest, AddedTracersKeepWhatWasThere) {
  fmm::Tracers tracers;
  tracers.position.resize(3);
  tracers.ring = {0, 1, -1};
  const SharedTags first = tagsOf(tracers);
  EXPECT_EQ(*first, (TracerTags{{0, 0}, {1, 0}, {0, 0}}));
  EXPECT_EQ(ringsOf(*first), 2U);
  tracers.position.resize(5);
  tracers.ring = {0, 1, -1, 4, 4};
  const SharedTags more = tagsOf(tracers, {0, 0, 0, 0, 1.5});
  EXPECT_EQ(*more, (TracerTags{{0, 0}, {1, 0}, {0, 0}, {4, 1.5F}, {4, 1.5F}}));
  EXPECT_EQ(ringsOf(*more), 5U);
  EXPECT_EQ(ringsOf({}), 1U);
}

TEST(TracerTagsTest, RingsThatJoinAreBornWithTheirLaunch) {
  Scene scene;
  scene.rings().resize(2);
  scene.launches.resize(2);
  scene.launches[0].time = 3;
  scene.launches[1].time = 1;
  EXPECT_EQ(ringBirths(scene), (std::vector<double>{0, 0, 1, 3}));
  fmm::Tracers tracers;
  tracers.position.resize(4);
  tracers.ring = {0, 2, 3, 9};
  EXPECT_EQ(*tagsOf(tracers, ringBirths(scene)), (TracerTags{{0, 0}, {2, 1}, {3, 3}, {9, 0}}));
}

}  // namespace
