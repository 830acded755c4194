// Numbers in a checkpoint's text must have the right type and range. Messages tell key, value and the allowed range.

#include <nlohmann/json.hpp>

#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "fmm/error.h"
#include "scene/saved/snapshot_file.h"
#include "scene/saved/snapshot_text.h"
#include "support/test.h"

namespace {

using Json = nlohmann::ordered_json;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Error message of a state's text with `value` at `place`, a JSON pointer; "accepted" without an error.
std::string refusal(const std::string& place, const std::string& value) {
  const app::Checkpoint sample = test::sample();
  Json json = Json::parse(app::stateText(sample));
  json.at(Json::json_pointer(place)) = Json::parse(value);
  app::Checkpoint read;
  return test::refusal<fmm::InvalidInput>([&] { app::readStateText(json.dump(), read); });
}

TEST(SnapshotNumbers, WholeNumbersAreNeitherCutOffNorRounded) {
  EXPECT_EQ(refusal("/settings/order", "1099511627776"),
            "order = 1099511627776; allowed: 0 (chosen by the program) or 4 to 40");
  EXPECT_THAT(refusal("/tuning/order", "1099511627776"), StartsWith("tuning: order = 1099511627776; allowed: 0 ("));
  EXPECT_THAT(refusal("/tuning/leaf_points", "1180591620717411303424"),
              AllOf(StartsWith("tuning: leaf_points = 1.18"), HasSubstr("allowed: a whole number, 0 (")));
  EXPECT_THAT(refusal("/tuning/elements", "-1"), StartsWith("tuning: elements = -1; allowed: "));
  EXPECT_THAT(refusal("/tuning/mesh/use", "2"), StartsWith("tuning: mesh: use = 2; allowed: -1 to 1"));
  EXPECT_THAT(refusal("/tuning/mesh/size", "[1, 2.5, 3]"), StartsWith("tuning: mesh: size = 2.5; allowed: a whole"));
  EXPECT_THAT(refusal("/tuning/mesh/size", "[1, 2]"), StartsWith("tuning: mesh: size must be three whole numbers"));
  EXPECT_THAT(refusal("/settings/leaf_points", "1180591620717411303424"), HasSubstr("a whole number"));
  EXPECT_THAT(refusal("/settings/order", "8.5"), StartsWith("order = 8.5; allowed: a whole number, 0 ("));
  EXPECT_THAT(refusal("/settings/order", "3"), StartsWith("order = 3; allowed: 0 ("));
  EXPECT_THAT(refusal("/settings/threads", "1025"), EndsWith("threads = 1025; allowed: 0 to 1024"));
  EXPECT_THAT(refusal("/settings/threads", "-1"), StartsWith("threads = -1; allowed:"));
  EXPECT_THAT(refusal("/settings/threads", "18446744073709551615"),
              StartsWith("threads = 18446744073709551615; allowed:"));
  EXPECT_THAT(refusal("/settings/element_budget", "1e10"), StartsWith("element_budget = 10000000000"));
  EXPECT_THAT(refusal("/settings/redistribution", "4294967296"),
              HasSubstr("allowed: -1 (auto), 0 (off) or 1 to 10000"));
  EXPECT_THAT(refusal("/settings/redistribution", "2.5"), StartsWith("redistribution = 2.5; allowed:"));
}

TEST(SnapshotNumbers, TypesAreNotTakenForEachOther) {
  EXPECT_EQ(refusal("/settings/threads", "true"), "threads = true; allowed: a whole number, 0 to 1024");
  EXPECT_THAT(refusal("/settings/dt", "true"), StartsWith("dt = true; allowed: a number, "));
  EXPECT_THAT(refusal("/settings/dt", "\"0.1\""), StartsWith("dt = \"0.1\"; allowed: a number, "));
  EXPECT_THAT(refusal("/settings/dt", "null"), StartsWith("dt = null; allowed: a number, "));
  EXPECT_EQ(refusal("/settings/divergence_removal", "1"), "divergence_removal = 1; allowed: true or false");
  EXPECT_THAT(refusal("/settings/backend", "3"), StartsWith("backend = 3; allowed: "));
  EXPECT_THAT(refusal("/settings/solver", "\"magic\""), StartsWith("solver = \"magic\"; allowed: "));
  EXPECT_THAT(refusal("/settings/ground", "5"), StartsWith("ground = 5; allowed: null or "));
  EXPECT_EQ(refusal("/settings/ground", R"({"point": [0, 0], "normal": [0, 0, 1]})"),
            "point = [0,0]; allowed: three numbers [x, y, z]");
  EXPECT_THAT(refusal("/settings/ground", R"({"point": [0, 0, true], "normal": [0, 0, 1]})"),
              StartsWith("point = true; "));
  EXPECT_EQ(refusal("/tuning", "[1, 2]"), "tuning: tuning = [1,2]; allowed: an object");
  EXPECT_EQ(refusal("/clock", "7"), "clock = 7; allowed: an object");
  EXPECT_EQ(refusal("/clock/steps", "true"), "clock: steps = true; allowed: a whole number, 0 to 25");
  EXPECT_EQ(refusal("/clock/steps", "26"), "clock: steps = 26; allowed: 0 to 25");
  EXPECT_EQ(refusal("/clock", "{\"time\": 0}"), "clock: steps is missing");
}

TEST(SnapshotNumbers, CountsOfWhatWasDoneAreCounts) {
  const std::string given = "/lattice/given";
  EXPECT_THAT(refusal(given, "-1"), HasSubstr("given = -1; allowed: 0 to 9007199254740992"));
  EXPECT_THAT(refusal(given, "1.5"), HasSubstr("allowed: a whole number"));
  EXPECT_THAT(refusal(given, "9007199254740994"), HasSubstr("allowed: 0 to 9007199254740992"));
  EXPECT_THAT(refusal("/lattice/centroid_shift", "[1, 2, \"3\"]"), HasSubstr("centroid_shift = \"3\"; allowed:"));
  EXPECT_THAT(refusal("/lattice/origin", "[1, 2]"), HasSubstr("origin = [1,2]; allowed: three numbers"));
  EXPECT_THAT(refusal("/lattice/passes", "-1"), HasSubstr("lattice: passes = -1; allowed:"));
  EXPECT_THAT(refusal("/lattice/at_step", "2.0"), HasSubstr("lattice: at_step = 2"));
}

TEST(SnapshotNumbers, LongValuesAreNotShownWhole) {
  const std::string message = refusal("/settings/threads", '"' + std::string(100000, 'x') + '"');
  EXPECT_LT(message.size(), 200U);
  EXPECT_THAT(message, StartsWith("threads = \"xxxx"));
}

TEST(SnapshotNumbers, DeepTextsAreRefused) {
  constexpr std::size_t kDeep = 1000000;
  app::Checkpoint read;
  EXPECT_THROW(app::readStateText("{\"threads\": " + std::string(kDeep, '[') + std::string(kDeep, ']') + "}", read),
               fmm::InvalidInput);
  EXPECT_EQ(refusal("/settings/threads", "[[[[[[[[[]]]]]]]]]"), "has more than 8 values within each other");
}

TEST(SnapshotNumbers, MessagesNameTheFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "state.ringlet";
  app::writeCheckpoint(path, test::sample());
  test::replaceText(path, "\"threads\": 2", "\"threads\": true");
  EXPECT_EQ(test::errorOf(path), path + ": state.json: threads = true; allowed: a whole number, 0 to 1024");
}

}  // namespace
