// What parts of an evaluation take on this machine, kept from one start of the program to the next.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/support/run_program.h"
#include "simulation/machine_costs.h"

namespace {

using testing::HasSubstr;

bool alike(const fmm::CostParts& a, const fmm::CostParts& b) {
  return a.pairs == b.pairs && a.translations == b.translations && a.expansions == b.expansions && a.points == b.points;
}

class MachineCostsTest : public testing::Test {
 protected:
  MachineCostsTest() {
    settings_.backend = fmm::Backend::cpu;
    settings_.threads = 1;
    if (const char* set = std::getenv("XDG_CACHE_HOME")) before_ = set;
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  }
  ~MachineCostsTest() override {
    setenv("XDG_CACHE_HOME", before_.c_str(), 1);
    fmm::useCosts(settings_.backend, settings_.precision, {1, 1, 1, 1});
  }
  MachineCostsTest(const MachineCostsTest&) = delete;
  MachineCostsTest& operator=(const MachineCostsTest&) = delete;

  std::string path() const { return folder_ / "ringlet/costs.json"; }
  std::string text() const {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path()) << text; }
  fmm::CostParts inUse() const { return fmm::costsInUse(settings_.backend, settings_.precision); }

  fmm::FieldSettings settings_;

 private:
  test::TemporaryFolder folder_;
  std::string before_;
};

TEST_F(MachineCostsTest, AreMeasuredOnceAndKept) {
  EXPECT_EQ(app::useKnownCosts(settings_), std::nullopt);
  const fmm::CostParts measured = app::useMachineCosts(settings_);
  EXPECT_TRUE(alike(inUse(), measured));
  EXPECT_THAT(text(), HasSubstr(app::costDevice(settings_)));
  fmm::useCosts(settings_.backend, settings_.precision, {1, 1, 1, 1});
  const auto known = app::useKnownCosts(settings_);
  ASSERT_TRUE(known);
  EXPECT_TRUE(alike(*known, measured));
  EXPECT_TRUE(alike(inUse(), measured));
  EXPECT_TRUE(alike(app::useMachineCosts(settings_), measured));
  settings_.precision = fmm::Precision::real64;
  EXPECT_EQ(app::useKnownCosts(settings_), std::nullopt) << "another arithmetic";
}

TEST_F(MachineCostsTest, ACacheThatIsNoneIsAsIfThereWereNone) {
  app::useMachineCosts(settings_);
  const std::string good = text();
  auto json = nlohmann::ordered_json::parse(good);
  json["version"] = "0.0.1";
  auto wild = nlohmann::ordered_json::parse(good);
  wild.back()["pairs"] = 1e300;
  auto lacking = nlohmann::ordered_json::parse(good);
  lacking.back().erase("points");
  auto typed = nlohmann::ordered_json::parse(good);
  typed["version"] = 7;
  for (const std::string& bad : {std::string(), std::string("{"), std::string("[1, 2]"), json.dump(), wild.dump(),
                                 lacking.dump(), typed.dump(), std::string(1 << 17, ' ')}) {
    write(bad);
    EXPECT_EQ(app::useKnownCosts(settings_), std::nullopt) << bad.substr(0, 200);
  }
  write(good);
  EXPECT_TRUE(app::useKnownCosts(settings_));
}

TEST_F(MachineCostsTest, ThoseOfABusyMachineAreMeasuredAnewAndTheirAgeIsTold) {
  const auto infoOf = [] { return test::runProgram({"info", "--json"}); };
  const auto honest = nlohmann::json::parse(infoOf().out).at("costs");
  EXPECT_GT(honest.at("measured").at("float").get<std::int64_t>(), 1'600'000'000);
  auto busy = nlohmann::ordered_json::parse(text());
  for (auto& entry : busy)
    if (entry.is_object()) {
      for (const char* part : {"pairs", "translations", "expansions", "points"})
        entry[part] = std::min(10 * entry[part].get<double>(), fmm::kMostCostFactor);
      entry["measured"] = 1'600'000'000;
    }
  write(busy.dump());
  const auto anew = nlohmann::json::parse(infoOf().out).at("costs");
  EXPECT_GT(anew.at("measured").at("float").get<std::int64_t>(), 1'600'000'000);
  EXPECT_LT(anew.at("float").at("pairs").get<double>(), 5 * honest.at("float").at("pairs").get<double>());
}

TEST_F(MachineCostsTest, APlaceWhereNothingCanBeKeptIsDoneWithout) {
  setenv("XDG_CACHE_HOME", "/proc/nothing", 1);
  const fmm::CostParts measured = app::useMachineCosts(settings_);
  EXPECT_TRUE(alike(inUse(), measured));
}

}  // namespace
