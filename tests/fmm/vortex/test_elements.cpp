// Lengths and volumes of elements: their start values, their conservation, and the stretching of lines with the flow.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::CoreProfile;
using fmm::InvalidInput;
using fmm::Settings;
using fmm::Vec3;
using fmm::VortexSystem;
using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::Elements;
using fmm_test::filament;
using testing::Each;

constexpr double kSigma = 0.1;

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Two rings that meet head on and stretch.
Elements headOn(std::size_t countEach) {
  Elements elements;
  add(filament({0, 0, -0.5}, 1), countEach, kSigma, elements);
  add(filament({0, 0, 0.5}, -1), countEach, kSigma, elements);
  return elements;
}

TEST(ElementExtents, RingsHaveTheirLineAndTheirFluid) {
  fmm::Ring ring = filament();
  ring.waveAmplitude = 0.1;
  ring.waveMode = 3;
  Elements line;
  add(ring, 200, kSigma, line);
  double strength = 0;
  for (const Vec3& alpha : line.strength) strength += norm(alpha);
  EXPECT_NEAR(sum(line.length), strength, 1e-12) << "Gamma = 1: sum |alpha| is the line's length";
  EXPECT_THAT(line.volume, Each(0.0));
  for (const CoreProfile profile : {CoreProfile::uniform, CoreProfile::gaussian}) {
    ring = {};
    ring.profile = profile;
    Elements core;
    add(ring, 1000, kSigma, core);
    const double tube = profile == CoreProfile::gaussian ? 2.5 * ring.coreRadius : ring.coreRadius;
    const double volume = 2 * fmm_test::kPi * fmm_test::kPi * tube * tube * ring.radius;
    EXPECT_NEAR(sum(core.volume), volume, 1e-12 * volume);
    EXPECT_THAT(core.length, Each(fmm::meanSpacing(ring, 1000)));
  }
}

TEST(ElementExtents, AreFilledWhereTheyAreMissing) {
  Elements plain = headOn(20);
  plain.length.clear();
  plain.volume.clear();
  Elements all = plain;
  add(filament({0, 0, 3}, 1), 20, kSigma, all);
  ASSERT_EQ(all.length.size(), 60u);
  ASSERT_EQ(all.volume.size(), 60u);
  EXPECT_EQ(all.length[0], kSigma / 1.5);
  EXPECT_NEAR(all.length[59], 2 * fmm_test::kPi / 20, 1e-12);

  Elements joined = plain;
  joined.ring.clear();
  fmm::append(joined, plain);
  EXPECT_TRUE(joined.length.empty()) << "nobody has any";
  EXPECT_EQ(joined.ring.size(), 80u);
  EXPECT_EQ(joined.ring.back(), 1);
  fmm::append(joined, headOn(10));
  EXPECT_EQ(joined.length.size(), 100u);
  EXPECT_EQ(joined.coreRadius.size(), 100u);
  EXPECT_EQ(joined.volume.size(), 100u);

  VortexSystem system(directDouble(), plain, {});
  EXPECT_THAT(system.elements().length, Each(kSigma / 1.5));
  EXPECT_THAT(system.elements().volume, Each(0.0));
  system.append(headOn(10), {});
  EXPECT_NEAR(system.elements().length.back(), 2 * fmm_test::kPi / 10, 1e-12);
}

TEST(ElementExtents, AreChecked) {
  for (const double bad : {-1e-9, std::nan(""), HUGE_VAL}) {
    Elements elements = headOn(20);
    elements.length[3] = bad;
    EXPECT_THROW(VortexSystem(directDouble(), elements, {}), InvalidInput) << bad;
    elements = headOn(20);
    elements.volume[3] = bad;
    EXPECT_THROW(VortexSystem(directDouble(), elements, {}), InvalidInput) << bad;
  }
  Elements elements = headOn(20);
  elements.volume.pop_back();
  EXPECT_THROW(VortexSystem(directDouble(), elements, {}), InvalidInput);
}

TEST(ElementExtents, OfImagesAreTheSame) {
  Elements elements = headOn(20);
  elements.volume[7] = 0.5;
  const Elements all = fmm::mirrored(elements, {{0, 0, -1}, {0, 0, 1}});
  ASSERT_EQ(all.length.size(), 80u);
  EXPECT_EQ(all.length[45], elements.length[5]);
  EXPECT_EQ(all.volume[47], 0.5);
}

TEST(ElementExtents, LinesStretchWithTheFlowInEveryScheme) {
  for (const auto stretching : {fmm::Stretching::classical, fmm::Stretching::transpose, fmm::Stretching::mixed}) {
    for (const auto formulation : {fmm::Formulation::classic, fmm::Formulation::reformulated}) {
      Settings settings = directDouble();
      settings.integrator = fmm::Integrator::rk4;
      settings.timeStep = 0.05;
      settings.stretching = stretching;
      settings.formulation = formulation;
      const Elements before = headOn(60);
      VortexSystem system(settings, before, {});
      for (int k = 0; k < 5; ++k) system.step();
      const Elements after = system.elements();
      const double radius = std::hypot(after.position[3].x, after.position[3].y);
      ASSERT_GT(radius, 1.01);
      EXPECT_NEAR(after.length[3] / before.length[3], radius, 2e-5) << "the ring's circumference grows by the same";
      EXPECT_EQ(after.volume, before.volume);
    }
  }
  Settings settings = directDouble();
  settings.stretching = fmm::Stretching::off;
  VortexSystem rigid(settings, headOn(20), {});
  rigid.step();
  EXPECT_EQ(rigid.elements().length, headOn(20).length);
}

}  // namespace
