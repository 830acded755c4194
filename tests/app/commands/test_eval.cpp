// ringlet eval through its real command line, against sums written out here.

#include <nlohmann/json.hpp>

#include "app/support/run_scene.h"
#include "files/row_file.h"
#include "support/test.h"

namespace {

using ::testing::HasSubstr;
using Rows = std::vector<std::vector<double>>;

const std::vector<std::string> kElementColumns = {"x", "y", "z", "ax", "ay", "az", "sigma"};
const std::vector<std::string> kTargetColumns = {"x", "y", "z"};
const std::vector<std::string> kResultColumns = {"x", "y", "z", "ux", "uy", "uz"};
const std::vector<std::string> kGradientColumns = {"x",   "y",   "z",   "ux",  "uy",  "uz",  "j11", "j12",
                                                   "j13", "j21", "j22", "j23", "j31", "j32", "j33"};

constexpr const char* kRing = "[particles]\nelements = 64\ntracers = 10\n[[ring]]\nradius = 0.5\n";
const std::vector<std::string> kExact = {"--direct", "--precision", "double"};

void writeRows(const std::string& path, const std::vector<std::string>& columns, const Rows& rows) {
  app::RowWriterSettings settings;
  settings.columns = columns;
  settings.rows = rows.size();
  const auto file = app::createRows(path, settings);
  for (const auto& row : rows) file->add(row.data());
  file->finish();
}

Rows readRows(const std::string& path, const std::vector<std::string>& columns) {
  const auto file = app::openRows(path, {columns});
  Rows rows;
  std::vector<double> row(columns.size());
  while (file->next(row.data())) rows.push_back(row);
  return rows;
}

Rows randomRows(std::size_t count, std::size_t columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows(count, std::vector<double>(columns));
  for (auto& row : rows)
    for (double& value : row) value = uniform(random);
  return rows;
}

double gaussianCore(double rho) {
  return std::erf(rho / std::sqrt(2.0)) - std::sqrt(2 / M_PI) * rho * std::exp(-rho * rho / 2);
}

// u = 1/(4 pi) sum g(|r|/sigma)/|r|^3 alpha x r; sigma = 0 is singular.
std::vector<double> velocityAt(const std::vector<double>& y, const Rows& elements) {
  std::vector<double> u(3, 0.0);
  for (const auto& e : elements) {
    const double r[3] = {y[0] - e[0], y[1] - e[1], y[2] - e[2]};
    const double distance = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    const double g = e[6] > 0 ? gaussianCore(distance / e[6]) : 1;
    const double f = g / (4 * M_PI * distance * distance * distance);
    u[0] += f * (e[4] * r[2] - e[5] * r[1]);
    u[1] += f * (e[5] * r[0] - e[3] * r[2]);
    u[2] += f * (e[3] * r[1] - e[4] * r[0]);
  }
  return u;
}

double relativeError(const Rows& result, const Rows& elements) {
  double difference = 0, reference = 0;
  for (const auto& row : result) {
    const auto u = velocityAt(row, elements);
    for (int k = 0; k < 3; ++k) {
      difference += (row[3 + k] - u[k]) * (row[3 + k] - u[k]);
      reference += u[k] * u[k];
    }
  }
  return std::sqrt(difference / reference);
}

class EvalTest : public ::testing::Test {
 protected:
  EvalTest() : elements_(randomRows(200, 7, 1)), targets_(randomRows(50, 3, 2)) {
    for (auto& row : elements_) row[6] = 0.1;
    for (const char* ending : {".csv", ".npy"}) {
      writeRows(folder_ / (std::string("e") + ending), kElementColumns, elements_);
      writeRows(folder_ / (std::string("t") + ending), kTargetColumns, targets_);
    }
  }

  test::ProgramResult eval(const std::string& elements, const std::string& targets, const std::string& output,
                           const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"eval",     folder_ / elements, "--targets", folder_ / targets,
                                          "--output", folder_ / output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::runProgram(arguments);
  }

  /// The rows that eval makes of these files.
  Rows rowsOf(const std::string& elements, const std::string& targets, const std::vector<std::string>& more = {},
              const std::vector<std::string>& columns = kResultColumns) const {
    std::vector<std::string> options = more;
    options.emplace_back("--force");
    const auto result = eval(elements, targets, "rows.csv", options);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return readRows(folder_ / "rows.csv", columns);
  }
  static void expectFailure(const test::ProgramResult& result, const std::string& words) {
    test::expectFailure(result, 1, words);
  }
  /// Makes a state of one frame of a scene.
  void makeState(const std::string& name, const std::string& scene) const {
    test::writeFile(folder_ / "scene.toml", scene);
    const auto run =
        test::runProgram({"run", folder_ / "scene.toml", "--frames", "1", "--quiet", "--checkpoint", folder_ / name});
    EXPECT_EQ(run.exitCode, 0) << run.err;
  }
  /// Writes a file, and expects that eval refuses it in the place of elements.
  void expectRefused(const std::string& name, const std::string& text, const std::string& words) const {
    test::writeFile(folder_ / name, text);
    expectFailure(eval(name, "t.csv", "o.csv"), words);
  }

  test::TemporaryFolder folder_;
  Rows elements_, targets_;
};

TEST_F(EvalTest, DoubleDirectSumIsExact) {
  for (const std::string ending : {".csv", ".npy"}) {
    const auto result = eval("e" + ending, "t" + ending, "o" + ending, kExact);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const Rows rows = readRows(folder_ / ("o" + ending), kResultColumns);
    ASSERT_EQ(rows.size(), targets_.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_TRUE(std::equal(targets_[i].begin(), targets_[i].end(), rows[i].begin())) << "order and bits of targets";
    EXPECT_LT(relativeError(rows, elements_), 1e-12) << ending;
  }
}

TEST_F(EvalTest, RowsOfAPlaneFlowHaveTwoComponents) {
  Rows vortices = randomRows(300, 4, 5);
  const Rows at = randomRows(40, 2, 6);
  for (auto& vortex : vortices) vortex[3] = 0.1;  // the core radius sigma
  for (const std::string ending : {".csv", ".npy"}) {
    writeRows(folder_ / ("v" + ending), {"x", "y", "gamma", "sigma"}, vortices);
    writeRows(folder_ / ("p" + ending), {"x", "y"}, at);
    const auto result = eval("v" + ending, "p" + ending, "q" + ending,
                             {"--space", "plane", "--direct", "--precision", "double", "--gradient"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Rows rows = readRows(folder_ / ("q" + ending), {"x", "y", "ux", "uy", "j11", "j12", "j21", "j22"});
    ASSERT_EQ(rows.size(), at.size());
    for (const auto& row : rows) {
      double u[2] = {}, turned = 0;
      for (const auto& v : vortices) {
        const double x = row[0] - v[0], y = row[1] - v[1], square = x * x + y * y, s2 = v[3] * v[3];
        const double f = v[2] / (2 * M_PI) * -std::expm1(-square / (2 * s2)) / square;
        u[0] -= f * y;
        u[1] += f * x;
        turned += v[2] / (2 * M_PI * s2) * std::exp(-square / (2 * s2));
      }
      EXPECT_NEAR(row[2], u[0], 1e-10);
      EXPECT_NEAR(row[3], u[1], 1e-10);
      EXPECT_NEAR(row[6] - row[5], turned, 1e-8) << "the curl is the vorticity of the blobs";
      EXPECT_NEAR(row[4], -row[7], 1e-12);
    }
  }
  expectFailure(eval("e.csv", "t.csv", "o.csv", {"--space", "plane"}), "gamma");
}

TEST_F(EvalTest, WhatIsNotOfThePlaneIsRefused) {
  const std::vector<std::string> plane = {"--space", "plane"};
  writeRows(folder_ / "v.csv", {"x", "y", "gamma", "sigma"}, {{0, 0, 1, 0.1}});
  test::writeFile(folder_ / "off.csv", "x,y,z\n1,2,0\n1,2,0.5\n");
  test::writeFile(folder_ / "on.csv", "z,x,y\n0,1,2\n");
  expectFailure(eval("v.csv", "off.csv", "o.csv", plane), (folder_ / "off.csv") + ":3: z = 0.5 is not in the plane");
  EXPECT_EQ(eval("v.csv", "on.csv", "o.csv", plane).exitCode, 0);
  // Rows in space without sigma have six columns, as many as rows in the plane at most.
  const std::vector<std::string> six(kElementColumns.begin(), kElementColumns.end() - 1);
  for (const Rows& rows :
       {Rows{{1, 2, 0, 0, 0, 1}, {2, 1, 0, 0, 0, 1}}, Rows{{1, 2, 3, 0, 0.5, 1}, {2, 1, 3, 0, 0, 1}}}) {
    writeRows(folder_ / "rows.npy", six, rows);
    expectFailure(eval("rows.npy", "on.csv", "u.csv", plane),
                  (folder_ / "rows.npy") +
                      ": shape is (2, 6), as of x, y, z, ax, ay, az[, sigma[, ring]]; in the plane [N][3] to [N][8] of "
                      "x, y, gamma[, sigma[, ring[, core[, time[, heat]]]]] is needed");
    std::filesystem::remove(folder_ / "rows.npy");
  }
  writeRows(folder_ / "six.npy", {"x", "y", "gamma", "sigma", "ring", "core"}, {{0, 0, 1, 0.1, 1, 6}});
  EXPECT_EQ(eval("six.npy", "on.csv", "s.csv", plane).exitCode, 0);
}

TEST_F(EvalTest, AStateKeepsItsSpace) {
  makeState("space.ringlet", kRing);
  makeState("plane.ringlet", "[physics]\nspace = \"plane\"\n[particles]\nelements = 64\ntracers = 10\n[[vortex]]\n");
  test::writeFile(folder_ / "at.csv", "x,y\n1,2\n");
  expectFailure(eval("space.ringlet", "t.csv", "o.csv", {"--space", "plane"}),
                "space.ringlet: is of a flow with space = space; --space plane does not go with it");
  expectFailure(eval("plane.ringlet", "at.csv", "o.csv", {"--space", "space"}),
                "plane.ringlet: is of a flow with space = plane; --space space does not go with it");
  EXPECT_EQ(eval("plane.ringlet", "at.csv", "o.csv").exitCode, 0);
  EXPECT_EQ(eval("plane.ringlet", "at.csv", "u.csv", {"--space", "plane"}).exitCode, 0);
  EXPECT_EQ(test::readFile(folder_ / "o.csv"), test::readFile(folder_ / "u.csv"));
}

TEST_F(EvalTest, CoreRadiusReplacesTheColumn) {
  Rows singular = elements_;
  for (auto& row : singular) row[6] = 0;
  const Rows rows = rowsOf("e.csv", "t.csv", {"--direct", "--precision", "double", "--core-radius", "0"});
  EXPECT_LT(relativeError(rows, singular), 1e-12);
}

TEST_F(EvalTest, GradientIsTheDerivativeOfTheVelocity) {
  const double h = 1e-5;
  for (const auto& row :
       rowsOf("e.csv", "t.csv", {"--direct", "--precision", "double", "--gradient"}, kGradientColumns)) {
    double largest = 0;
    for (int k = 0; k < 9; ++k) largest = std::max(largest, std::abs(row[6 + k]));
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<double> ahead(row.begin(), row.begin() + 3), behind = ahead;
      ahead[j] += h;
      behind[j] -= h;
      const auto up = velocityAt(ahead, elements_), down = velocityAt(behind, elements_);
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(row[6 + 3 * i + j], (up[i] - down[i]) / (2 * h), 1e-6 * largest) << "j" << i + 1 << j + 1;
    }
  }
}

TEST_F(EvalTest, FloatKeepsTheToleranceAndNpyHasThePrecisionOfTheSum) {
  EXPECT_LT(relativeError(rowsOf("e.csv", "t.npy", {"--tolerance", "1e-4"}), elements_), 1e-4);
  ASSERT_EQ(eval("e.npy", "t.npy", "single.npy").exitCode, 0);
  ASSERT_EQ(eval("e.npy", "t.npy", "double.npy", {"--precision", "double", "--gradient"}).exitCode, 0);
  EXPECT_THAT(test::readFile(folder_ / "single.npy"), HasSubstr("'<f4', 'fortran_order': False, 'shape': (50, 6)"));
  EXPECT_THAT(test::readFile(folder_ / "double.npy"), HasSubstr("'<f8', 'fortran_order': False, 'shape': (50, 15)"));
  EXPECT_LT(relativeError(readRows(folder_ / "single.npy", kResultColumns), elements_), 1e-4);
}

TEST_F(EvalTest, RosenheadNeedsDirectAndThenWorks) {
  EXPECT_EQ(eval("e.csv", "t.csv", "o.csv", {"--regularisation", "rosenhead"}).exitCode, 2);
  EXPECT_EQ(rowsOf("e.csv", "t.csv", {"--regularisation", "rosenhead", "--direct"}).size(), 50u);
}

TEST_F(EvalTest, JsonReportsWhatWasDone) {
  const auto result = eval("e.csv", "t.csv", "o.csv", {"--json"});
  ASSERT_EQ(result.exitCode, 0);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("elements"), 200);
  EXPECT_EQ(json.at("targets"), 50);
  EXPECT_GT(json.at("seconds").get<double>(), 0);
  EXPECT_FALSE(json.at("stages").empty());
  EXPECT_GT(json.at("error").at("samples").get<int>(), 0);
  EXPECT_LT(json.at("error").at("relative_l2").get<double>(), 1e-4);
  EXPECT_TRUE(json.contains("order") && json.contains("theta"));
}

TEST_F(EvalTest, ExistingOutputIsKeptUnlessForced) {
  test::writeFile(folder_ / "o.csv", "precious");
  expectFailure(eval("e.csv", "t.csv", "o.csv"), "file exists; --force replaces it");
  EXPECT_EQ(test::readFile(folder_ / "o.csv"), "precious");
  EXPECT_EQ(eval("e.csv", "t.csv", "o.csv", {"--force"}).exitCode, 0);
  EXPECT_EQ(readRows(folder_ / "o.csv", kResultColumns).size(), 50u);
}

TEST_F(EvalTest, NothingIsLeftBehindByFailures) {
  const auto before = folder_.files().size();
  test::writeFile(folder_ / "bad.csv", "x,y,z\n1,2,nan\n");
  expectFailure(eval("e.csv", "bad.csv", "o.csv"), (folder_ / "bad.csv") + ":2: column z: \"nan\" is not allowed");
  EXPECT_EQ(folder_.files().size(), before + 1);
}

TEST_F(EvalTest, OutputThatCannotBeWrittenIsAnError) {
  expectFailure(eval("e.csv", "t.csv", "no/such/o.csv"), "no/such/o.csv: cannot be written: No such file or directory");
  std::filesystem::create_symlink("/dev/full", folder_ / "full.csv");
  expectFailure(eval("e.csv", "t.csv", "full.csv"), "full.csv: write failed: No space left on device");
  const std::string limited = "ulimit -f 1; exec '" + test::programPath() + "' eval '" + (folder_ / "e.csv") +
                              "' --targets '" + (folder_ / "t.csv") + "' --output '" + (folder_ / "o.csv") +
                              "' --gradient";
  const auto before = folder_.files().size();
  expectFailure(test::runArguments({"bash", "-c", limited}), "o.csv: write failed: File too large");
  EXPECT_EQ(folder_.files().size(), before);
}

TEST_F(EvalTest, NumbersBeyondTheArithmeticAreNoAnswer) {
  test::writeFile(folder_ / "far.csv", "x,y,z\n0,0,0\n1e300,0,0\n");
  expectFailure(eval("e.csv", "far.csv", "o.csv"), "o.csv: the result at target 2 (1e+300, 0, 0) is beyond the range");
  EXPECT_EQ(rowsOf("e.csv", "far.csv", {"--precision", "double"}).size(), 2u);
}

TEST_F(EvalTest, ElementsBeyondTheArithmeticAreNamed) {
  Rows rows = elements_;
  rows[17][1] = 1e20;
  writeRows(folder_ / "out.csv", kElementColumns, rows);
  for (const char* solver : {"--direct", "--gradient"})
    expectFailure(eval("out.csv", "t.csv", "o.csv", {solver}), "position of element 17 (-0.655443286, 1e+20, ");
  EXPECT_LT(relativeError(rowsOf("out.csv", "t.csv", kExact), rows), 1e-12);
  rows[17][1] = 9e17;
  writeRows(folder_ / "in.csv", kElementColumns, rows);
  EXPECT_LT(relativeError(rowsOf("in.csv", "t.csv"), rows), 2e-4);
  EXPECT_LT(relativeError(rowsOf("in.csv", "t.csv", {"--direct"}), rows), 2e-4);
}

TEST_F(EvalTest, StatesAreReadWithEndingsInCapitals) {
  makeState("C.RINGLET", kRing);
  const auto result = eval("C.RINGLET", "t.csv", "O.CSV");
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(test::runProgram({"run", "--resume", folder_ / "C.RINGLET", "--frames", "2", "--quiet"}).exitCode, 0);
}

TEST_F(EvalTest, SaysWhenTheMeasuredErrorBreaksThePromise) {
  const std::vector<std::string> coarse = {"--tolerance",     "1e-6", "--order",       "4", "--theta", "0.9",
                                           "--leaf-elements", "4",    "--leaf-points", "4", "--json",  "--force"};
  const auto result = eval("e.csv", "t.csv", "o.csv", coarse);
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.err, testing::AllOf(HasSubstr("the tolerance 1.0e-06 is not kept: measured error"),
                                         HasSubstr("try --precision double")));
  EXPECT_EQ(nlohmann::json::parse(result.out)["tolerance_kept"], false);
  std::vector<std::string> strict = coarse;
  strict.push_back("--strict");
  EXPECT_EQ(eval("e.csv", "t.csv", "o.csv", strict).exitCode, 1);
  EXPECT_EQ(readRows(folder_ / "o.csv", kResultColumns).size(), targets_.size());
  const auto fine = eval("e.csv", "t.csv", "p.csv", {"--precision", "double", "--strict"});
  EXPECT_EQ(fine.exitCode, 0);
  EXPECT_EQ(fine.err, "");
}

TEST_F(EvalTest, LengthsMayBeOfAnySize) {
  test::writeFile(folder_ / "tiny.csv", "x,y,z,ax,ay,az,sigma\n1e-30,0,0,1e-30,0,0,1e-31\n0,1e-30,0,1e-30,0,0,1e-31\n");
  test::writeFile(folder_ / "near.csv", "x,y,z\n0,0,1e-30\n");
  const auto result = eval("tiny.csv", "near.csv", "o.csv", {"--strict"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
}

TEST_F(EvalTest, ColumnsGoByTheirNames) {
  test::writeFile(folder_ / "a.csv", "x,y,z,ax,ay,az,sigma,ring,core\n1,2,3,0,0,1,0.5,1,6\n0,1,0,2,0,1,0.25,1,6\n");
  test::writeFile(folder_ / "b.csv",
                  "name,sigma,az,ay,ax,core,z,y,x\nfirst,0.5,1,0,0,6,3,2,1\nsecond,0.25,1,0,2,6,0,1,0\n");
  test::writeFile(folder_ / "p.csv", "z,label,x,y\n0.5,here,0.25,1\n");
  test::writeFile(folder_ / "q.csv", "x,y,z\n0.25,1,0.5\n");
  ASSERT_EQ(eval("a.csv", "q.csv", "o.csv", kExact).exitCode, 0);
  const auto other = eval("b.csv", "p.csv", "u.csv", kExact);
  ASSERT_EQ(other.exitCode, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("core gaussian8"));
  EXPECT_EQ(test::readFile(folder_ / "o.csv"), test::readFile(folder_ / "u.csv"));
  test::writeFile(folder_ / "bad.csv", "label,x,y,z\nhere,1,2,three\n");
  expectFailure(eval("a.csv", "bad.csv", "v.csv"), "bad.csv:2: column z: \"three\" is not a number");
}

TEST_F(EvalTest, StandardStreamsAreFilesWithoutNames) {
  ASSERT_EQ(eval("e.csv", "t.csv", "o.csv", {"--direct"}).exitCode, 0);
  const std::string program = "'" + test::programPath() + "' eval ", in = " < '" + (folder_ / "t.csv") + "'";
  const std::string elements = "'" + (folder_ / "e.csv") + "'", targets = " --targets - --output - --direct";
  const auto piped = test::runArguments({"bash", "-c", "cat" + in + " | " + program + elements + targets + " | cat"});
  EXPECT_EQ(piped.out, test::readFile(folder_ / "o.csv"));
  EXPECT_THAT(piped.err, HasSubstr("written to standard output"));
  const auto quiet = test::runArguments({"bash", "-c", program + elements + targets + " --quiet" + in});
  EXPECT_EQ(quiet.out, piped.out);
  EXPECT_EQ(quiet.err, "");
  EXPECT_EQ(quiet.exitCode, 0);
  const auto bad = test::runArguments({"bash", "-c", "printf 'x,y,z\n1,2,a\n' | " + program + elements + targets});
  expectFailure(bad, "standard input:2: column z");
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(test::runProgram({"eval", "-", "--targets", "-", "--output", "-"}).exitCode, 2);
}

TEST_F(EvalTest, ElementsWithoutCoreNeedOneAndTheAdviceWorks) {
  expectRefused("plain.csv", "x,y,z,ax,ay,az\n0,0,0,0,0,1\n", "no column sigma; give the elements' core radius");
  const Rows rows = rowsOf("plain.csv", "t.csv", {"--core-radius", "0.5", "--precision", "double", "--direct"});
  EXPECT_LT(relativeError(rows, {{0, 0, 0, 0, 0, 1, 0.5}}), 1e-12);
  test::writeFile(folder_ / "bare.csv", "x,y,z,ax,ay,az\n1,0,0,0,1,0\n-1,0,0,0,-1,0\n");
  const auto refused = test::runProgram({"run", folder_ / "bare.csv", "--frames", "1"});
  expectFailure(refused,
                "no column sigma; give the elements' core radius with core_radius = S in the table of a scene: "
                "[[elements]], file = \"bare.csv\"");
  test::writeFile(folder_ / "s.toml", "[[elements]]\nfile = \"bare.csv\"\ncore_radius = 0.5\n");
  EXPECT_EQ(test::runProgram({"run", folder_ / "s.toml", "--frames", "1", "--tracers", "0"}).exitCode, 0);
}

TEST_F(EvalTest, BadElements) {
  expectRefused("negative.csv", "x,y,z,ax,ay,az,sigma\n0,0,0,0,0,1,0.1\n0,0,0,0,0,1,-0.1\n",
                "negative.csv:3: sigma = -0.1 is out of range");
  expectRefused("empty.csv", "", "empty.csv:1: file is empty");
  expectRefused("narrow.csv", "x,y,ax,ay,az,sigma\n", "narrow.csv:1: header is");
  expectRefused("twice.csv", "x,y,z,ax,ay,az,sigma,x\n", "twice.csv:1: header names x twice");
  expectFailure(eval("missing.csv", "t.csv", "o.csv"), "missing.csv: cannot be opened: No such file or directory");
  expectFailure(eval("t.npy", "t.npy", "o.csv"),
                "shape is (50, 3); [N][6] or [N][7] or [N][8] or [N][9] or [N][10] or [N][11] is needed");
}

TEST_F(EvalTest, NoElementsAndNoTargetsAreAnswered) {
  test::writeFile(folder_ / "none.csv", "x,y,z,ax,ay,az,sigma\n");
  for (const auto& row : rowsOf("none.csv", "t.csv"))
    EXPECT_EQ((std::vector<double>{row[3], row[4], row[5]}), (std::vector<double>{0, 0, 0}));
  test::writeFile(folder_ / "nowhere.csv", "x,y,z\n");
  ASSERT_EQ(eval("e.csv", "nowhere.csv", "o.csv").exitCode, 0);
  EXPECT_EQ(test::readFile(folder_ / "o.csv"), "x,y,z,ux,uy,uz\n");
}

}  // namespace
