#include "film/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "files/png_file.h"
#include "files/user_error.h"
#include "film/ffmpeg_process.h"
#include "film/frame_queue.h"
#include "film/frame_sink.h"

namespace app {
namespace {

using test::decodeFilm;
using test::grey;
using test::meanLevel;
using test::ScopedFileLimit;
using test::ScopedVariable;
using test::TemporaryFolder;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

constexpr int kWidth = 64, kHeight = 48;

RecorderSettings film(const std::string& path) {
  return test::recorderFor(path, kWidth, kHeight);
}

/// Grey level of frame k: steps that survive lossy coding.
int levelOf(int k) {
  return 20 + 5 * (k % 40);
}

void recordGreys(const RecorderSettings& settings, int frames) {
  Recorder recorder(settings);
  for (int k = 0; k < frames; ++k) recorder.add(grey(settings.film.size.width, settings.film.size.height, levelOf(k)));
  recorder.finish();
  EXPECT_EQ(recorder.frames(), static_cast<std::size_t>(frames));
  EXPECT_EQ(recorder.warning(), "");
}

void expectGreys(const std::vector<Image>& frames, int count) {
  ASSERT_EQ(frames.size(), static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    EXPECT_NEAR(meanLevel(frames[static_cast<std::size_t>(k)]), levelOf(k), 2.4) << "frame " << k;
}

/// Noise does not compress: the film reaches the limit.
Image noise(int seed) {
  Image image = grey(kWidth, kHeight, 0);
  auto state = static_cast<std::uint32_t>(seed) * 2654435761u + 1;
  for (std::uint8_t& byte : image.rgb) byte = static_cast<std::uint8_t>((state = state * 1664525u + 1013904223u) >> 24);
  return image;
}

template <class Error = std::exception, class Work>
std::string messageOf(Work work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return {};
}

TEST(RecorderSettings, AreCheckedWithoutTouchingFiles) {
  EXPECT_NO_THROW(validate(test::recorderFor("/none/a.mp4", 64, 48, 29.97)));
  EXPECT_NO_THROW(validate(test::recorderFor("/none/%d.png", 63, 47, 30)));
  const auto message = [](const RecorderSettings& s) { return messageOf<UsageError>([&] { validate(s); }); };
  EXPECT_THAT(message(test::recorderFor("a.mp4", 1281, 719, 30)), HasSubstr("1282x720"));
  EXPECT_THAT(message(test::recorderFor("a.webm", 640, 361, 30)), HasSubstr("640x362"));
  EXPECT_THAT(message(test::recorderFor("a.mp4", 8, 8, 30)), HasSubstr("16 to 16384"));
  EXPECT_THAT(message(test::recorderFor("a.mp4", 20000, 8, 30)), HasSubstr("16 to 16384"));
  EXPECT_THAT(message(test::recorderFor("a.mp4", 64, 48, 0)), HasSubstr("0 frames per second"));
  EXPECT_THAT(message(test::recorderFor("a.mp4", 64, 48, std::nan(""))), HasSubstr("nan frames per second"));
  EXPECT_THAT(message(test::recorderFor("a.avi", 64, 48, 30)), HasSubstr(".mp4 (H.264), .webm (VP9)"));
  EXPECT_THAT(message(test::recorderFor(".mp4", 64, 48, 30)), HasSubstr(".mp4 (H.264), .webm (VP9)"));
  EXPECT_THAT(message(test::recorderFor("", 64, 48, 30)), HasSubstr(".mp4 (H.264), .webm (VP9)"));
}

TEST(FrameQueue, KeepsOrderAndBlocksOnlyWhenFull) {
  FrameQueue<int> queue(2);
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_EQ(queue.size(), 2u);
  std::thread writer([&] { EXPECT_TRUE(queue.push(3)); });
  EXPECT_EQ(queue.pop(), 1);
  writer.join();
  queue.close();
  EXPECT_FALSE(queue.push(4));
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), 3);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(FrameQueue, AbandoningFreesTheWriter) {
  FrameQueue<int> queue(1);
  EXPECT_TRUE(queue.push(1));
  std::thread reader([&] { queue.abandon(); });
  queue.push(2);  // returns, whether it takes the frame or not
  queue.waitUntilEmpty();
  reader.join();
  EXPECT_FALSE(queue.push(3));
}

TEST(FfmpegProcess, QuotesTheFirstMessage) {
  const std::string message = messageOf<FfmpegError>([] {
    FfmpegProcess process({"-i", "file:/nonexistent.mp4", "-f", "null", "-"});
    process.finish();
  });
  EXPECT_THAT(message, HasSubstr("No such file or directory"));  // ffmpeg 5 puts the file's name before it
}

TEST(Recorder, VideosHoldEveryFrameOnceInOrder) {
  const TemporaryFolder folder;
  const std::string path = folder / "made/here/film.mp4";
  recordGreys(film(path), 75);
  expectGreys(decodeFilm(path, kWidth, kHeight), 75);
  EXPECT_EQ(test::probe(path, "codec_name"), "h264");
  EXPECT_EQ(test::probe(path, "r_frame_rate"), "30/1");
  EXPECT_EQ(test::probe(path, "width"), "64");
  EXPECT_EQ(test::probe(path, "pix_fmt"), "yuv420p");
  const std::string bytes = test::readFile(path);
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat")) << "not rewritten for fast start";
  EXPECT_EQ(bytes.find("moof"), std::string::npos) << "still fragmented";
  recordGreys(film(folder / "film.webm"), 40);
  expectGreys(decodeFilm(folder / "film.webm", kWidth, kHeight), 40);
  EXPECT_EQ(test::probe(folder / "film.webm", "codec_name"), "vp9");
}

TEST(Recorder, PngSequenceKeepsEveryBit) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "frames/a%03d.png");
  settings.film.size.width = 33;  // odd sizes are fine here
  settings.firstNumber = 5;
  recordGreys(settings, 4);
  for (int k = 0; k < 4; ++k)
    EXPECT_EQ(readPng(folder / fmt::format("frames/a{:03}.png", k + 5)).rgb, grey(33, kHeight, levelOf(k)).rgb);
  EXPECT_THAT(messageOf<UserError>([&] { Recorder{settings}; }), HasSubstr("a005.png: exists already"));
  settings.firstNumber = 9;  // as in a resumed run
  recordGreys(settings, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "frames/a009.png"));
}

TEST(Recorder, ForcedSequenceLeavesNoStalePictures) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "%d.png");
  recordGreys(settings, 12);
  settings.force = true;
  recordGreys(settings, 3);
  EXPECT_THAT(folder.files(), UnorderedElementsAre("0.png", "1.png", "2.png"));
}

TEST(Recorder, OddNamesAreOnlyNames) {
  const TemporaryFolder folder;
  for (const char* name : {"-y.mp4", "a b;$(touch x)'\".mp4", "a:b%d.mp4", "50%.mp4", "CAPITALS.MP4"}) {
    const std::string path = folder / name;
    recordGreys(film(path), 3);
    EXPECT_GT(std::filesystem::file_size(path), 500u) << name;
  }
  EXPECT_EQ(folder.files().size(), 5u);
}

TEST(Recorder, KeepsExistingFilesUnlessForced) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "film.mp4");
  std::ofstream(settings.path) << "precious";
  EXPECT_THAT(messageOf<UserError>([&] { Recorder{settings}; }), HasSubstr("--force"));
  EXPECT_EQ(test::readFile(settings.path), "precious");
  settings.force = true;
  recordGreys(settings, 3);
  EXPECT_EQ(decodeFilm(settings.path, kWidth, kHeight).size(), 3u);
}

TEST(Recorder, EarlierFilmStaysUntilTheNewOneIsWhole) {
  const TemporaryFolder folder;
  for (const char* name : {"film.mp4", "film.webm", "film.mov", "film.gif", "film.apng"}) {
    RecorderSettings settings = film(folder / name);
    settings.force = true;
    std::ofstream(settings.path) << "precious";
    {
      Recorder recorder(settings);
      for (int k = 0; k < 10; ++k) recorder.add(grey(kWidth, kHeight, levelOf(k)));
      recorder.drain();
    }  // as when the program fails in the middle
    EXPECT_EQ(test::readFile(settings.path), "precious") << name;
    recordGreys(settings, 10);
    EXPECT_EQ(decodeFilm(settings.path, kWidth, kHeight).size(), 10u) << name;
  }
  EXPECT_EQ(folder.files().size(), 5u);
}

TEST(Recorder, EarlierFilmStaysWhereTheNewOneHasNoRoom) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "film.mp4");
  settings.force = true;
  std::ofstream(settings.path) << "precious";
  const ScopedFileLimit limit(500'000);
  const std::string message = messageOf<RecorderError>([&] {
    Recorder recorder(settings);
    for (int k = 0; k < 600; ++k) recorder.add(noise(k));
    recorder.finish();
  });
  EXPECT_THAT(message, AllOf(HasSubstr("File too large"), HasSubstr("the earlier one is kept")));
  EXPECT_EQ(test::readFile(settings.path), "precious");
}

TEST(Recorder, MissingFfmpegOffersPngAndLeavesWhatWasThere) {
  const TemporaryFolder folder;
  std::ofstream(folder / "old.mp4") << "precious";
  RecorderSettings forced = film(folder / "old.mp4");
  forced.force = true;
  const ScopedVariable path("PATH", "");
  for (const RecorderSettings& settings : {film(folder / "film.mp4"), forced}) {
    const std::string message = messageOf<RecorderError>([&] { Recorder{settings}; });
    EXPECT_THAT(message, AllOf(HasSubstr("ffmpeg was not found on PATH"), HasSubstr("frames/%05d.png")));
  }
  EXPECT_EQ(folder.files(), std::vector<std::string>{"old.mp4"});
  EXPECT_EQ(test::readFile(folder / "old.mp4"), "precious");
}

TEST(Recorder, UnwritablePlacesAreNamed) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  std::filesystem::create_directory(folder / "folder.mp4");
  RecorderSettings isFolder = film(folder / "folder.mp4");
  isFolder.force = true;
  EXPECT_THAT(messageOf<RecorderError>([&] { Recorder{isFolder}; }), HasSubstr("Is a directory"));
  EXPECT_THAT(messageOf<RecorderError>([&] { Recorder{film(folder / "file/film.mp4")}; }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(messageOf<RecorderError>([&] { Recorder{film(folder / "file/%d.png")}; }), HasSubstr("Not a directory"));
  EXPECT_THAT(messageOf<RecorderError>([&] { Recorder{film("/proc/film.mp4")}; }), HasSubstr("/proc/film.mp4"));
  EXPECT_THAT(messageOf<RecorderError>([&] { Recorder{film("/proc/x/%d.png")}; }), HasSubstr("/proc/x"));
}

TEST(Recorder, FilmOfAKilledEncoderPlays) {
  const TemporaryFolder folder;
  const std::string path = folder / "film.mp4";
  const std::string message = messageOf<RecorderError>([&] {
    Recorder recorder(film(path));
    const std::vector<int> children = test::childrenOf(0);
    ASSERT_EQ(children.size(), 1u);
    for (int k = 0; k < 200; ++k) recorder.add(noise(k));
    recorder.drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    kill(children.front(), SIGKILL);
    for (int k = 0; k < 200; ++k) recorder.add(noise(k));
    recorder.finish();
  });
  EXPECT_THAT(message, HasSubstr("killed by signal 9"));
  EXPECT_GT(decodeFilm(path, kWidth, kHeight).size(), 60u);
}

TEST(Recorder, RefusesFramesOfAnotherSize) {
  const TemporaryFolder folder;
  Recorder recorder(film(folder / "film.mp4"));
  recorder.add(grey(kWidth, kHeight, 100));
  EXPECT_THAT(messageOf<RecorderError>([&] { recorder.add(grey(kWidth, 50, 100)); }), HasSubstr("64x50"));
  recorder.finish();
  EXPECT_EQ(decodeFilm(folder / "film.mp4", kWidth, kHeight).size(), 1u);
}

TEST(Recorder, WithoutFramesThereIsNoFile) {
  const TemporaryFolder folder;
  EXPECT_THAT(messageOf<RecorderError>([&] { recordGreys(film(folder / "film.mp4"), 0); }), HasSubstr("no frame"));
  { Recorder abandoned(film(folder / "film.webm")); }
  EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(Recorder, DestructorFinishesTheFilm) {
  const TemporaryFolder folder;
  {
    Recorder recorder(film(folder / "film.mp4"));
    for (int k = 0; k < 10; ++k) recorder.add(grey(kWidth, kHeight, levelOf(k)));
  }
  expectGreys(decodeFilm(folder / "film.mp4", kWidth, kHeight), 10);
}

TEST(Recorder, SeveralThreadsWritePictures) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "%d.png");
  settings.writers = 4;
  recordGreys(settings, 60);
  for (int k = 0; k < 60; ++k)
    EXPECT_EQ(readPng(folder / fmt::format("{}.png", k)).rgb, grey(kWidth, kHeight, levelOf(k)).rgb);
  std::filesystem::create_symlink("/dev/full", folder / "70.png");
  settings.firstNumber = 60;
  settings.force = true;
  EXPECT_THAT(messageOf<RecorderError>([&] { recordGreys(settings, 60); }), HasSubstr("No space left on device"));
}

TEST(Recorder, DrainedPicturesAreInTheirFiles) {
  const TemporaryFolder folder;
  RecorderSettings settings = film(folder / "%d.png");
  settings.writers = 3;
  Recorder recorder(settings);
  for (int k = 0; k < 10; ++k) recorder.add(grey(kWidth, kHeight, levelOf(k)));
  recorder.drain();
  for (int k = 0; k < 10; ++k) EXPECT_EQ(readPng(folder / fmt::format("{}.png", k)).width, kWidth) << k;
  EXPECT_EQ(folder.files().size(), 11u) << "10 pictures, and the lock on their names";
  EXPECT_EQ(recorder.waiting(), 0u);
}

}  // namespace
}  // namespace app
