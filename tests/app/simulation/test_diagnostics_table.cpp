// Diagnostics as a table: its columns, its bounded size, and its CSV.

#include "app/support/csv_columns.h"
#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "simulation/diagnostics_csv.h"
#include "simulation/diagnostics_table.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::StartsWith;

DiagnosticsSample sampleAt(double time, int rings = 1) {
  DiagnosticsSample sample;
  sample.time = time;
  sample.looked = true;
  sample.flow.invariants.linearImpulse = {1, 2, time};
  for (int k = 0; k < rings; ++k) {
    RingSample ring;
    ring.measured.ring = k;
    ring.measured.radius = 10 + k;
    ring.speed = time / 3;
    sample.rings.push_back(ring);
  }
  sample.seconds = 0.010;
  sample.stages = {{"near", 0.004}, {"tree", 0.003}, {"relax", 0.001}};
  return sample;
}

TEST(DiagnosticsTable, EveryColumnHasAUnitAndRingsComeLast) {
  const auto none = diagnosticsColumns({0, 0, fmm::Space::space}), two = diagnosticsColumns({2, 0, fmm::Space::space});
  ASSERT_LT(none.size(), two.size());
  for (std::size_t k = 0; k < none.size(); ++k) EXPECT_EQ(none[k].name, two[k].name);
  for (const DiagnosticsColumn& column : two) {
    EXPECT_FALSE(column.unit.empty()) << column.name;
    EXPECT_EQ(column.name.find_first_of(", []\""), std::string::npos) << column.name;
  }
  EXPECT_EQ(two.front().name, "time");
  EXPECT_EQ(two[none.size()].name, "ring1_x");
  EXPECT_EQ(two.back().name, "ring2_theory_speed");
  EXPECT_EQ(diagnosticsRow(sampleAt(1), {2}).size(), two.size());
}

TEST(DiagnosticsTable, RowsSayWhatWasMeasured) {
  DiagnosticsTable table;
  DiagnosticsSample blind = sampleAt(1, 0);
  blind.looked = false;
  table.add(blind);
  table.add(sampleAt(2));
  table.add(sampleAt(3, 2));
  EXPECT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.rings(), 2u);
  EXPECT_TRUE(std::isnan(table.values("impulse_x")[0])) << "not looked at";
  EXPECT_EQ(table.values("impulse_z")[2], 3);
  EXPECT_TRUE(std::isnan(table.values("ring2_radius")[1])) << "was not there yet";
  EXPECT_EQ(table.values("ring2_radius")[2], 11);
  EXPECT_EQ(table.values("ring1_speed")[1], 2. / 3);
  EXPECT_TRUE(std::isnan(table.values("energy")[2]));
  EXPECT_NEAR(table.values("near_ms")[1], 4, 1e-12);
  EXPECT_NEAR(table.values("other_ms")[1], 3, 1e-12) << "stages without a column, and what no stage accounts for";
  EXPECT_TRUE(table.values("no_such_column").empty());
  table.clear();
  EXPECT_EQ(table.rows(), 0u);
}

TEST(DiagnosticsTable, AStateOfTheSameFlowKeepsWhatWasBeforeIt) {
  const auto frame = [](int i) {
    DiagnosticsSample sample = sampleAt(0.1 * i);
    sample.steps = 2 * i;
    sample.elements = 500;
    return sample;
  };
  fmm::MeasuredError error;
  error.samples = 10;
  DiagnosticsTable all;
  for (int i = 0; i < 10; ++i) {
    all.add(frame(i));
    error.relativeL2 = 1e-5 * (i + 1);
    if (i % 3 == 0) all.addError({0.1 * i, error});
  }
  DiagnosticsTable table = all;
  table.beginWith(frame(5));
  ASSERT_EQ(table.rows(), 5u);
  EXPECT_EQ(table.values("time").back(), 0.1 * 4);
  EXPECT_EQ(table.errors().size(), 2u) << "those of 0 and 0.3";
  EXPECT_NE(table.epoch(), all.epoch()) << "plots look anew";
  table.add(frame(5));
  EXPECT_EQ(table.rows(), 6u);
  EXPECT_EQ(table.values("steps")[5], 10);

  DiagnosticsSample other = frame(5);
  other.flow.invariants.linearImpulse = {2, 1, 0.5};
  DiagnosticsSample more = frame(5), later = frame(5);
  more.elements = 501;
  later.steps = 11;
  for (const DiagnosticsSample& sample : {other, more, later, frame(0), frame(20)}) {
    table = all;
    table.beginWith(sample);
    EXPECT_EQ(table.rows(), 0u) << "of another flow, or its beginning";
    EXPECT_TRUE(table.errors().empty());
  }
  table.beginWith(frame(3));
  EXPECT_EQ(table.rows(), 0u);
}

TEST(DiagnosticsTable, KeepsThinnedRowsBeforeAState) {
  DiagnosticsTable table(64);
  for (int i = 0; i < 1000; ++i) table.add(sampleAt(i));
  table.beginWith(sampleAt(320));
  EXPECT_EQ(table.rows(), 20u);
  for (int i = 320; i < 400; ++i) table.add(sampleAt(i));
  const std::vector<double>& times = table.values("time");
  for (std::size_t i = 1; i < times.size(); ++i) ASSERT_EQ(times[i] - times[i - 1], 16);
}

TEST(DiagnosticsTable, StaysSmallAndSpansTheWholeRun) {
  DiagnosticsTable table(64);
  for (int i = 0; i < 1000; ++i) table.add(sampleAt(i));
  EXPECT_LT(table.rows(), 64u);
  EXPECT_GE(table.rows(), 31u);
  EXPECT_EQ(table.stride(), 16u);
  const std::vector<double>& times = table.values("time");
  EXPECT_EQ(times.front(), 0);
  for (std::size_t i = 1; i < times.size(); ++i) ASSERT_EQ(times[i] - times[i - 1], 16);
  EXPECT_GE(times.back(), 1000 - 16);
}

TEST(DiagnosticsTable, ManyRingsHaveFewerRows) {
  DiagnosticsTable table;
  const DiagnosticsSample sample = sampleAt(0, DiagnosticsSample::kMostRings);
  for (int i = 0; i < 20'000; ++i) table.add(sample);
  EXPECT_LE(table.rows() * table.columns().size(), DiagnosticsTable::kMostValues);
  EXPECT_EQ(table.rings(), static_cast<std::size_t>(DiagnosticsSample::kMostRings));
}

TEST(DiagnosticsTable, WhatIsMeasuredSeldomSurvivesThinning) {
  DiagnosticsTable table(16);
  for (int i = 0; i < 100; ++i) {
    DiagnosticsSample sample = sampleAt(i);
    if (i % 10 == 7) sample.flow.energy = i;
    table.add(sample);
  }
  const std::vector<double>& energy = table.values("energy");
  EXPECT_GE(std::count_if(energy.begin(), energy.end(), [](double e) { return !std::isnan(e); }), 8);
}

TEST(DiagnosticsTable, ErrorsComeLateAndOnce) {
  DiagnosticsTable table;
  fmm::MeasuredError error;
  error.samples = 256;
  error.relativeL2 = 1e-5;
  table.addError({0, error});
  EXPECT_TRUE(table.errors().empty()) << "there is no row yet";
  for (int i = 0; i < 5; ++i) table.add(sampleAt(i));
  table.addError({3, error});
  table.addError({3, error});
  EXPECT_EQ(table.errors().size(), 1u);
  EXPECT_EQ(table.values("error_l2")[3], 1e-5);
  EXPECT_TRUE(std::isnan(table.values("error_l2")[4]));
  error.relativeL2 = 2e-5;
  table.addError({3, error});
  EXPECT_EQ(table.errors().size(), 1u) << "settings changed while the flow stood still";
  EXPECT_EQ(table.values("error_l2")[3], 2e-5);
  error.samples = 0;
  table.addError({4, error});
  EXPECT_EQ(table.errors().size(), 1u) << "nothing was measured";
}

TEST(DiagnosticsCsv, ReadsBackBitForBit) {
  const test::TemporaryFolder folder;
  DiagnosticsTable table;
  for (int i = 0; i < 20; ++i) table.add(sampleAt(i / 7., 2));
  writeDiagnosticsCsv(table, folder / "a.csv", Existing::keep);
  EXPECT_THAT(test::readFile(folder / "a.csv"), StartsWith("time [T],steps [1],elements [1],strength_x [L^3/T],"));
  const auto columns = test::readCsv(folder / "a.csv");
  ASSERT_EQ(columns.size(), table.columns().size());
  for (const DiagnosticsColumn& column : table.columns()) {
    const std::vector<double>& read = columns.at(column.name + " [" + column.unit + "]");
    const std::vector<double>& written = table.values(column.name);
    ASSERT_EQ(read.size(), written.size()) << column.name;
    for (std::size_t i = 0; i < read.size(); ++i)
      EXPECT_TRUE(read[i] == written[i] || (std::isnan(read[i]) && std::isnan(written[i]))) << column.name;
  }
}

TEST(DiagnosticsCsv, SumsOfAPlaneFlowAreOfAUnitOfLength) {
  const test::TemporaryFolder folder;
  DiagnosticsTable table;
  DiagnosticsSample sample = sampleAt(1, 0);
  sample.space = fmm::Space::plane;
  table.add(sample);
  writeDiagnosticsCsv(table, folder / "a.csv", Existing::keep);
  const std::string text = test::readFile(folder / "a.csv");
  for (const char* column : {"strength_z [L^2/T]", "impulse_x [L^3/T]", "angular_impulse_z [L^4/T]", "energy [L^4/T^2]",
                             "enstrophy [L^2/T^2]", "vorticity_max [1/T]", "wall_circulation [L^2/T]"})
    EXPECT_THAT(text, testing::HasSubstr(column));
}

TEST(DiagnosticsCsv, KeepsAFileThatIsThere) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "a.csv", "mine");
  EXPECT_THROW(writeDiagnosticsCsv(DiagnosticsTable(), folder / "a.csv", Existing::keep), UserError);
  EXPECT_THROW(DiagnosticsLog(folder / "a.csv", Existing::keep, {1}), UserError);
  EXPECT_EQ(test::readFile(folder / "a.csv"), "mine");
  EXPECT_THROW(writeDiagnosticsCsv(DiagnosticsTable(), folder / "none/a.csv", Existing::keep), FileError);
  EXPECT_THROW(DiagnosticsLog(folder / "none/a.csv", Existing::replace, {1}), FileError);
  EXPECT_THROW(DiagnosticsLog(folder.path(), Existing::keep, {1}), UserError);
  EXPECT_THROW(DiagnosticsLog(folder.path(), Existing::replace, {1}), FileError);
  EXPECT_THROW(requireFree(folder / "a.csv"), UserError);
  EXPECT_NO_THROW(requireFree(folder / "b.csv"));
  writeDiagnosticsCsv(DiagnosticsTable(), folder / "a.csv", Existing::replace);
  EXPECT_THAT(test::readFile(folder / "a.csv"), StartsWith("time [T],"));
  EXPECT_EQ(folder.files().size(), 1u) << "nothing else is left";
}

TEST(DiagnosticsCsv, LogHasEveryRowAtOnce) {
  const test::TemporaryFolder folder;
  DiagnosticsLog log(folder / "log.csv", Existing::keep, {1});
  for (int i = 1; i <= 3; ++i) {
    log.add(sampleAt(i, 2));
    const auto columns = test::readCsv(folder / "log.csv");  // while it is open
    EXPECT_EQ(columns.at("time [T]").size(), static_cast<std::size_t>(i));
    EXPECT_EQ(columns.count("ring2_radius [L]"), 0u) << "one ring was asked for";
    EXPECT_EQ(columns.at("ring1_radius [L]").back(), 10);
  }
}

}  // namespace
}  // namespace app
