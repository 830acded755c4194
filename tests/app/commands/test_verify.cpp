// ringlet verify: its output and exit status. The checks themselves are tested with the library.

#include <nlohmann/json.hpp>

#include "app/support/run_scene.h"
#include "commands/line/command_line.h"
#include "files/user_error.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

fmm::Check checkOf(const std::string& name, bool quick, double measured) {
  return {name, "It is 1.", quick, [measured](const fmm::Settings&) {
            return std::vector<fmm::Measurement>{{"", measured, 1, 0.001, "L/T"}};
          }};
}

const std::vector<fmm::Check> kGood = {checkOf("speed/slow", true, 1.0004), checkOf("speed/fast", false, 1),
                                       checkOf("speedometer", true, 1)};

struct Outcome {
  int code = 0;
  std::string out;
};

Outcome verified(VerifyOptions options, const std::vector<fmm::Check>& checks) {
  options.machine.backend = fmm::Backend::cpu;
  testing::internal::CaptureStdout();
  const int code = verify(options, checks);
  std::fflush(stdout);
  return {code, testing::internal::GetCapturedStdout()};
}

TEST(Verify, PrintsATableOfTheQuickChecks) {
  const Outcome outcome = verified({}, kGood);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("speed/slow +1.0004 +1.0000 +1.0e-03 L/T +pass\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("speed/fast")));
  EXPECT_THAT(outcome.out, HasSubstr("2 checks, 2 numbers, all pass"));
}

TEST(Verify, NumbersWithoutAMarkAreOnlyTold) {
  const std::vector<fmm::Check> told = {
      {"flow", "It is told.", true, [](const fmm::Settings&) {
         return std::vector<fmm::Measurement>{{"", 49.7, 49.1, fmm::Measurement::kNoMark, "1/T"}};
       }}};
  EXPECT_THAT(verified({}, told).out, testing::ContainsRegex("flow +49.7 +49.1 +1/T +\n"));
  VerifyOptions options;
  options.json = true;
  const auto row = nlohmann::json::parse(verified(options, told).out).at("checks").at(0);
  EXPECT_TRUE(row.at("tolerance").is_null());
  EXPECT_TRUE(row.at("pass").is_null());
}

TEST(Verify, PartsOfTheCollisionsCanBeChosen) {
  const auto usual = optionsOf<VerifyOptions>(parseCommandLine({"verify"})).machine;
  EXPECT_EQ(usual.regularisation, fmm::Regularisation::gaussian8);
  EXPECT_TRUE(usual.divergenceRemoval);
  const auto parts = optionsOf<VerifyOptions>(parseCommandLine({"verify", "--elements", "8192", "--core", "gaussian",
                                                                "--redistribution", "7", "--node-threshold", "1e-3",
                                                                "--lattice-overlap", "0.9", "--keep-divergence"}))
                         .machine;
  EXPECT_EQ(parts.elementBudget, 8192u);
  EXPECT_EQ(parts.regularisation, fmm::Regularisation::gaussian);
  EXPECT_EQ(parts.redistribution.steps, 7);
  EXPECT_EQ(parts.nodeThreshold, 1e-3);
  EXPECT_EQ(parts.latticeOverlap, 0.9);
  EXPECT_FALSE(parts.divergenceRemoval);
  EXPECT_THROW(parseCommandLine({"verify", "--redistribution", "often"}), UsageError);
  EXPECT_THROW(parseCommandLine({"verify", "--elements", "3"}), UsageError);
}

TEST(Verify, FullAndOnlyChooseOthers) {
  VerifyOptions options;
  options.full = true;
  EXPECT_THAT(verified(options, kGood).out, HasSubstr("3 checks"));
  options = {};
  options.only = {"speed"};
  const std::string out = verified(options, kGood).out;
  EXPECT_THAT(out, HasSubstr("speed/fast"));
  EXPECT_THAT(out, Not(HasSubstr("speedometer"))) << "a group ends at a slash";
  options.list = true;
  EXPECT_EQ(verified(options, kGood).out, "speed/slow\nspeed/fast (long)\n    It is 1.\n");
}

TEST(Verify, AFailureIsSaidAndReturned) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Outcome outcome =
      verified({}, {checkOf("good", true, 1), checkOf("bad", true, 1.01), checkOf("ugly", true, nan)});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("bad +1.0100 +1.0000 +1.0e-03 L/T +FAIL\n"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("ugly +none "));
  EXPECT_THAT(outcome.out, HasSubstr("3 numbers, 2 FAIL"));
}

TEST(Verify, JsonHasEveryNumber) {
  VerifyOptions options;
  options.json = true;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Outcome outcome = verified(options, {checkOf("good", true, 1.0004), checkOf("ugly", true, nan)});
  EXPECT_EQ(outcome.code, 1);
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json.size(), 1u);
  const auto& rows = json.at("checks");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("name"), "good");
  EXPECT_EQ(rows[0].at("measured"), 1.0004);
  EXPECT_EQ(rows[0].at("expected"), 1);
  EXPECT_EQ(rows[0].at("tolerance"), 0.001);
  EXPECT_EQ(rows[0].at("pass"), true);
  EXPECT_TRUE(rows[1].at("measured").is_null());
  EXPECT_EQ(rows[1].at("pass"), false);
}

TEST(Verify, OptionsOfTheCommandLine) {
  const auto command =
      parseCommandLine({"verify", "--full", "--json", "--backend", "cpu", "--threads", "1", "--only", "hopf-link"});
  const auto& options = optionsOf<VerifyOptions>(command);
  EXPECT_TRUE(options.full);
  EXPECT_TRUE(options.json);
  EXPECT_FALSE(options.list);
  EXPECT_EQ(options.machine.backend, fmm::Backend::cpu);
  EXPECT_EQ(options.machine.threads, 1);
  EXPECT_EQ(options.only, std::vector<std::string>{"hopf-link"});
  EXPECT_THROW(parseCommandLine({"verify", "--only", "hopf-lin"}), UsageError);
  EXPECT_THROW(parseCommandLine({"verify", "--only", "hopf-link/"}), UsageError);
  EXPECT_THROW(parseCommandLine({"verify", "leapfrog"}), UsageError);
}

TEST(Verify, TheProgramAnswers) {
  const test::ProgramResult good = test::runProgram({"verify", "--only", "hopf-link/direct", "--backend", "cpu"});
  EXPECT_EQ(good.exitCode, 0) << good.err;
  EXPECT_EQ(good.err, "") << "no progress where there is no terminal";
  EXPECT_THAT(good.out, HasSubstr("all pass"));
  test::expectFailure(test::runProgram({"verify", "--only", "leapfrg"}), 2, "did you mean \"leapfrog\"?");
}

}  // namespace
}  // namespace app
