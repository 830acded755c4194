// Quantities that colour tracers: their descriptions, and what is derived from these.

#include <gtest/gtest.h>

#include "scene/colour_quantity.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

TEST(ColourQuantity, IsListedForPeople) {
  EXPECT_EQ(fmm::allowedNames<ColourBy>(), "speed, vorticity, ring, age or depth");
  EXPECT_EQ(colourMeanings(),
            "its speed, the vorticity there, the ring it was seeded around, the time since then, or its distance from "
            "the eye");
}

TEST(ColourQuantity, KnowsWhatItNeedsOfTheFlow) {
  EXPECT_TRUE(needsTags(ColourBy::ring) && needsTags(ColourBy::age));
  EXPECT_FALSE(needsTags(ColourBy::speed) || needsTags(ColourBy::vorticity) || needsTags(ColourBy::depth));
  EXPECT_EQ(scalarFor(ColourBy::vorticity), fmm::ParticleScalar::vorticity);
  EXPECT_EQ(scalarFor(ColourBy::ring), fmm::ParticleScalar::speed);
  EXPECT_EQ(describe(ColourBy::ring).top, nullptr) << "has no numbers";
  EXPECT_EQ(describe(ColourBy::age).top, &OverlaySettings::ageRange);
}

TEST(ColourQuantity, TopsAreThoseOfTheStrongestRing) {
  const std::string ring = "[[ring]]\nradius = 0.3\ncore_radius = 0.05\n";
  const Scene one = parseScene(ring, "one.toml");
  const Scene two = parseScene(ring + ring + "centre = [0, 0, 1]\ncirculation = -3\n", "two.toml");
  for (const ColourBy by : {ColourBy::speed, ColourBy::vorticity}) {
    EXPECT_GT(colourTops(one)[by], 0);
    EXPECT_GT(colourTops(two)[by], 2 * colourTops(one)[by]);
  }
  ColourTops tops = colourTops(one, one.rings()[0], 1000);
  const double speed = tops[ColourBy::speed];
  EXPECT_EQ(speed, edgeSpeed(one, one.rings()[0], 1000));
  ColourTops others;
  others[ColourBy::speed] = 2 * speed;
  tops.raiseTo(others);
  EXPECT_EQ(tops[ColourBy::speed], 2 * speed);
}

}  // namespace
}  // namespace app
