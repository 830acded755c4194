// Heat in checkpoints.

#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "support/test.h"

namespace {

using test::errorOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

class SnapshotHeat : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.ringlet"; }
  /// Error message of reading what was written and then changed, which has to be one line that names the file.
  std::string refusal(const std::function<void(std::vector<test::ZipEntry>&)>& change) const {
    app::writeCheckpoint(path(), warm(), app::Existing::replace);
    test::edit(path(), change);
    const std::string message = errorOf(path());
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_THAT(message, HasSubstr("state.ringlet"));
    return message;
  }
  /// A state with heat in numbers that are no floats.
  static app::Checkpoint warm() {
    app::Checkpoint checkpoint = test::sample();
    fmm::Settings& settings = checkpoint.settings;
    settings.relaxation = 0;
    settings.diffusion = fmm::Diffusion::lattice;
    settings.redistribution.steps = fmm::Redistribution::kAutomatic;
    settings.spacing = 0.1 / 3;
    settings.heat = true;
    settings.diffusivity = 1e-3 / 3;
    settings.prandtl = 0.7;
    settings.up = {0.1, -1.0 / 3, 2};
    fmm::HeatSource source;
    source.shape = fmm::HeatShape::disc;
    source.supply = fmm::HeatSupply::steady;
    source.centre = {1.0 / 3, 0, 0};
    settings.heatSources = {source, {}};
    checkpoint.lattice.buoyancyGradient = 4.0 / 3;
    for (std::size_t i = 0; i < checkpoint.elements.size(); ++i)
      checkpoint.elements.heat.push_back((static_cast<double>(i) - 30) / 7);
    return checkpoint;
  }
  test::TemporaryFolder folder_;
};

TEST_F(SnapshotHeat, IsReadBackToTheBit) {
  app::Checkpoint checkpoint = warm();
  app::writeCheckpoint(path(), checkpoint, app::Existing::keep);
  app::Checkpoint read = app::readCheckpoint(path());
  test::expectEqual(read, checkpoint);
  EXPECT_EQ(read.elements.heat, checkpoint.elements.heat);
  for (double& heat : checkpoint.elements.heat) heat = static_cast<float>(heat);  // as a flow in float has it
  app::writeCheckpoint(path(), checkpoint, app::Existing::replace);
  EXPECT_EQ(app::readCheckpoint(path()).elements.heat, checkpoint.elements.heat);
}

TEST_F(SnapshotHeat, OfElementsThatDoesNotFitTheSettingsIsRefused) {
  EXPECT_THAT(refusal([](auto& entries) {
                entries.erase(std::remove_if(entries.begin(), entries.end(),
                                             [](const auto& e) { return e.name == "element_heat.npy"; }),
                              entries.end());
              }),
              HasSubstr("its settings have heat = true, but its elements have no heat (element_heat.npy)"));
  app::Checkpoint off = warm();
  off.settings.heat = false;
  off.settings.heatSources.clear();
  app::writeCheckpoint(path(), off, app::Existing::replace);
  EXPECT_THAT(errorOf(path()), HasSubstr("its elements have heat (element_heat.npy), but its settings have heat = "
                                         "false"));
  off.elements.heat.clear();
  app::writeCheckpoint(path(), off, app::Existing::replace);
  EXPECT_EQ(errorOf(path()), "accepted");
}

TEST_F(SnapshotHeat, ThatIsDamagedIsRefused) {
  const auto cut = [](auto& entries) {
    std::string& data = test::entry(entries, "element_heat.npy");
    data.resize(data.size() - 8);
  };
  EXPECT_THAT(refusal(cut), HasSubstr("element_heat.npy"));
  const auto otherCount = [](auto& entries) {
    test::entry(entries, "element_heat.npy") = test::entry(entries, "tracer_ring.npy");
  };
  EXPECT_THAT(refusal(otherCount), HasSubstr("element_heat.npy"));
  const auto infinite = [](auto& entries) {
    std::string& data = test::entry(entries, "element_heat.npy");
    const double bad = std::numeric_limits<double>::infinity();
    data.replace(data.size() - 8, 8, reinterpret_cast<const char*>(&bad), 8);
  };
  EXPECT_NE(refusal(infinite), "accepted");
  const auto badSource = [](auto& entries) {
    std::string& text = test::entry(entries, "state.json");
    const std::size_t at = text.find("edge = ");
    text.replace(at, 7, "edge = -");
  };
  EXPECT_THAT(refusal(badSource), HasSubstr("edge = -"));
}

}  // namespace
