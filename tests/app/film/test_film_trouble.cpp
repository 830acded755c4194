// Films when the disk is full, the encoder loses frames, or somebody else writes the same one.

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "app/support/fake_ffmpeg.h"
#include "app/support/film_support.h"
#include "app/support/forked.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "files/descriptor.h"
#include "files/user_error.h"
#include "film/film_check.h"
#include "film/recorder.h"

namespace app {
namespace {

using test::decodeFilm;
using test::grey;
using test::pidIn;
using test::ScopedVariable;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr int kWidth = 64, kHeight = 48, kFrames = 40;

RecorderSettings film(const std::string& path, bool force = false) {
  return {path, test::filmOf(kWidth, kHeight), force};
}

/// Noise does not compress: the film is large.
Image noise(int seed) {
  Image image = grey(kWidth, kHeight, 0);
  auto state = static_cast<std::uint32_t>(seed) * 2654435761u + 1;
  for (std::uint8_t& byte : image.rgb) byte = static_cast<std::uint8_t>((state = state * 1664525u + 1013904223u) >> 24);
  return image;
}

/// The recorder's error, or its warning if the film was finished.
std::string record(const std::string& path, int frames = kFrames) {
  try {
    Recorder recorder(film(path));
    for (int k = 0; k < frames; ++k) recorder.add(noise(k));
    recorder.finish();
    return recorder.warning();
  } catch (const RecorderError& error) {
    return error.what();
  }
}

/// A file system of `bytes` bytes mounted on a folder, unmounted by the destructor.
class SmallDisk {
 public:
  SmallDisk(const TemporaryFolder& folder, std::uintmax_t bytes) : path_(folder.path()) {
    mounted_ = mount("none", path_.c_str(), "tmpfs", 0, fmt::format("size={}", bytes).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }

 private:
  std::string path_;
  bool mounted_;
};

#define REQUIRE_MOUNTED(disk) \
  if (!(disk).mounted()) GTEST_SKIP() << "a small file system can be mounted by root alone"

TEST(FilmTrouble, FramesAreCountedWithoutDecoding) {
  const TemporaryFolder folder;
  for (const char* ending : {"mp4", "webm"}) {
    const std::string path = folder / (std::string("f.") + ending);
    EXPECT_EQ(record(path), "");
    const FilmReading reading = countFrames(path);
    EXPECT_EQ(reading.frames, kFrames) << ending;
    EXPECT_EQ(reading.trouble, "") << ending;
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    EXPECT_LT(countFrames(path).frames, kFrames) << ending;
  }
  const FilmReading none = countFrames(folder / "none.mp4");
  EXPECT_EQ(none.frames, 0);
  EXPECT_THAT(none.trouble, HasSubstr("No such file"));
}

TEST(FilmTrouble, FullDiskIsAnErrorWithBothNumbers) {
  for (const char* ending : {"mp4", "webm"}) {
    const TemporaryFolder folder;
    const SmallDisk disk(folder, 32 << 10);
    REQUIRE_MOUNTED(disk);
    const std::string message = record(folder / (std::string("f.") + ending));
    EXPECT_THAT(message, AllOf(HasSubstr(" of 40 frames are in it"), HasSubstr("No space left on device")));
  }
}

TEST(FilmTrouble, FileThatMayNotGrowIsAnErrorWithBothNumbersAndPlays) {
  const TemporaryFolder folder;
  for (const char* ending : {"mp4", "webm"}) {
    const std::string path = folder / (std::string("f.") + ending);
    {
      const test::ScopedFileLimit limit(100'000);
      EXPECT_THAT(record(path, 400),
                  AllOf(ContainsRegex("[0-9]+ of [0-9]+ frames are in it"), HasSubstr("File too large")));
    }
    EXPECT_GT(decodeFilm(path, kWidth, kHeight).size(), 0u) << ending;
  }
}

TEST(FilmTrouble, FilmStaysWholeWhereItsCopyDoesNotFit) {
  const TemporaryFolder large, folder;
  ASSERT_EQ(record(large / "f.mp4", 200), "");
  const SmallDisk disk(folder, std::filesystem::file_size(large / "f.mp4") * 3 / 2);
  REQUIRE_MOUNTED(disk);
  EXPECT_THAT(record(folder / "f.mp4", 200), AllOf(HasSubstr("the film is whole and plays, but could not be rewritten"),
                                                   HasSubstr("No space left on device")));
  EXPECT_EQ(decodeFilm(folder / "f.mp4", kWidth, kHeight).size(), 200u);
  EXPECT_THAT(folder.files(), ElementsAre("f.mp4"));
}

TEST(FilmTrouble, LostFramesAreAnErrorWithBothNumbers) {
  const TemporaryFolder folder, bin;
  const std::string path =
      test::fakeFfmpeg(bin, fmt::format("head -c {} | $FFMPEG \"$@\"; cat > /dev/null", 3 * 3 * kWidth * kHeight));
  const ScopedVariable variable("PATH", path.c_str());
  EXPECT_THAT(record(folder / "f.mp4"), HasSubstr("3 of 40 frames are in it"));
}

TEST(FilmTrouble, APipeIsWrittenToAsItIs) {
  const TemporaryFolder folder;
  const std::string path = folder / "f.webm";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const Descriptor other(open(path.c_str(), O_RDONLY | O_NONBLOCK));  // a pipe without a reader is refused
  std::string bytes;
  std::thread reader([&] { bytes = test::readFile(path); });
  {
    Recorder recorder(film(path, true));
    for (int k = 0; k < kFrames; ++k) recorder.add(noise(k));
    recorder.finish();
  }
  reader.join();
  test::writeFile(folder / "copy.webm", bytes);
  EXPECT_EQ(countFrames(folder / "copy.webm").frames, kFrames);
  EXPECT_THAT(folder.files(), UnorderedElementsAre("f.webm", "copy.webm"));
}

TEST(FilmTrouble, EncoderThatOutlivesTheProgramHoldsTheFilm) {
  const TemporaryFolder folder, bin;
  const std::string path = test::fakeFfmpeg(bin, "echo $$ > " + (bin / "pid") + "; exec sleep 1000");
  const ScopedVariable variable("PATH", path.c_str());
  test::Forked program([&](const test::Signal& ready) {
    const Recorder recorder(film(folder / "f.mp4"));
    pidIn(bin / "pid");
    ready.sendAndWait();
  });
  program.waitUntilReady();
  program.kill();
  EXPECT_THROW(Recorder{film(folder / "f.mp4", true)}, UserError);
  kill(pidIn(bin / "pid"), SIGKILL);
}

}  // namespace
}  // namespace app
