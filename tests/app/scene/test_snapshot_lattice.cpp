// The lattice of redistribution in checkpoints.

#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "support/test.h"

namespace {

using test::errorOf;
using test::expectEqual;
using test::sample;
using ::testing::HasSubstr;

class SnapshotLattice : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.ringlet"; }
  test::TemporaryFolder folder_;
};

/// A state whose elements are on a lattice.
app::Checkpoint redistributed() {
  app::Checkpoint checkpoint = sample();
  fmm::Settings& settings = checkpoint.settings;
  settings.relaxation = 0;
  settings.diffusion = fmm::Diffusion::lattice;
  settings.redistribution.steps = 7;
  settings.spacing = 0.1 / 3;
  settings.latticeOverlap = 0.9;
  settings.nodeThreshold = 1e-4 / 3;
  settings.divergenceRemoval = false;
  checkpoint.lattice = {77,       0, 3,   0.1 / 7,           1e-3 / 3, 0.25 / 3,  24,       2,
                        0.01 / 3, 0, 0.3, {0, 0.1, 1.0 / 3}, 0.7,      {1, 2, 3}, {4, 5, 6}};
  return checkpoint;
}

TEST_F(SnapshotLattice, KnowsItsLattice) {
  app::writeCheckpoint(path(), redistributed());
  expectEqual(app::readCheckpoint(path()), redistributed());
  app::Checkpoint automatic = redistributed();
  automatic.settings.redistribution.steps = fmm::Redistribution::kAutomatic;
  app::writeCheckpoint(path(), automatic);
  expectEqual(app::readCheckpoint(path()), automatic);
}

TEST_F(SnapshotLattice, LatticesThatCannotBeAreRefused) {
  const auto refusal = [&](auto change) {
    app::Checkpoint checkpoint = redistributed();
    change(checkpoint);
    app::writeCheckpoint(path(), checkpoint);
    return errorOf(path());
  };
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.spacing = -1; }),
              HasSubstr("lattice: spacing = -1; allowed: 0 and more"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.spread = -2; }), HasSubstr("spread = -2"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.turned = -3; }), HasSubstr("turned = -3"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.foreignShare = -4; }), HasSubstr("met = -4"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.atStep = 26; }),
              HasSubstr("lattice: at_step = 26; allowed: 0 to 25"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.lattice.atStep = -1; }), HasSubstr("at_step = -1"));
  EXPECT_THAT(refusal([](app::Checkpoint& c) { c.settings.redistribution.steps = -2; }),
              HasSubstr("redistribution = -2; allowed: -1 (auto), 0 (off) or 1 to 10000"));
  EXPECT_NE(refusal([](app::Checkpoint& c) { c.lattice.turned = std::nan(""); }), "accepted");
}

}  // namespace
