// Archives of arrays: the same bits back, NumPy's format, and refusal of inconsistent files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "app/support/run_program.h"
#include "app/support/zip_maker.h"
#include "files/archive.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "support/refusal.h"

namespace {

using test::npyOf;
using test::ZipEntry;
using test::zipOf;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<fmm::Vec3> kVectors = {{1.0 / 3, -0.0, 1e300}, {2, 3, 4e-320}};
const std::vector<double> kHalves = {0.5, -1.25, 0, 3};
const std::vector<std::int32_t> kWhole = {1, -2, std::numeric_limits<std::int32_t>::max()};

template <class Value>
std::string bytesOf(const std::vector<Value>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

class Archive : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "a.zip"; }

  void write() const {
    app::ArchiveImage image(path());
    image.text("about.json", "{}");
    image.array("v.npy", kVectors);
    image.array("d.npy", kHalves);
    image.array("i.npy", kWhole);
    const std::vector<fmm::Vec3> none;
    image.array("none.npy", none);
    app::AtomicFile file(path(), app::Existing::replace);
    image.write(file);
    file.commit();
  }

  /// Error message of `read`, one line that names the file; "accepted" without an error.
  std::string refusal(const std::function<void(app::ArchiveInput&)>& read) const {
    const std::string message = test::refusal<app::UserError>([&] {
      app::ArchiveInput input(path());
      read(input);
    });
    if (message == "accepted") return message;
    EXPECT_THAT(message, StartsWith(path() + ": "));
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message;
  }
  /// The same for reading the entry a.npy of an archive as three vectors.
  std::string vectorsOf(const std::string& npy) const { return vectorsOf(std::vector<ZipEntry>{{"a.npy", npy}}); }
  std::string vectorsOf(const std::vector<ZipEntry>& entries) const {
    test::writeFile(path(), zipOf(entries));
    return refusal([](app::ArchiveInput& input) { input.vectors("a.npy", 3); });
  }

  test::TemporaryFolder folder_;
};

const std::vector<double> kNine = {1, 2, 3, 4, 5, 6, 7, 8, 9};

TEST_F(Archive, GivesTheSameBitsBack) {
  write();
  app::ArchiveInput input(path());
  EXPECT_EQ(input.text("about.json"), "{}");
  const std::vector<fmm::Vec3> vectors = input.vectors("v.npy", 2);
  EXPECT_EQ(bytesOf(vectors), bytesOf(kVectors));
  EXPECT_EQ(input.reals("d.npy", 4), kHalves);
  EXPECT_EQ(input.integers("i.npy", 3), kWhole);
  EXPECT_FALSE(input.has("more.npy"));
  EXPECT_THROW(input.requireAllRead(), app::UserError);
  EXPECT_TRUE(input.vectors("none.npy", 0).empty());
  input.requireAllRead();
}

TEST_F(Archive, IsOfNumPysArraysStoredAndTheSameEveryTime) {
  write();
  const std::string once = test::readFile(path());
  write();
  EXPECT_EQ(test::readFile(path()), once);
  const std::vector<ZipEntry> entries = test::unzip(once);
  ASSERT_EQ(entries.size(), 5U);
  EXPECT_EQ(entries[0].data, "{}");
  EXPECT_THAT(entries[1].data, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"));
  EXPECT_THAT(entries[2].data, HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }"));
  EXPECT_THAT(entries[3].data, HasSubstr("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"));
  EXPECT_THAT(entries[4].data, HasSubstr("'shape': (0, 3)"));
  EXPECT_EQ(entries[1].data.size() - 48, 64 * ((entries[1].data.size() - 48) / 64)) << "data begin where they should";
}

TEST_F(Archive, ManyRowsInSinglePrecision) {
  std::vector<double> values(200001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 8;
  app::ArchiveImage image(path());
  image.array("d.npy", values);
  app::AtomicFile file(path(), app::Existing::keep);
  image.write(file);
  file.commit();
  EXPECT_LT(test::readFile(path()).size(), 5 * values.size());
  EXPECT_EQ(app::ArchiveInput(path()).reals("d.npy", values.size()), values);
}

TEST_F(Archive, ReadsWhatOtherProgramsWrite) {
  EXPECT_EQ(vectorsOf(npyOf("<f8", "(3, 3)", bytesOf(kNine))), "accepted");
  EXPECT_EQ(vectorsOf({{"a.npy", npyOf("<f8", "(3, 3)", bytesOf(kNine))}, {"b", "more"}}), "accepted");
}

TEST_F(Archive, ArraysThatAreNotAsAskedForAreRefused) {
  const std::string data = bytesOf(kNine);
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(9,)", data)), HasSubstr("a.npy: shape is (9,); (3, 3) is needed"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(9, 1)", data)), HasSubstr("shape is (9, 1)"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(2, 3)", data)), HasSubstr("shape is (2, 3)"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3, 1)", data)), HasSubstr("3 dimensions; 1 or 2 are needed"));
  EXPECT_THAT(vectorsOf(npyOf("<i4", "(3, 3)", data.substr(0, 36))), HasSubstr("has integers"));
  EXPECT_THAT(vectorsOf(npyOf("|O", "(3, 3)", data)), HasSubstr("array type \"|O\" is not read; allowed: float32"));
  EXPECT_THAT(vectorsOf(npyOf(">f8", "(3, 3)", data)), HasSubstr("little-endian in C order"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3)", data, true)), HasSubstr("little-endian in C order"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3)", data.substr(1))), HasSubstr("3 rows of 24 bytes, the entry has 71"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3)", data + "x")), HasSubstr("the entry has 73"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(99999999999999999999, 3)", data)), HasSubstr("fit 64 bits"));
  EXPECT_THAT(vectorsOf("x,y,z\n1,2,3\n"), HasSubstr("a.npy: is not an NPY file"));
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3)", data).substr(0, 40)), HasSubstr("does not fit the file"));
  EXPECT_THAT(vectorsOf(""), HasSubstr("a.npy: is not an NPY file"));
  std::vector<double> wrong = kNine;
  wrong[7] = std::nan("");
  EXPECT_THAT(vectorsOf(npyOf("<f8", "(3, 3)", bytesOf(wrong))), HasSubstr("a.npy has values that are not finite"));
  test::writeFile(path(), zipOf({{"i.npy", npyOf("<f8", "(9,)", data)}}));
  EXPECT_THAT(refusal([](auto& input) { input.integers("i.npy", 9); }), HasSubstr("int32 is needed"));
}

/// Headers declare far more rows than there are bytes; no memory is allocated for the rows.
TEST_F(Archive, PromisesThatTheFileDoesNotKeepAreRefused) {
  constexpr std::size_t kMany = std::size_t{1} << 40;
  const std::string shape = "(" + std::to_string(kMany) + ", 3)";
  test::writeFile(path(), zipOf({{"a.npy", npyOf("<f8", shape, bytesOf(kNine))}}));
  EXPECT_THAT(refusal([](auto& input) { input.vectors("a.npy", kMany); }), HasSubstr("header promises 1099511627776"));
  const std::string overflowing = "(6148914691236517206, 3)";  // times 24 is 16 in 64 bits
  test::writeFile(path(), zipOf({{"a.npy", npyOf("<f8", overflowing, std::string(16, '\0'))}}));
  EXPECT_THAT(refusal([](auto& input) { input.vectors("a.npy", 6148914691236517206); }), HasSubstr("promises"));
  ZipEntry large{"a.npy", npyOf("<f8", "(3, 3)", bytesOf(kNine))};
  large.bytes = 0xfffffff0;
  EXPECT_NE(vectorsOf(std::vector<ZipEntry>{large}), "accepted");
  ZipEntry bomb = {"a.npy", "\x03", 8};  // deflated
  bomb.bytes = 1 << 30;
  EXPECT_THAT(vectorsOf(std::vector<ZipEntry>{bomb}), HasSubstr("a.npy is compressed or encrypted"));
}

TEST_F(Archive, EntriesWithOneNameAndBadChecksumsAreRefused) {
  const ZipEntry good{"a.npy", npyOf("<f8", "(3, 3)", bytesOf(kNine))};
  EXPECT_THAT(vectorsOf(std::vector<ZipEntry>{good, good}),
              AnyOf(HasSubstr("has two entries a.npy"), HasSubstr("File already exists")));
  ZipEntry bad = good;
  bad.crc = 1;
  EXPECT_THAT(vectorsOf(std::vector<ZipEntry>{bad}), AllOf(HasSubstr("a.npy is damaged: "), HasSubstr("CRC")));
  EXPECT_THAT(vectorsOf(std::vector<ZipEntry>{{"b.npy", good.data}}), HasSubstr("has no entry a.npy"));
}

TEST_F(Archive, OtherFilesAreRefused) {
  const auto any = [](app::ArchiveInput&) {};
  EXPECT_THROW(app::ArchiveInput(folder_ / "none"), app::FileError);
  for (const std::string& content : {std::string(), std::string("x,y\n1,2\n"), std::string(100000, 'P')}) {
    test::writeFile(path(), content);
    EXPECT_THAT(refusal(any), HasSubstr("is no zip archive, or its end is missing"));
  }
  std::string ends;
  for (int i = 0; i < 1000; ++i) ends += "PK\5\6" + std::string(18, '\0');
  test::writeFile(path(), ends);
  EXPECT_THAT(refusal(any), HasSubstr("has several ends"));
  test::writeFile(path(), "PK\5\6" + std::string(18, '\0'));  // an archive without entries
  EXPECT_THAT(refusal([](auto& input) { input.text("about.json"); }), HasSubstr("has no entry about.json"));
}

/// A change of any byte is refused, or leaves all data as they are.
TEST_F(Archive, NoChangedOrMissingByteGivesOtherData) {
  write();
  const std::string good = test::readFile(path());
  const auto read = [](app::ArchiveInput& input) {
    const bool same = input.text("about.json") == "{}" && bytesOf(input.vectors("v.npy", 2)) == bytesOf(kVectors) &&
                      input.reals("d.npy", 4) == kHalves && input.integers("i.npy", 3) == kWhole &&
                      input.vectors("none.npy", 0).empty();
    EXPECT_TRUE(same);
    input.requireAllRead();
  };
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    test::writeFile(path(), damaged);
    refused += refusal(read) != "accepted";
    ASSERT_FALSE(HasFailure()) << "byte " << at;
  }
  EXPECT_GT(refused, good.size() * 3 / 4);
  for (std::size_t length = 0; length < good.size(); ++length) {
    test::writeFile(path(), good.substr(0, length));
    ASSERT_NE(refusal(read), "accepted") << length;
  }
}

TEST_F(Archive, AFullDiskIsTold) {
  const std::vector<double> values(100000, 1.0 / 3);
  app::ArchiveImage image("/dev/full");
  image.array("d.npy", values);
  app::AtomicFile file("/dev/full", app::Existing::replace);
  EXPECT_THAT(test::refusal<app::FileError>([&] {
                image.write(file);
                file.commit();
              }),
              HasSubstr("No space left on device"));
}

}  // namespace
