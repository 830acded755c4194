// The list of checks and their execution; their results are in test_physics.cpp.

#include "fmm/fmm.h"
#include "support/test.h"

namespace {

using fmm::Check;
using fmm::Measurement;
using fmm::Settings;

Settings cpu() {
  Settings machine;
  machine.backend = fmm::Backend::cpu;
  return machine;
}

TEST(Verification, ChecksHaveNamesOfTheirOwnAndSayWhatTheyShow) {
  std::set<std::string> names;
  for (const Check& check : fmm::checks()) {
    EXPECT_TRUE(names.insert(check.name).second) << check.name;
    EXPECT_EQ(check.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-/"), std::string::npos) << check.name;
    EXPECT_EQ(check.statement.back(), '.') << check.name;
    EXPECT_GT(check.statement.size(), 30u) << check.name;
  }
  EXPECT_GT(names.size(), 30u);
}

TEST(Verification, PassesWithinTheToleranceOnly) {
  EXPECT_TRUE((Measurement{"", 1.5, 1, 0.5, "1"}.pass()));
  EXPECT_FALSE((Measurement{"", 1.6, 1, 0.5, "1"}.pass()));
  EXPECT_FALSE((Measurement{"", 0.4, 1, 0.5, "1"}.pass()));
  EXPECT_FALSE((Measurement{"", std::numeric_limits<double>::quiet_NaN(), 1, 0.5, "1"}.pass()));
  EXPECT_FALSE((Measurement{"", std::numeric_limits<double>::infinity(), 1, 0.5, "1"}.pass()));
}

TEST(Verification, ANumberWithoutAMarkPassesUnlessItIsNone) {
  Measurement told = {"", 3, 1, Measurement::kNoMark, "1"};
  EXPECT_FALSE(told.isMarked());
  EXPECT_TRUE(told.pass());
  told.measured = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(told.pass());
}

TEST(Verification, CollisionsAreLongAndItsUsualSettingsHold) {
  int collisions = 0;
  for (const Check& check : fmm::checks()) {
    if (check.name.rfind("collisions/", 0) != 0) continue;
    EXPECT_FALSE(check.quick) << check.name;
    ++collisions;
  }
  EXPECT_EQ(collisions, 2);
  EXPECT_NO_THROW(fmm::usualSettings().validate());
}

TEST(Verification, MeasurementsHaveTheNameOfTheirCheck) {
  const Check check = {"group/case", "", true, [](const Settings&) {
                         return std::vector<Measurement>{{"", 1, 1, 0, "1"}, {"part", 1, 1, 0, "1"}};
                       }};
  const auto results = measure(check, cpu());
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].name, "group/case");
  EXPECT_EQ(results[1].name, "group/case/part");
}

TEST(Verification, AnExperimentThatBreaksDownDoesNotPass) {
  const Check check = {"group/case", "", true, [](const Settings&) -> std::vector<Measurement> {
                         throw fmm::NumericalError("the rings are gone");
                       }};
  const auto results = measure(check, cpu());
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].pass());
  EXPECT_EQ(results[0].note, "the rings are gone");
}

TEST(Verification, TakesTheMachineAndRepeatsItselfBitForBit) {
  Settings nowhere = cpu();
  nowhere.threads = -1;
  for (const Check& check : fmm::checks()) {
    if (check.name != "ring-speed/gaussian/scatter") continue;
    EXPECT_THROW(measure(check, nowhere), fmm::InvalidInput);
    Settings one = cpu();
    one.threads = 1;
    EXPECT_EQ(measure(check, cpu()).front().measured, measure(check, one).front().measured);
    return;
  }
  FAIL() << "the check is gone";
}

}  // namespace
