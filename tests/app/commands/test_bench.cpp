// ringlet bench through its real command line: its rows and its refusals.

#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "commands/line/command_line.h"
#include "fmm/workloads.h"
#include "support/test.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

Json benched(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), {"--backend", "cpu", "--json"});
  const test::ProgramResult result = test::runProgram(arguments);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return Json::parse(result.out);
}

double sumOf(const Json& stages) {
  double sum = 0;
  for (const auto& stage : stages) sum += stage.get<double>();
  return sum;
}

TEST(Bench, ARowSaysWhatWasMeasured) {
  const Json json = benched({"--workload", "rings", "--sizes", "1024:4096", "--repeat", "9"});
  const Json& machine = json.at("machine");
  EXPECT_FALSE(machine.at("cpu").get<std::string>().empty());
  EXPECT_GT(machine.at("threads").get<int>(), 0);
  EXPECT_GT(machine.at("peak_gflops").get<double>(), 1);
  ASSERT_EQ(json.at("rows").size(), 1u);
  const Json& row = json.at("rows")[0];
  EXPECT_EQ(row.at("workload"), "rings");
  EXPECT_EQ(row.at("ns"), 1024);
  EXPECT_EQ(row.at("nt"), 4096);
  EXPECT_EQ(row.at("core"), "thin");
  EXPECT_EQ(row.at("precision"), "float");
  EXPECT_EQ(row.at("repeats"), 9);
  EXPECT_EQ(row.at("direct_sampled"), false);
  for (const char* key : {"total_ms", "first_ms", "speedup", "near_gpairs_s", "near_peak_share", "bytes", "order",
                          "theta", "leaf_elements", "leaf_points", "error_bound"})
    EXPECT_GT(row.at(key).get<double>(), 0) << key;
  const bool oneLeaf = row.at("leaf_elements").get<int>() >= 1024;  // which tuning may choose for many threads
  EXPECT_EQ(row.at("translations_s").get<double>() > 0, !oneLeaf);
  EXPECT_GE(row.at("spread").get<double>(), 0);
  EXPECT_GT(row.at("error").get<double>(), 0);
  EXPECT_LE(row.at("error").get<double>(), row.at("error_bound").get<double>());
  EXPECT_LT(row.at("error").get<double>(), row.at("tolerance").get<double>());
  EXPECT_LT(sumOf(row.at("stages")), 1.5 * row.at("total_ms").get<double>()) << "medians of stages, beside that of all";
}

TEST(Bench, EveryWorkloadKeepsTheTolerance) {
  const Json json = benched({"--workload", "all", "--sizes", "512:1024,600", "--repeat", "1"});
  const auto& named = fmm::workloads::named();
  ASSERT_EQ(json.at("rows").size(), 2 * named.size());
  for (std::size_t i = 0; i < 2 * named.size(); ++i) {
    const Json& row = json.at("rows")[i];
    EXPECT_EQ(row.at("workload"), named[i / 2].name);
    EXPECT_LT(row.at("error").get<double>(), 1e-4) << row.at("workload");
    EXPECT_EQ(row.at("nt"), i % 2 == 1 ? 600 : 1024) << "one number is both";
  }
}

TEST(Bench, SettingsOfARowAreThoseAskedFor) {
  const Json json = benched({"--workload", "scene", "leapfrog", "cube", "--sizes", "400:300", "--precision", "double",
                             "--tolerance", "1e-7", "--core", "winckelmans", "--stretching", "off", "--repeat", "1"});
  ASSERT_EQ(json.at("rows").size(), 2u);
  const Json &cube = json.at("rows")[0], &scene = json.at("rows")[1];
  EXPECT_EQ(cube.at("core"), "winckelmans");
  EXPECT_EQ(scene.at("workload"), "scene leapfrog");
  EXPECT_EQ(scene.at("nt"), 300);
  for (const Json* row : {&cube, &scene}) {
    EXPECT_EQ(row->at("precision"), "double");
    EXPECT_EQ(row->at("stretching"), "off");
    EXPECT_LT(row->at("error").get<double>(), 1e-7);
  }
}

TEST(Bench, TargetsAloneAreEvaluatedByAFieldThatKeepsItsSolver) {
  const Json row = benched({"--sizes", "1024:8192", "--targets-only", "--repeat", "3"}).at("rows")[0];
  EXPECT_EQ(row.at("evaluates"), "velocity at targets");
  EXPECT_EQ(row.at("direct_targets"), 8192);
  EXPECT_LT(row.at("error").get<double>(), 1e-4);
  EXPECT_GT(row.at("speedup").get<double>(), 0);
}

TEST(Bench, VorticityAndDirectSumsAreMeasuredToo) {
  const Json blobs =
      benched({"--workload", "cube", "--sizes", "1024:900", "--core", "overlapped", "--vorticity", "--repeat", "1"})
          .at("rows")[0];
  EXPECT_EQ(blobs.at("evaluates"), "vorticity at targets");
  EXPECT_LT(blobs.at("error").get<double>(), 1e-4);
  EXPECT_FALSE(blobs.contains("speedup"));
  const Json direct = benched({"--workload", "cube", "--sizes", "1024:0", "--solver", "direct", "--no-direct",
                               "--stretching", "off", "--repeat", "1"})
                          .at("rows")[0];
  EXPECT_EQ(direct.at("solver"), "direct");
  EXPECT_EQ(direct.at("order"), 0);
  EXPECT_EQ(direct.at("near_pairs"), 1024 * 1024);
  EXPECT_NEAR(direct.at("near_gpairs_s").get<double>() * direct.at("total_ms").get<double>(), 1024 * 1024e-6, 1e-9);
  EXPECT_EQ(direct.at("direct_targets"), 0);
  EXPECT_TRUE(direct.at("stretching_error").is_null());
}

TEST(Bench, TheStretchingHasItsOwnError) {
  for (const char* kind : {"transpose", "classical", "mixed"}) {
    const auto errorOf = [&](const char* order) {
      const Json row = benched({"--workload", "cube", "--sizes", "2048:0", "--core", "overlapped", "--stretching", kind,
                                "--precision", "double", "--order", order, "--theta", "0.6", "--repeat", "1"});
      return row.at("rows")[0].at("stretching_error").get<double>();
    };
    EXPECT_LT(errorOf("4"), 2e-2) << kind;
    EXPECT_LT(errorOf("12"), 1e-2 * errorOf("4")) << kind;
  }
}

TEST(Bench, PeopleGetATable) {
  const auto result =
      test::runProgram({"bench", "--backend", "cpu", "--workload", "cube", "--sizes", "300:300", "--repeat", "1"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Gflop/s measured"), HasSubstr("direct/fmm"), HasSubstr("\ncube ")));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
}

TEST(Bench, WhatIsWrongIsRefusedInOneLine) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"--workload", "ring"}, "did you mean \"rings\"?"},
      {{"--workload", "scene"}, "followed by the name"},
      {{"--sizes", "0:5"}, "0:5 is no size"},
      {{"--sizes", "5:"}, "5: is no size"},
      {{"--sizes", "5:5,"}, "is no size"},
      {{"--sizes", "-3:5"}, "is no size"},
      {{"--sizes", "99999999999999999999:5"}, "is no size"},
      {{"--core", "rosenhead"}, "rosenhead is not known"},
      {{"--repeat", "0"}, "out of range"},
      {{"--vorticity", "--targets-only"}, "excludes"},
      {{"--tolerance", "nan"}, "--tolerance"},
      {{"--backend", "gpu"}, "not known"},
      {{"rings"}, "unexpected argument rings"}};
  for (const auto& [arguments, words] : wrong) {
    std::vector<std::string> all = {"bench"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    test::expectFailure(test::runProgram(all), 2, words);
  }
  test::expectFailure(test::runProgram({"bench", "--backend", "cpu", "--sizes", "10:0", "--targets-only"}), 1,
                      "has no targets");
  test::expectFailure(test::runProgram({"bench", "--workload", "scene", "no-such-scene"}), 1, "no-such-scene");
}

}  // namespace
