// ringlet converge: orders and limits, accepted runs of a scene, and its output.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "commands/bench/converge.h"
#include "commands/line/command_line.h"
#include "files/user_error.h"

namespace app {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFilament =
    "[physics]\ndt = 0.02\nsolver = \"direct\"\nprecision = \"double\"\nviscosity = 0\n"
    "[particles]\nelements = 48\n"
    "[[ring]]\nradius = 1\nprofile = \"filament\"\nwave_amplitude = 0.1\nwave_mode = 3\n";
constexpr const char* kLattice =
    "[physics]\ndt = 0.02\nviscosity = 1e-3\ndiffusion = \"lattice\"\nredistribution = 4\noverlap = 1\n"
    "[particles]\nelements = 1000\n[[ring]]\nradius = 1\nprofile = \"gaussian\"\ncore_radius = 0.3\n";

/// A scene of this text in a folder of its own.
struct SceneFile {
  test::TemporaryFolder folder;
  std::string path = folder / "s.toml";

  explicit SceneFile(const std::string& text) { test::writeFile(path, text); }
  ConvergeOptions options(double until) const {
    ConvergeOptions options;
    options.scene = path;
    options.until = until;
    return options;
  }
};

std::string refusal(const std::string& text, double until = 0.4) {
  const SceneFile file(text);
  try {
    convergePlan(file.options(until));
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

TEST(Extrapolation, FindsOrderAndLimitOfAPower) {
  for (const double order : {1.0, 2.0, 4.0, 6.0}) {
    for (const std::array<double, 3>& width : {std::array<double, 3>{2, 1, 0.5}, std::array<double, 3>{1.3, 1, 0.8}}) {
      std::array<double, 3> value{};
      for (std::size_t i = 0; i < 3; ++i) value[i] = 3 - 0.1 * std::pow(width[i], order);
      const Extrapolation found = extrapolate(width, value);
      EXPECT_NEAR(found.order, order, 1e-6);
      EXPECT_NEAR(found.limit, 3, 1e-6);
      EXPECT_NEAR(found.error, 1.25 * 0.1 * std::pow(width[2], order), 1e-6);
    }
  }
}

TEST(Extrapolation, ClaimsNoOrderWhereThereIsNone) {
  const Extrapolation wavers = extrapolate({2, 1, 0.5}, {1, 1.2, 1.1});
  EXPECT_TRUE(std::isnan(wavers.order));
  EXPECT_EQ(wavers.limit, 1.1);
  EXPECT_NEAR(wavers.error, 0.1, 1e-12);
  EXPECT_TRUE(std::isnan(extrapolate({2, 1, 0.5}, {1, 2, 4}).order)) << "the differences grow";
  const Extrapolation still = extrapolate({2, 1, 0.5}, {7, 7, 7});
  EXPECT_EQ(still.limit, 7);
  EXPECT_EQ(still.error, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(extrapolate({2, 1, 0.5}, {1, nan, 2}).error));
}

TEST(ConvergePlan, FilamentsDoubleTheirElementsAndKeepTheirCores) {
  const SceneFile file(kFilament);
  const ConvergePlan plan = convergePlan(file.options(0.1));
  EXPECT_EQ(plan.dimension, 1);
  EXPECT_EQ(plan.steps, 6) << "an even number, as near as can be";
  ASSERT_EQ(plan.runs.size(), 5u);
  const Scene finer = sceneOf(plan, plan.runs[plan.bySpacing[2]]), shorter = sceneOf(plan, plan.runs[plan.byStep[2]]);
  EXPECT_EQ(finer.elements, 192u) << "wider ones would part";
  EXPECT_EQ(finer.sigma, plan.scene.sigma);
  EXPECT_EQ(finer.settings.timeStep, 0.02);
  EXPECT_EQ(shorter.elements, 48u);
  EXPECT_EQ(shorter.settings.timeStep, 0.01);
}

TEST(ConvergePlan, ALatticeHalvesItsSpacingAndRedistributesAtTheSameTimes) {
  const SceneFile file(kLattice);
  const ConvergePlan plan = convergePlan(file.options(0.4));
  EXPECT_EQ(plan.dimension, 3);
  const Scene finer = sceneOf(plan, plan.runs[plan.bySpacing[2]]), shorter = sceneOf(plan, plan.runs[plan.byStep[2]]);
  EXPECT_NEAR(finer.settings.spacing, plan.scene.settings.spacing / 2, 1e-12);
  EXPECT_EQ(shorter.settings.redistribution.steps, 8);
  EXPECT_EQ(shorter.settings.spacing, plan.scene.settings.spacing);
}

TEST(ConvergePlan, GoesToWiderSpacingsWhereTheFinerOneIsTooMuch) {
  const SceneFile file(kLattice);
  ConvergeOptions options = file.options(0.4);
  options.mostElements = 6000;
  const ConvergePlan plan = convergePlan(options);
  EXPECT_EQ(plan.runs[plan.bySpacing[0]].spacing, 4);
  EXPECT_EQ(plan.bySpacing[2], 0u);
  EXPECT_THAT(plan.notes.front(), HasSubstr("half the spacing takes 8000 elements, more than 6000"));
  EXPECT_THAT(refusal(std::string(kFilament), 0.4), "");
  const SceneFile filament(kFilament);
  options.scene = filament.path;
  options.mostElements = 60;
  EXPECT_THROW(convergePlan(options), UserError) << "a filament cannot be coarser";
}

TEST(ConvergePlan, SaysWhatItCannotCompare) {
  EXPECT_EQ(refusal(kFilament), "");
  EXPECT_THAT(refusal("[physics]\ndt = 0.1\n"), HasSubstr("has no rings"));
  EXPECT_THAT(refusal("[physics]\ndt = -0.1\n[[ring]]\nradius = 1\n"), HasSubstr("backwards"));
  const std::string joins = std::string(kFilament) + "[[ring]]\nstart = 0.3\nradius = 1\nprofile = \"filament\"\n";
  EXPECT_THAT(refusal(joins), HasSubstr("a ring joins at t = 0.3"));
  EXPECT_EQ(refusal(joins, 0.2), "");
  const std::string mixed = std::string(kFilament) + "[[ring]]\ncentre = [0, 0, 1]\nradius = 1\n";
  EXPECT_THAT(refusal(mixed), HasSubstr("filaments beside filled cores"));
}

TEST(Converge, TheProgramTellsTheTwoErrorsApart) {
  const SceneFile file(kFilament);
  const test::ProgramResult result =
      test::runProgram({"converge", file.path, "--until", "0.4", "--backend", "cpu", "--json"});
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("runs").size(), 5u);
  ASSERT_EQ(json.at("quantities").at(2).at("name"), "ring 1 position");
  const auto& position = json.at("quantities").at(2);
  EXPECT_NEAR(position.at("time_step").at("order").get<double>(), 2, 0.5) << "rk2";
  const double limit = position.at("limit"), bar = position.at("error_bar");
  EXPECT_GT(limit, 0.05);
  EXPECT_LT(bar, 1e-3);
  const test::ProgramResult table = test::runProgram({"converge", file.path, "--until", "0.08", "--backend", "cpu"});
  EXPECT_THAT(table.out, HasSubstr("of spacing"));
  EXPECT_THAT(table.out, HasSubstr("ring 1 speed"));
}

TEST(Converge, ScenesWithAGroundHaveATable) {
  for (const char* wall : {"", "wall = \"no-slip\"\n"}) {
    const SceneFile file(
        std::string("[physics]\ndt = 0.02\nbackend = \"cpu\"\nregularisation = \"gaussian8\"\nviscosity = 1e-3\n"
                    "diffusion = \"lattice\"\nredistribution = \"auto\"\noverlap = 1\n[ground]\n") +
        wall +
        "[particles]\nelements = 600\ntracers = 0\n[[ring]]\ncentre = [0, 0, 0.35]\naxis = [0, 0, -1]\n"
        "radius = 0.25\ncore_radius = 0.08\nprofile = \"gaussian\"\n");
    const auto result = test::runProgram({"converge", file.path, "--until", "0.02", "--json"});
    ASSERT_EQ(result.exitCode, 0) << wall << result.err;
    const auto report = nlohmann::json::parse(result.out);
    EXPECT_THAT(result.out, HasSubstr("\"enstrophy\""));
    EXPECT_FALSE(report.empty());
  }
}

TEST(Converge, OptionsOfTheCommandLine) {
  const auto command = parseCommandLine({"converge", "oblique", "--until", "0.5", "--elements", "2000", "--core",
                                         "gaussian8", "--dt", "0.01", "--most-elements", "9000"});
  const auto& options = optionsOf<ConvergeOptions>(command);
  EXPECT_EQ(options.until, 0.5);
  EXPECT_EQ(options.mostElements, 9000u);
  EXPECT_EQ(options.overrides.particles.values().elements, 2000u);
  EXPECT_EQ(options.overrides.field.values().regularisation, fmm::Regularisation::gaussian8);
  EXPECT_EQ(options.motion.values().timeStep, 0.01);
  EXPECT_THROW(parseCommandLine({"converge"}), UsageError);
  EXPECT_THROW(parseCommandLine({"converge", "ring", "--curve", "a.svg"}), UsageError);
  EXPECT_THROW(parseCommandLine({"converge", "ring", "--counts", "4096"}), UsageError);
  EXPECT_THROW(parseCommandLine({"converge", "ring", "--until", "0"}), UsageError);
}

}  // namespace
}  // namespace app
