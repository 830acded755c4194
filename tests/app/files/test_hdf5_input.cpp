// The program and the process that reads HDF5 for it: limits, ends and lies.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "app/support/false_reader.h"
#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/hdf5_file.h"
#include "files/user_error.h"

namespace {

using namespace std::chrono_literals;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Hdf5InputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    app::Hdf5Image image(path());
    image.group("/Some");
    image.attribute("/Some", "Count", std::vector<std::int64_t>{3});
    image.rows("/Some/numbers", std::vector<double>{1, 0.1, 3}, 3);
    image.text("/Some/text", "words");
    const std::vector<char> bytes = image.takeSealed();
    test::writeFile(path(), {bytes.data(), bytes.size()});
  }
  void TearDown() override { unsetenv(test::kFalseReader); }

  std::string path() const { return folder_ / "some.h5"; }

  /// What asking such a reader for numbers is refused with.
  std::string refusal(const char* reader, std::chrono::milliseconds patience = 20s) const {
    setenv(test::kFalseReader, reader, 1);
    return refusalOf([&] { app::Hdf5Input(path(), patience).reals("/Some/numbers", 0, 3); });
  }

  template <class Ask>
  std::string refusalOf(const Ask& ask) const {
    try {
      ask();
    } catch (const app::UserError& error) {
      EXPECT_EQ(std::string(error.what()).find_first_of("\n\x1b"), std::string::npos) << error.what();
      EXPECT_THAT(error.what(), StartsWith(path() + ": "));
      return error.what();
    }
    return "accepted";
  }

  test::TemporaryFolder folder_;
};

TEST_F(Hdf5InputTest, GivesWhatTheFileHolds) {
  const app::Hdf5Input file(path());
  EXPECT_EQ(file.integerAttribute("/Some", "Count"), std::vector<std::int64_t>{3});
  EXPECT_EQ(file.rowCount("/Some/numbers"), 3U);
  EXPECT_EQ(file.reals("/Some/numbers", 0, 3), (std::vector<double>{1, 0.1, 3}));
  EXPECT_EQ(file.reals("/Some/numbers", 1, 1), std::vector<double>{0.1});
  EXPECT_EQ(file.text("/Some/text"), "words");
  EXPECT_TRUE(file.has("/Some", "text"));
  EXPECT_FALSE(file.has("/Some", "other"));
}

TEST_F(Hdf5InputTest, GoesOnAfterARefusal) {
  const app::Hdf5Input file(path());
  EXPECT_THROW(file.reals("/Some/numbers", 2, 2), app::UserError);
  EXPECT_THROW(file.reals("/none", 0, 1), app::UserError);
  EXPECT_THROW(file.reals("/Some/numbers", 0, std::uint64_t{1} << 62), app::UserError);
  EXPECT_EQ(file.reals("/Some/numbers", 2, 1), std::vector<double>{3});
}

/// A little file that holds very much once it is unpacked, or only says so.
TEST_F(Hdf5InputTest, BombsAreRefused) {
  constexpr hsize_t kMany = hsize_t{1} << 22, kLong = hsize_t{1} << 30;
  {
    const app::Hdf5Handle file(H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    const app::Hdf5Handle space(H5Screate_simple(1, &kMany, nullptr), H5Sclose);
    const app::Hdf5Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(create, 1, &kMany);
    H5Pset_deflate(create, 9);
    const app::Hdf5Handle zeros(H5Dcreate2(file, "/zeros", H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT),
                                H5Dclose);
    const std::vector<double> none(kMany, 0.0);
    ASSERT_GE(H5Dwrite(zeros, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, none.data()), 0);
    const app::Hdf5Handle text(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(text, kLong);
    const app::Hdf5Handle one(H5Screate(H5S_SCALAR), H5Sclose);
    ASSERT_GE(app::Hdf5Handle(H5Dcreate2(file, "/text", text, one, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose),
              0);
  }
  EXPECT_LT(std::filesystem::file_size(path()), 1000000U);
  const app::Hdf5Input file(path());
  EXPECT_THAT(refusalOf([&] { file.reals("/zeros", 0, kMany); }), HasSubstr("the file does not hold them"));
  EXPECT_THAT(refusalOf([&] { file.text("/text"); }), EndsWith("/text is longer than the file or 16 MiB"));
}

TEST_F(Hdf5InputTest, AReaderThatHangsIsEnded) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(refusal("silent", 300ms), EndsWith(": reading it took more than 0.3 s"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST_F(Hdf5InputTest, ASignalEndsTheWaiting) {
  setenv(test::kFalseReader, "silent", 1);
  const auto before = std::signal(SIGALRM, [](int) {});
  const itimerval often = {{0, 200'000}, {1, 0}}, never = {};
  setitimer(ITIMER_REAL, &often, nullptr);
  EXPECT_THROW(app::Hdf5Input{path()}, app::FileError);
  setitimer(ITIMER_REAL, &never, nullptr);
  std::signal(SIGALRM, before);
}

TEST_F(Hdf5InputTest, AReaderThatEndsIsTold) {
  EXPECT_THAT(refusal("gone"), EndsWith("is damaged: reading it failed (its reader ended too early)"));
  EXPECT_THAT(refusal("mute"), EndsWith("is damaged: reading it failed (its reader ended too early)"));
}

TEST_F(Hdf5InputTest, AReaderThatLiesIsNotBelieved) {
  for (const char* reader : {"much", "little", "odd", "noise"})
    EXPECT_THAT(refusal(reader), EndsWith("its reader gives other data than was asked for")) << reader;
  EXPECT_THAT(refusal("nan"), HasSubstr("/Some/numbers has values that are not finite"));
  EXPECT_THAT(refusal("escape"), EndsWith(R"(: \x1b[2Jx)"));
}

TEST_F(Hdf5InputTest, LeavesNothingOpen) {
  const auto open = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  app::Hdf5Input(path()).rowCount("/Some/numbers");
  const auto before = open();
  for (int i = 0; i < 5; ++i) {
    unsetenv(test::kFalseReader);
    app::Hdf5Input(path()).rowCount("/Some/numbers");
    refusal("gone");
  }
  EXPECT_EQ(open(), before);
}

TEST_F(Hdf5InputTest, ThreadsReadAtTheSameTime) {
  const auto read = [this] {
    for (int i = 0; i < 10; ++i)
      if (app::Hdf5Input(path()).text("/Some/text") != "words") return false;
    return true;
  };
  auto other = std::async(std::launch::async, read);
  EXPECT_TRUE(read());
  EXPECT_TRUE(other.get());
}

/// Descriptors 0 and 1 are then the file's and the channel's own.
TEST_F(Hdf5InputTest, ClosedStandardStreamsDoNoHarm) {
  std::filesystem::rename(path(), folder_ / "some.vtkhdf");
  const test::ProgramResult result =
      test::runArguments({"bash", "-c", "exec 0<&- 1>&- && exec \"$0\" run --headless --resume \"$1\"",
                          test::programPath(), folder_ / "some.vtkhdf"});
  EXPECT_THAT(result.err, HasSubstr("some.vtkhdf: has no /Ringlet"));
  EXPECT_EQ(result.exitCode, 1);
}

}  // namespace
