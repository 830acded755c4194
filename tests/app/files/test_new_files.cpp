// Names for new files, distinct from all existing ones.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/free_name.h"
#include "files/user_error.h"
#include "support/refusal.h"
#include "window/panel_files.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class NewFiles : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    fs::current_path(folder_.path());
  }
  void TearDown() override { fs::current_path(before_); }

  test::TemporaryFolder folder_;
  fs::path before_;
};

TEST_F(NewFiles, NumbersBeginWithTheFirstThatIsFree) {
  EXPECT_EQ(freeNumberedName("state", ".ringlet"), "state-0001.ringlet");
  test::writeFile("state-0001.ringlet", "");
  fs::create_symlink("nowhere", "state-0002.ringlet");
  EXPECT_EQ(freeNumberedName("state", ".ringlet"), "state-0003.ringlet");
  EXPECT_EQ(test::refusal<UserError>([&] {
              firstFreeName(
                  2, [](int i) { return std::to_string(i); }, [](const std::string&) { return true; });
            }),
            "2 to 9999 are here already: remove some");
}

TEST_F(NewFiles, FilmsAreNumbered) {
  EXPECT_EQ(freeName("film.mp4"), "film.mp4");
  test::writeFile("film.mp4", "");
  EXPECT_EQ(freeName("film.mp4"), "film-2.mp4");
  test::writeFile("film-2.mp4", "");
  EXPECT_EQ(freeName("film.mp4"), "film-3.mp4");
  EXPECT_EQ(freeName("film-2.mp4"), "film-3.mp4") << "its number is replaced";
  fs::create_symlink("nowhere", "film-3.mp4");
  EXPECT_EQ(freeName("film-2.mp4"), "film-4.mp4") << "a broken link is there, too";
  test::writeFile("2024-a.mp4", "");
  EXPECT_EQ(freeName("2024-a.mp4"), "2024-a-2.mp4");
}

TEST_F(NewFiles, NumberedPicturesGoToAnotherFolder) {
  const std::string pattern = "frames/%05d.png";
  EXPECT_EQ(freeName(pattern), pattern);
  fs::create_directory("frames");
  test::writeFile("frames/notes.txt", "");
  EXPECT_EQ(freeName(pattern), pattern) << "none of its pictures is there";
  test::writeFile("frames/00007.png", "");
  EXPECT_TRUE(isTaken(pattern));
  EXPECT_EQ(freeName(pattern), "frames-2/%05d.png");
  fs::create_directory("frames-2");
  test::writeFile("frames-2/00000.png", "");
  EXPECT_EQ(freeName("frames-2/%05d.png"), "frames-3/%05d.png");
  test::writeFile("00000.png", "");
  EXPECT_EQ(freeName("%05d.png"), "film-2-%05d.png");
  test::writeFile("shot-00000.png", "");
  EXPECT_EQ(freeName("shot-%05d.png"), "shot-2-%05d.png");
  EXPECT_EQ(freeName("bad%pattern.png"), "bad%pattern.png") << "whoever writes there says what is wrong";
}

TEST_F(NewFiles, WhatCannotBeMadeIsRefused) {
  EXPECT_NO_THROW(requireNewFile("new.png"));
  EXPECT_NO_THROW(requireNewFile("/dev/null"));
  test::writeFile("old.png", "");
  EXPECT_THROW(requireNewFile("old.png"), UserError);
  EXPECT_THROW(requireNewFile("."), UserError);
  EXPECT_THROW(requireNewFile("no/folder.png"), FileError);
  EXPECT_THROW(requireNewFile("old.png/file.png"), FileError);
}

}  // namespace
}  // namespace app
