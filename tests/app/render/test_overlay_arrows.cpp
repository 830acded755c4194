// Arrows along the strengths of elements, judged by properties of the pictures.

#include "app/render/overlay_fixture.h"
#include "support/test.h"

namespace app {
namespace {

TEST_F(OverlayTest, AnArrowPointsWhereItsStrengthPoints) {
  const Image empty = draw({});
  for (int degrees = 0; degrees < 360; degrees += 30) {
    const double turn = degrees * 3.14159265358979 / 180;
    const fmm::Vec3 direction = {std::cos(turn), std::sin(turn), 0};
    const Image image = draw(with(&ViewSettings::arrows), {{{}, 3 * direction}});
    double ahead = 0, behind = 0, widthAhead = 0, widthBehind = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        if (difference(empty, image, x, y) < 60) continue;
        const double right = x + 0.5 - kWidth / 2., up = kHeight / 2. - y - 0.5;
        const double along = right * direction.x + up * direction.y;
        const double across = std::abs(right * direction.y - up * direction.x);
        (along > 0 ? ahead : behind) = std::max(along > 0 ? ahead : behind, std::abs(along));
        (along > 0 ? widthAhead : widthBehind) = std::max(along > 0 ? widthAhead : widthBehind, across);
      }
    }
    // The arrow is two core radii long, 0.4, at 114 pixels per unit length; its head points ahead.
    EXPECT_NEAR(ahead, 22.8, 2.5) << degrees;
    EXPECT_NEAR(behind, 22.8, 1.5) << degrees;
    EXPECT_NEAR(widthAhead, 5.2, 1.5) << degrees;
    EXPECT_LT(widthBehind, 2.5) << degrees;
  }
}

TEST_F(OverlayTest, AnArrowTowardsTheCameraIsADisc) {
  const Image empty = draw({});
  const Image front = draw(with(&ViewSettings::arrows), {{{}, {0, 0, 1}}});
  const Image back = draw(with(&ViewSettings::arrows), {{{}, {0, 0, -1}}});
  for (const Image* image : {&front, &back}) {
    const Mark mark = markOf(empty, *image);
    EXPECT_GT(mark.count, 40);
    EXPECT_NEAR(mark.right - mark.left, mark.bottom - mark.top, 2);
  }
  EXPECT_GT(difference(front, back, kWidth / 2, kHeight / 2), 60) << "the base lies in the shade";
}

TEST_F(OverlayTest, LengthsFollowTheStrengthUpToTwiceTheMean) {
  // All strengths are 1; one element then has 0.4, and then 100.
  std::vector<Vortex> elements(20, Vortex{{0, 0, 0}, {1, 0, 0}});
  const auto lengthAt = [&](double y) {
    const Image empty = draw({}), image = draw(with(&ViewSettings::arrows), elements);
    const int middle = static_cast<int>(projected(test::frontCamera(), {0, y, 0})[1]);
    int left = kWidth, right = 0;
    for (int x = 0; x < kWidth; ++x) {
      if (difference(empty, image, x, middle) < 40) continue;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    return right - left;
  };
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i].position.y = 1 - 0.1 * static_cast<double>(i);
  const int typical = lengthAt(0.5);
  elements[5].strength.x = 0.4;
  EXPECT_NEAR(lengthAt(0.5), 0.4 * typical, 4);
  elements[5].strength.x = 100;  // the mean becomes 6
  EXPECT_NEAR(lengthAt(0.5), 2 * typical, 4);
}

TEST_F(OverlayTest, NearerArrowsHideFartherOnesInAnyOrder) {
  // The nearer arrow's bright head covers the farther one's darker rod.
  const Vortex nearer = {{-0.1, 0, 1}, {1, 0, 0}, 0.5}, farther = {{0, 0, -1}, {0, 1, 0}, 0.5};
  const ViewSettings view = with(&ViewSettings::arrows);
  const Image one = draw(view, {nearer, farther}), other = draw(view, {farther, nearer});
  const int x = kWidth / 2, y = kHeight / 2;
  EXPECT_EQ(difference(one, other, x, y), 0);
  const Image behind = draw(view, {{{-0.1, 0, -1}, {1, 0, 0}, 0.5}, {{0, 0, 1}, {0, 1, 0}, 0.5}});
  EXPECT_GT(difference(one, behind, x, y), 50);
}

TEST_F(OverlayTest, ElementsThatAreNotFiniteHaveNoArrow) {
  const Image empty = draw({});
  const double nan = std::nan(""), huge = 3e38;
  std::vector<Vortex> bad = {{{nan, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {nan, 0, 0}},    {{huge, 0, 0}, {1, 0, 0}},
                             {{0, 0, 0}, {0, 0, 0}},   {{0, 0, 0}, {1, 0, 0}, nan}, {{0, 0, 6}, {1, 0, 0}}};
  EXPECT_EQ(draw(with(&ViewSettings::arrows), bad).rgb, empty.rgb);
}

TEST_F(OverlayTest, ManyElementsAreThinnedOut) {
  std::vector<Vortex> elements;
  for (int i = 0; i < 60000; ++i) {
    const double turn = 6.28318530717959 * i / 60000;
    elements.push_back({{std::cos(turn), std::sin(turn), 0}, {-std::sin(turn), std::cos(turn), 0}, 0.001});
  }
  const Image empty = draw({});
  const Mark mark = markOf(empty, draw(with(&ViewSettings::arrows), elements));
  EXPECT_GT(mark.count, 1000);
  EXPECT_NEAR(mark.right - mark.left, 228, 12) << "all around the ring";
}

TEST_F(OverlayTest, ArrowsAreAsLongAsTheirSizeSays) {
  const Image empty = draw({});
  ViewSettings view = with(&ViewSettings::arrows);
  const std::vector<Vortex> one = {{{}, {1, 0, 0}}};
  const auto length = [&] {
    const Mark mark = markOf(empty, draw(view, one));
    return mark.right - mark.left;
  };
  const double usual = length();
  for (const double size : {0.5, 2.}) {
    view.arrowSize = size;
    EXPECT_NEAR(length(), size * usual, 3) << size;
  }
}

TEST_F(OverlayTest, FewerArrowsAreSeenFromAfar) {
  std::vector<Vortex> elements;
  for (int i = 0; i < 20000; ++i) {
    const double turn = 6.28318530717959 * i / 20000;
    elements.push_back({{std::cos(turn), std::sin(turn), 0}, {0, 0, 1}, 0.001});  // discs: none hides another
  }
  extent_ = 1;
  const auto areaFrom = [&](double distance) {
    const Camera camera(CameraPose{{0, 0, distance}, {0, 0, 0}, {0, 1, 0}, 35});
    const Image empty = draw({}, {}, std::nullopt, camera);
    return markOf(empty, draw(with(&ViewSettings::arrows), elements, std::nullopt, camera)).count;
  };
  const int near = areaFrom(5), far = areaFrom(20);
  EXPECT_GT(far, 10);
  EXPECT_LT(far, near / 4) << "a quarter of the ring's length on the screen, and fewer on it";
}

}  // namespace
}  // namespace app
