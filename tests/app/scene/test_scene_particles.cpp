// The particles of a scene: their numbers, places and cores.

#include "app/support/free_leapfrog.h"
#include "app/support/scene_text.h"
#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "scene/colour_quantity.h"
#include "scene/start/scene_particles.h"
#include "support/test.h"

namespace {

using test::kRing;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(SceneParticles, CoresThatDoNotMeetAreRefused) {
  app::Scene scene = app::parseScene("[physics]\nsigma = 0.01\n[particles]\nelements = 100\n" + kRing, "s.toml");
  scene.rings()[0].profile = fmm::CoreProfile::filament;
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { app::makeElements(scene); }),
              AllOf(HasSubstr("ring 1"), HasSubstr("an overlap of 1 or more"), HasSubstr("elements")));
  scene.elements = 1000;
  EXPECT_NO_THROW(app::makeElements(scene));
}

TEST(SceneParticles, RingsThatReachBelowTheGroundAreRefused) {
  app::Scene scene = app::parseScene("[particles]\nelements = 100\n" + kRing + kRing + "axis = [1, 0, 0]\n", "s.toml");
  scene.settings.ground.emplace();
  scene.rings()[1].centre.z = 2;
  scene.rings()[0].centre.z = 1;
  EXPECT_NO_THROW(app::makeElements(scene));
  scene.rings()[1].centre.z = 0.2;
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { app::makeElements(scene); }),
              AllOf(HasSubstr("ring 2 reaches"), HasSubstr("below the ground plane")));
}

TEST(SceneParticles, CountsComeFromCoresAlone) {
  EXPECT_EQ(app::countsFor(2, false), (app::Counts{1u << 12, 1u << 16}));
  EXPECT_EQ(app::countsFor(3, false), app::countsFor(2, false));
  EXPECT_EQ(app::countsFor(2, true), (app::Counts{1u << 15, 1u << 20}));
  EXPECT_EQ(app::countsFor(1000, false), app::countsFor(16, false));
  for (unsigned cores = 1; cores < 20; ++cores) {
    EXPECT_LE(app::countsFor(cores, false).elements, app::countsFor(cores + 1, false).elements);
    EXPECT_LE(app::countsFor(cores, false).tracers, app::countsFor(cores + 1, false).tracers);
  }
}

TEST(SceneParticles, RingsShareByCircumferenceAndKeepTheirCirculation) {
  app::Scene scene = test::freeLeapfrog();
  scene.rings()[1].radius = 0.6;
  scene.elements = 3001;
  scene.tracers = 90;
  const fmm::Elements elements = app::makeElements(scene);
  const fmm::Tracers tracers = app::makeTracers(scene);
  ASSERT_EQ(elements.size(), 3001u);
  ASSERT_EQ(tracers.size(), 90u);
  EXPECT_EQ(std::count(tracers.ring.begin(), tracers.ring.end(), 0), 30);
  EXPECT_NEAR(static_cast<double>(std::count(elements.ring.begin(), elements.ring.end(), 0)), 1000, 1);

  double total = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (elements.ring[i] == 0) total += fmm::norm(elements.strength[i]);
  EXPECT_NEAR(total, 2 * 3.14159265358979 * 0.3, 2e-3) << "circulation 1 times the length of the centre line";
}

TEST(SceneParticles, SeedDecidesThePositions) {
  app::Scene scene = test::freeLeapfrog();
  scene.elements = 100;
  scene.tracers = 100;
  const auto first = app::makeElements(scene), again = app::makeElements(scene);
  const auto tracers = app::makeTracers(scene);
  EXPECT_EQ(first.position, again.position);
  scene.seed = 2;
  EXPECT_NE(first.position[0].x, app::makeElements(scene).position[0].x);
  EXPECT_NE(tracers.position[0].x, app::makeTracers(scene).position[0].x);
}

TEST(SceneParticles, OverlapAndSigmaSetTheCores) {
  app::Scene scene = app::loadScene("ring");
  scene.elements = 512;
  scene.overlap = 2;
  EXPECT_DOUBLE_EQ(app::makeElements(scene).coreRadius[0], 2 * fmm::meanSpacing(scene.rings()[0], 512));
  scene.sigma = 0.05;
  EXPECT_EQ(app::makeElements(scene).coreRadius[0], 0.05);
}

TEST(SceneParticles, SpeedRangeIsPositive) {
  app::Scene scene = test::freeLeapfrog();
  const double automatic = app::colourTops(scene)[app::ColourBy::speed];
  EXPECT_GT(automatic, 1);
  EXPECT_LT(automatic, 10);
  for (fmm::Ring& ring : scene.rings()) ring.circulation = 0;
  EXPECT_GT(app::colourTops(scene)[app::ColourBy::speed], 0);
  const double still = app::colourTops(scene)[app::ColourBy::speed];
  scene.view.speedRange = 0.125;
  EXPECT_EQ(app::colourTops(scene)[app::ColourBy::speed], still) << "the view's own range is applied where it is drawn";
}

}  // namespace
