// NPY and CSV files of numbers: the same numbers back, and refusal of bad files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "support/refusal.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Rows = std::vector<std::vector<double>>;

const std::vector<std::string> kColumns = {"x", "y", "z"};

Rows readAll(const std::string& path, const std::vector<std::string>& columns = kColumns) {
  const auto file = app::openRows(path, {columns});
  Rows rows;
  std::vector<double> row(file->columns());
  while (file->next(row.data())) rows.push_back(row);
  return rows;
}

std::string errorOf(const std::string& path) {
  return test::refusal<app::UserError>([&] { readAll(path); });
}

// An NPY file by hand: magic, version, length, header, data.
std::string npy(const std::string& header, const std::string& data, char version = 1) {
  std::string file = std::string("\x93NUMPY") + version + '\0';
  const std::string text = header + "\n";
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(text.size() >> (8 * i) & 0xff);
  return file + text + data;
}

std::string header(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

template <class Value>
std::string bytesOf(const std::vector<Value>& values, bool swap = false) {
  std::string bytes;
  for (const Value value : values) {
    char item[sizeof value];
    std::memcpy(item, &value, sizeof value);
    if (swap) std::reverse(item, item + sizeof value);
    bytes.append(item, sizeof value);
  }
  return bytes;
}

const Rows kTwoRows = {{1, 2, 3}, {4, 5, 6}};
const std::vector<double> kDoubles = {1, 2, 3, 4, 5, 6};
const std::vector<float> kFloats = {1, 2, 3, 4, 5, 6};

TEST(Npy, ReadsEveryLayout) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.npy";
  const auto expectRows = [&](const std::string& file) {
    test::writeFile(path, file);
    EXPECT_EQ(readAll(path), kTwoRows);
  };
  expectRows(npy(header("<f8", "(2, 3)"), bytesOf(kDoubles)));
  expectRows(npy(header("<f4", "(2, 3)"), bytesOf(kFloats)));
  expectRows(npy(header("=f8", "(2,3)"), bytesOf(kDoubles)));
  expectRows(npy(header(">f8", "(2, 3)"), bytesOf(kDoubles, true)));
  expectRows(npy(header(">f4", "(2, 3)"), bytesOf(kFloats, true)));
  expectRows(npy(header("<f8", "(2, 3)", true), bytesOf(std::vector<double>{1, 4, 2, 5, 3, 6})));
  expectRows(npy(header("<f8", "(2, 3)"), bytesOf(kDoubles), 2));
  expectRows(npy(header("<f8", "(2, 3)"), bytesOf(kDoubles), 3));
  expectRows(npy(header("<f8", "(2L, 3L)"), bytesOf(kDoubles)));
  expectRows(npy("{'descr':\n '<f8', 'fortran_order':\r\n False,\n 'shape': (2,\n 3L\n), }", bytesOf(kDoubles)));
  const auto expectIntegers = [&](auto first, const char* type) {
    using Value = decltype(first);
    const std::vector<Value> values = {1, 2, 3, 4, 5, 6};
    expectRows(npy(header((sizeof(Value) == 1 ? "|" : "<") + std::string(type), "(2, 3)"), bytesOf(values)));
    expectRows(npy(header(">" + std::string(type), "(2, 3)"), bytesOf(values, true)));
  };
  expectIntegers(std::int8_t(), "i1"), expectIntegers(std::uint8_t(), "u1");
  expectIntegers(std::int16_t(), "i2"), expectIntegers(std::uint16_t(), "u2");
  expectIntegers(std::int32_t(), "i4"), expectIntegers(std::uint32_t(), "u4");
  expectIntegers(std::int64_t(), "i8"), expectIntegers(std::uint64_t(), "u8");
  const std::vector<std::uint16_t> halves = {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
  expectRows(npy(header("<f2", "(2, 3)"), bytesOf(halves)));
  expectRows(npy(header(">f2", "(2, 3)"), bytesOf(halves, true)));
  expectRows(npy("{\"shape\": (2, 3,), \"descr\": \"<f8\", \"fortran_order\": False}", bytesOf(kDoubles)));
}

TEST(Npy, ReadsNegativeAndSmallNumbers) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.npy";
  test::writeFile(path, npy(header("<i2", "(1, 3)"), bytesOf(std::vector<std::int16_t>{-1, -32768, 32767})));
  EXPECT_EQ(readAll(path), (Rows{{-1, -32768, 32767}}));
  test::writeFile(path, npy(header("<f2", "(2, 3)"),
                            bytesOf(std::vector<std::uint16_t>{0xc000, 0x0001, 0x03ff, 0x7bff, 0x3555, 0x8000})));
  EXPECT_EQ(readAll(path), (Rows{{-2, 0x1p-24, 1023 * 0x1p-24}, {65504, 1365 * 0x1p-12, 0}}));
}

TEST(Npy, ReadsZeroRows) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "a.npy", npy(header("<f8", "(0, 3)"), ""));
  EXPECT_TRUE(readAll(folder / "a.npy").empty());
}

TEST(Npy, FortranOrderAcrossBlocks) {
  const test::TemporaryFolder folder;
  constexpr std::size_t kRows = 10000;  // more than are read at once
  std::vector<float> values(3 * kRows);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  test::writeFile(folder / "a.npy", npy(header("<f4", "(10000, 3)", true), bytesOf(values)));
  const Rows rows = readAll(folder / "a.npy");
  ASSERT_EQ(rows.size(), kRows);
  for (std::size_t i : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, std::size_t{9999}})
    EXPECT_EQ(rows[i], (std::vector<double>{double(i), double(i + kRows), double(i + 2 * kRows)}));
}

struct BadFile {
  const char* name;
  std::string content;
  std::string words;
};

void PrintTo(const BadFile& file, std::ostream* out) {
  *out << file.name;
}

class BadNpyTest : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadNpyTest, IsRefusedByName) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "bad.npy";
  test::writeFile(path, GetParam().content);
  EXPECT_THAT(errorOf(path), AllOf(StartsWith(path + ":"), HasSubstr(GetParam().words)));
}

INSTANTIATE_TEST_SUITE_P(
    Npy, BadNpyTest,
    ::testing::Values(
        BadFile{"empty", "", "file is empty"}, BadFile{"text", "x,y,z\n1,2,3\n", "is not an NPY file"},
        BadFile{"onlyMagic", "\x93NUMPY\x01", "is not an NPY file"},
        BadFile{"version9", npy(header("<f8", "(2, 3)"), bytesOf(kDoubles), 9), "version 9.0"},
        BadFile{"objects", npy(header("|O", "(2, 3)"), bytesOf(kDoubles)), "type \"|O\" is not read"},
        BadFile{"infiniteHalf", npy(header("<f2", "(1, 3)"), bytesOf(std::vector<std::uint16_t>{0, 0xfc00, 0})),
                "row 0, column 1: -inf"},
        BadFile{"quadruple", npy(header("<f16", "(2, 3)"), bytesOf(kDoubles)), "\"<f16\" is not read"},
        BadFile{"truths", npy(header("|b1", "(2, 3)"), bytesOf(kDoubles)), "\"|b1\" is not read"},
        BadFile{"complex", npy(header("<c8", "(2, 3)"), bytesOf(kDoubles)), "\"<c8\""},
        BadFile{"structured",
                npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,), }", bytesOf(kDoubles)),
                "array type [('x', '<f8')] has fields"},
        BadFile{"nested",
                npy("{'descr': [('p', '<f8', (3,)), ('a]', [('x', '<f4'), ('y', '<f4')])], 'fortran_order': False, "
                    "'shape': (2,), }",
                    bytesOf(kDoubles)),
                "array type [('p', '<f8', (3,)), ('a]', [('x', '<f4'), ('y', '<f4')])] has fields"},
        BadFile{"negativeShape", npy(header("<f8", "(-2, 3)"), bytesOf(kDoubles)), "0 or more"},
        BadFile{"overflowingShape", npy(header("<f8", "(99999999999999999999, 3)"), bytesOf(kDoubles)), "fit 64 bits"},
        BadFile{"overflowingProduct", npy(header("<f8", "(6148914691236517206, 3)"), bytesOf(kDoubles)), "promises"},
        BadFile{"hugeShape", npy(header("<f8", "(1000000000000, 3)"), bytesOf(kDoubles)), "promises"},
        BadFile{"shortData", npy(header("<f8", "(3, 3)"), bytesOf(kDoubles)), "promises 3 rows"},
        BadFile{"oneDimension", npy(header("<f8", "(6,)"), bytesOf(kDoubles)), "1 dimensions; 2 are needed"},
        BadFile{"threeDimensions", npy(header("<f8", "(1, 2, 3)"), bytesOf(kDoubles)), "3 dimensions"},
        BadFile{"scalar", npy(header("<f8", "()"), bytesOf(kDoubles)), "0 dimensions"},
        BadFile{"wrongColumns", npy(header("<f8", "(3, 2)"), bytesOf(kDoubles)), "(3, 2); [N][3] is needed"},
        BadFile{"noShape", npy("{'descr': '<f8', 'fortran_order': False}", bytesOf(kDoubles)), "no 'shape'"},
        BadFile{"brokenShape", npy(header("<f8", "(2, 3"), bytesOf(kDoubles)), "shape"},
        BadFile{"shapeOfText", npy(header("<f8", "(a, b)"), bytesOf(kDoubles)), "shape"},
        BadFile{"badOrder", npy("{'descr': '<f8', 'fortran_order': 7, 'shape': (2, 3)}", ""), "True nor False"},
        BadFile{"longHeader", std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12), "does not fit the file"},
        BadFile{"nan", npy(header("<f8", "(1, 3)"), bytesOf(std::vector<double>{0, std::nan(""), 0})),
                "row 0, column 1: nan"},
        BadFile{"infinity", npy(header("<f4", "(1, 3)"), bytesOf(std::vector<float>{0, 0, INFINITY})),
                "row 0, column 2: inf"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Csv, AcceptsWhatEditorsWrite) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  const std::vector<std::string> variants = {"x,y,z\n1,2,3\n4,5,6\n",
                                             "x,y,z\r\n1,2,3\r\n4,5,6\r\n",
                                             "\xef\xbb\xbfx,y,z\n1,2,3\n4,5,6",
                                             "x, y , z\n 1 ,\t2, 3 \n+4,5e0,0.6e1\n\n\n",
                                             "x,y,z\n1,2,3\n4,5,6\n   \n",
                                             "# x,y,z\n1.0e+00,2,3\n4,5,6\n",
                                             "#x, y, z\n1,2,3\n4,5,6\n",
                                             "# of a run\n# t = 3\n# x,y,z\n1,2,3\n4,5,6\n",
                                             "# of a run\nx,y,z\n1,2,3\n4,5,6\n",
                                             "\"x\",\"y\", \"z\"\r\n1,2,3\r\n\"4\",5,\" 6\"\r\n",
                                             "x,y,z\n1.0D+00,0.2d1,30.D-1\n+4D0,5,0.0006D+04\n",
                                             "name,x,y,z\n\"ring, left\",1,2,3\n \"a \"\"b\"\", c\" ,4,5,6\n",
                                             "x,\"p, q\",y,z\n1,5\" pipe,2,3\n4,,\"5\",6\n"};
  for (const std::string& content : variants) {
    test::writeFile(path, content);
    EXPECT_EQ(readAll(path), kTwoRows) << content;
  }
  test::writeFile(path, "x,y,z");
  EXPECT_TRUE(readAll(path).empty()) << "a header alone is a table without rows";
  test::writeFile(path, "x,y,z\n1e-320,-0,1e-999\n");
  EXPECT_EQ(readAll(path), (Rows{{1e-320, -0.0, 0}}));
  test::writeFile(path, "x,y,z\n1D-320,-0,1d-999\n");
  EXPECT_EQ(readAll(path), (Rows{{1e-320, -0.0, 0}}));
}

class BadCsvTest : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadCsvTest, IsRefusedWithFileAndLine) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "bad.csv";
  test::writeFile(path, GetParam().content);
  const std::string words = GetParam().words;  // "LINE: text"
  EXPECT_THAT(errorOf(path), StartsWith(path + ":" + words));
}

INSTANTIATE_TEST_SUITE_P(
    Csv, BadCsvTest,
    ::testing::Values(
        BadFile{"empty", "", "1: file is empty; expected the header x,y,z"},
        BadFile{"noHeader", "1,2,3\n4,5,6\n", "1: header is \"1,2,3\", without x; expected x,y,z"},
        BadFile{"semicolons", "x;y;z\n1;2;3\n",
                "1: header is \"x;y;z\", without x; expected x,y,z, in any order and with others beside "
                "them; its columns are separated by semicolons, allowed are commas"},
        BadFile{"tabs", "x\ty\tz\n1\t2\t3\n",
                "1: header is \"x\ty\tz\", without x; expected x,y,z, in any order and with others beside "
                "them; its columns are separated by tabs"},
        BadFile{"semicolonRow", "x,y,z\n1,5;2,5;3,5\n",
                "2: column y: \"5;2\" is not a number; its columns are separated by semicolons"},
        BadFile{"tabRow", "x,y,z\n1\t2\t3\n", "2: 1 columns; 3 are needed; its columns are separated by tabs"},
        BadFile{"otherHeader", "x,y\n1,2\n", "1: header is \"x,y\""},
        BadFile{"trailingHeaderComma", "x,y,z,\n1,2,3\n", "2: 3 columns; 4 are needed"},
        BadFile{"fewColumns", "x,y,z\n1,2,3\n4,5\n", "3: 2 columns; 3 are needed"},
        BadFile{"manyColumns", "x,y,z\n1,2,3,4\n", "2: 4 columns; 3 are needed"},
        BadFile{"trailingComma", "x,y,z\n1,2,3,\n", "2: 4 columns"},
        BadFile{"text", "x,y,z\n1,two,3\n", "2: column y: \"two\" is not a number"},
        BadFile{"hex", "x,y,z\n0x10,2,3\n", "2: column x: \"0x10\""},
        BadFile{"twoNumbers", "x,y,z\n1 1,2,3\n", "2: column x: \"1 1\" is not a number"},
        BadFile{"doubleSign", "x,y,z\n+-1,2,3\n", "2: column x: \"+-1\""},
        BadFile{"emptyField", "x,y,z\n1,,3\n", "2: column y is empty"},
        BadFile{"nan", "x,y,z\n1,2,3\nnan,0,0\n", "3: column x: \"nan\" is not allowed"},
        BadFile{"infinity", "x,y,z\r\n0,-inf,0\r\n", "2: column y: \"-inf\" is not allowed"},
        BadFile{"overflow", "x,y,z\n1e999,0,0\n", "2: column x: \"1e999\" is not allowed"},
        BadFile{"overflowD", "x,y,z\n1D999,0,0\n", "2: column x: \"1D999\" is not allowed"},
        BadFile{"exponents", "x,y,z\n1D2D3,0,0\n", "2: column x: \"1D2D3\" is not a number"},
        BadFile{"onlyD", "x,y,z\nD1,0,0\n", "2: column x: \"D1\" is not a number"},
        BadFile{"quotation", "x,y,z\n\"1,0,0\n", "2: column x: \"\"1\" is not a number"},
        BadFile{"comments", "# a\n# b\n1,2,3\n", "1: header is \"# a\", without x; expected x,y,z"},
        BadFile{"nul", std::string("x,y,z\n1,0\0,2\n", 13), "2: column y: \"0\\x00\" is not a number"},
        BadFile{"nulInHeader", std::string("x,\0y,z\n", 8), "1: header is \"x,\\x00y,z\", without y; expected x,y,z"},
        BadFile{"utf16", std::string("\xff\xfex\0,\0y\0,\0z\0\n\0", 14), "1: file is UTF-16"},
        BadFile{"utf16Big", std::string("\xfe\xff\0x\0,\0y\0,\0z\0\n", 14), "1: file is UTF-16"},
        BadFile{"utf16Bare", std::string("x\0,\0y\0,\0z\0\n\0", 12),
                "1: header is \"x\\x00,\\x00y\\x00,\\x00z\\x00\", without x; expected x,y,z"},
        BadFile{"emptyLine", "x,y,z\n1,2,3\n\n4,5,6\n", "3: empty line between rows"},
        BadFile{"binary", "x,y,z\n\x01\x02\n", "2: "},
        BadFile{"endlessLine", "x,y,z\n" + std::string(1 << 21, '7'), "2: line is longer than"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(RowFiles, FoldersAndMissingFilesAreNamed) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "d.csv");
  EXPECT_THAT(errorOf(folder / "d.csv"), HasSubstr("is a folder"));
  EXPECT_THAT(errorOf(folder / "a.txt"), HasSubstr("allowed: .csv and .npy"));
  EXPECT_THAT(test::refusal<app::FileError>([&] { readAll(folder / "none.npy"); }),
              AllOf(StartsWith(folder / "none.npy"), HasSubstr("No such file")));
}

class RoundTripTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTripTest, GivesTheSameBits) {
  const test::TemporaryFolder folder;
  const std::string path = folder / (std::string("a") + GetParam());
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-300, 300), mantissa(-1, 1);
  Rows rows(500, std::vector<double>(3));
  for (auto& row : rows)
    for (double& value : row) value = mantissa(random) * std::pow(10, exponent(random));
  rows[0] = {0.1, -0.0, 5e-324};

  app::RowWriterSettings settings;
  settings.columns = kColumns;
  settings.rows = rows.size();
  const auto file = app::createRows(path, settings);
  for (const auto& row : rows) file->add(row.data());
  EXPECT_FALSE(std::filesystem::exists(path)) << "nothing under the name before finish()";
  file->finish();
  EXPECT_EQ(readAll(path), rows);
  EXPECT_EQ(folder.files().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(RowFiles, RoundTripTest, ::testing::Values(".csv", ".npy"));

TEST(RowFiles, UnfinishedFileLeavesNothing) {
  const test::TemporaryFolder folder;
  app::RowWriterSettings settings;
  settings.columns = kColumns;
  settings.rows = 2;
  const double row[3] = {1, 2, 3};
  app::createRows(folder / "a.csv", settings)->add(row);
  app::createRows(folder / "a.npy", settings)->add(row);
  EXPECT_TRUE(folder.files().empty());
}

TEST(RowFiles, FullDiskIsAnError) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full.csv");
  app::RowWriterSettings settings;
  settings.columns = kColumns;
  settings.rows = 1;
  const double row[3] = {1, 2, 3};
  const auto file = app::createRows(folder / "full.csv", settings);
  EXPECT_THAT(test::refusal<app::FileError>([&] {
                file->add(row);
                file->finish();
              }),
              HasSubstr("No space left on device"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full")) << "a device is never replaced by a file";
}

}  // namespace
