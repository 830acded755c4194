// The elements as the next redistribution would leave them.

#include "fmm/fmm.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Vec3;

fmm::Settings settings() {
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.viscosity = 4e-3;
  settings.diffusion = fmm::Diffusion::lattice;
  settings.redistribution.steps = 4;
  settings.spacing = 0.25;
  settings.timeStep = 0.02;
  settings.regularisation = fmm::Regularisation::gaussian8;
  return settings;
}

Elements ring() {
  fmm::Ring ring;
  ring.coreRadius = 0.4;
  ring.profile = fmm::CoreProfile::gaussian;
  return fmm::latticeElements({{ring}}, {0.25}, fmm::Regularisation::gaussian8);
}

TEST(RedistributedElements, StandOnNodesAndHaveTheSameMoments) {
  fmm::VortexSystem system(settings(), ring(), {});
  for (int i = 0; i < 3; ++i) system.step();
  const Elements now = system.elements(), redistributed = redistributedElements(system);
  for (const Vec3 x : redistributed.position) EXPECT_NEAR(x.z, 0.25 * std::round(x.z / 0.25), 1e-12);
  const Vec3 before = fmm::invariants(now).linearImpulse, after = fmm::invariants(redistributed).linearImpulse;
  EXPECT_NEAR(after.z, before.z, 1e-6 * before.z);
  for (const double sigma : redistributed.coreRadius) EXPECT_FLOAT_EQ(static_cast<float>(sigma), 0.25F);
}

TEST(RedistributedElements, AreTheElementsWhereNothingIsRedistributed) {
  fmm::Settings off = settings();
  off.redistribution.steps = fmm::Redistribution::kOff;
  off.viscosity = 0;
  off.diffusion = fmm::Diffusion::coreSpreading;
  fmm::VortexSystem system(off, ring(), {});
  system.step();
  const Elements now = system.elements(), redistributed = redistributedElements(system);
  ASSERT_EQ(redistributed.size(), now.size());
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(redistributed.position[i], now.position[i]);
}

}  // namespace
