// Saved states are files that NumPy opens, read here by NumPy itself.

#include "app/commands/python_readers.h"
#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "support/test.h"

namespace {

TEST(StateNumpy, ReadsEveryArrayAndTheText) {
  if (!test::numpyIsThere()) GTEST_SKIP() << "NumPy cannot be imported";
  const test::TemporaryFolder folder;
  const app::Checkpoint state = test::sample();
  app::writeCheckpoint(folder / "state.ringlet", state);
  const auto found = test::readWithNumpy(folder / "state.ringlet");
  EXPECT_EQ(found["text"]["elements"], 100);
  EXPECT_EQ(found["text"]["scene_name"], state.scene.name);
  EXPECT_EQ(found["text"]["settings"]["viscosity"], 1.0 / 7);
  EXPECT_EQ(found["shapes"]["element_position"], (std::vector<int>{100, 3}));
  EXPECT_EQ(found["shapes"]["element_length"], std::vector<int>{100});
  EXPECT_EQ(found["types"]["element_strength"], "float64");
  EXPECT_EQ(found["types"]["tracer_ring"], "int32");
  const auto numbers = [&](const char* name) { return found["values"][name].get<std::vector<double>>(); };
  const auto expectVectors = [&](const char* name, const std::vector<fmm::Vec3>& vectors) {
    std::vector<double> expected;
    for (const fmm::Vec3& v : vectors) expected.insert(expected.end(), {v.x, v.y, v.z});
    EXPECT_EQ(numbers(name), expected) << name;
  };
  expectVectors("element_position", state.elements.position);
  expectVectors("element_strength", state.elements.strength);
  expectVectors("tracer_position", state.tracers.position);
  EXPECT_EQ(numbers("element_core_radius"), state.elements.coreRadius);
  const auto rings = found["values"]["tracer_ring"].get<std::vector<std::int32_t>>();
  ASSERT_EQ(rings.size(), state.tracers.ring.size());
  for (std::size_t i = 0; i < rings.size(); ++i) EXPECT_EQ(rings[i], state.tracers.ring[i] + 1);
}

}  // namespace
