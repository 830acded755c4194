// The place of a flow, and a stream that carries it far, change neither its motion nor its measures.

#include "app/support/flow_support.h"
#include "simulation/flow.h"
#include "support/test.h"

namespace app {
namespace {

using fmm::Vec3;

constexpr int kFrames = 30;

/// Two coaxial rings at `centre`.
Scene ringsAt(Vec3 centre, Vec3 stream = {}, fmm::Precision precision = fmm::Precision::real64) {
  Scene scene = test::twoRings(256, 0);
  scene.settings.precision = precision;
  scene.settings.stretching = fmm::Stretching::classical;
  scene.settings.stream = stream;
  for (fmm::Ring& ring : scene.rings()) ring.centre = ring.centre + centre;
  return scene;
}

struct Moved {
  DiagnosticsSample first, last;
  double drift = 0;
};

/// Measures of the rings before and after kFrames frames.
Moved moved(const Scene& scene) {
  Flow flow(scene);
  Moved result;
  fmm::EvaluationReport report;
  flow.evaluate(report);
  result.first = flow.measure(false);
  for (int k = 0; k < kFrames; ++k) {
    flow.advance(scene.stepsPerFrame, report);
    result.last = flow.measure(false);
  }
  EXPECT_EQ(flow.whyLost(), "");
  result.drift = flow.impulseDrift(flow.invariants());
  return result;
}

/// `rounding`: bound for the rounding of positions far from the origin [L].
void expectSame(const Moved& there, const Moved& here, Vec3 shift, double rounding) {
  EXPECT_NEAR(there.drift, here.drift, 1e-8 + rounding);
  EXPECT_NEAR(there.last.drift.impulse, here.last.drift.impulse, 1e-8 + rounding);
  EXPECT_NEAR(there.last.drift.angularImpulse, here.last.drift.angularImpulse, 1e-8 + 10 * rounding);
  const fmm::Invariants &far = there.last.flow.invariants, &near = here.last.flow.invariants;
  EXPECT_LT(fmm::norm(far.linearImpulse - near.linearImpulse), (1e-8 + rounding) * fmm::norm(near.linearImpulse));
  ASSERT_EQ(there.last.rings.size(), here.last.rings.size());
  for (std::size_t i = 0; i < here.last.rings.size(); ++i) {
    const fmm::RingMeasures &one = there.last.rings[i].measured, &other = here.last.rings[i].measured;
    EXPECT_LT(fmm::norm(one.centre - shift - other.centre), 1e-7 + 10 * rounding);
    EXPECT_NEAR(one.radius, other.radius, 1e-7 + 10 * rounding);
    EXPECT_NEAR(one.thickness, other.thickness, 1e-6 + std::sqrt(rounding));
    EXPECT_NEAR(one.circulation, other.circulation, 1e-7 + 10 * rounding);
  }
}

TEST(FarFlows, MoveAndAreMeasuredAsAtTheOrigin) {
  const Moved here = moved(ringsAt({}));
  for (const double distance : {1e4, 1e7}) {
    const Vec3 shift = {distance, -2 * distance, distance / 3};
    const double rounding = 16 * distance * std::numeric_limits<double>::epsilon();
    expectSame(moved(ringsAt(shift)), here, shift, rounding);
  }
}

TEST(FarFlows, StreamsCarryRingsFarWithoutADrift) {
  const Moved here = moved(ringsAt({}));
  const Vec3 stream = {3000, -1000, 500};
  const Moved there = moved(ringsAt({}, stream));
  const Vec3 shift = there.last.time * stream;
  EXPECT_GT(fmm::norm(shift), 100);
  expectSame(there, here, shift, 1e3 * std::numeric_limits<double>::epsilon() * fmm::norm(shift));
}

TEST(FarFlows, InFloatMoveAndAreMeasuredAsAtTheOrigin) {
  const Moved here = moved(ringsAt({}, {}, fmm::Precision::single));
  for (const Vec3 stream : {Vec3{}, Vec3{2000, 0, 0}}) {
    const Vec3 place = {1e5, 0, -2e4};
    const Moved there = moved(ringsAt(place, stream, fmm::Precision::single));
    expectSame(there, here, place + there.last.time * stream, 1e-5);
    EXPECT_GT(fmm::norm(there.last.rings[0].measured.centre - there.first.rings[0].measured.centre), 0.05);
  }
}

TEST(FarFlows, ElementsInOnePlaceGoOn) {
  for (const double sigma : {0.1, 0.5})
    for (const fmm::Precision precision : {fmm::Precision::single, fmm::Precision::real64}) {
      fmm::Elements elements;
      for (int k = 0; k < 10; ++k) {
        elements.position.push_back({0.1, 0.2, 0.3});
        elements.strength.push_back({std::sin(k), std::cos(3 * k), std::sin(5 * k + 1)});
        elements.coreRadius.push_back(sigma);
      }
      fmm::Settings settings;
      settings.backend = fmm::Backend::cpu;
      settings.precision = precision;
      Flow flow = test::flowOf(settings, elements, {});
      fmm::EvaluationReport report;
      flow.evaluate(report);
      for (int k = 0; k < kFrames; ++k) {
        flow.advance(1, report);
        const DiagnosticsSample now = flow.measure(false);
        EXPECT_LT(now.drift.impulse, 0.1);
      }
      EXPECT_EQ(flow.whyLost(), "") << sigma;
    }
}

}  // namespace
}  // namespace app
