#include "film/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "files/user_error.h"
#include "film/film_format.h"
#include "film/frame_queue.h"
#include "film/frame_sink.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kQueueBytes = std::size_t{64} << 20;

struct NumberedFrame {
  Image image;
  std::int64_t number = 0;
};

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool isVideo(const std::string& path) {
  const FilmFormat* format = filmFormatOf(path);
  return format != nullptr && !format->numbered();
}

int nearestEven(int value) {
  return std::max(2, value + value % 2);
}

/// Bytes of a frame on its way to the file.
std::size_t frameBytes(const RecorderSettings& settings) {
  const std::size_t pixels =
      static_cast<std::size_t>(settings.film.size.width) * static_cast<std::size_t>(settings.film.size.height);
  if (filmFormatOf(settings.path)->linear) return pixels * Image::kLightParts * sizeof(float);
  return pixels * (settings.film.transparent ? 4 : 3);
}

/// As many frames as fit into kQueueBytes, two to eight.
std::size_t queueCapacity(const RecorderSettings& settings) {
  return std::clamp<std::size_t>(kQueueBytes / frameBytes(settings), 2, 8);
}

/// A video needs its frames in order. Writing a numbered picture occupies one core, and only large machines have cores
/// that the solver can spare.
int writerCount(const RecorderSettings& settings) {
  if (isVideo(settings.path)) return 1;
  if (settings.writers > 0) return settings.writers;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency() / 4), 1, 8);
}

void makeFolder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RecorderError(fmt::format("{}: the folder cannot be made: {}", folder.string(), error.message()));
}

std::unique_ptr<FrameSink> makeSink(const RecorderSettings& settings) {
  validate(settings);
  makeFolder(settings.path);
  if (isVideo(settings.path)) return std::make_unique<VideoFile>(settings);
  return std::make_unique<PictureSequence>(settings);
}

}  // namespace

void requireFolder(const std::string& path) {
  fs::path folder = fs::path(path).parent_path();
  std::error_code none;
  if (!isVideo(path) && !folder.empty() && !fs::exists(folder, none)) folder = folder.parent_path();
  if (folder.empty() || fs::exists(folder, none)) return;
  throw UserError(fmt::format("{}: there is no folder {}", path, folder.string()));
}

void validate(const RecorderSettings& settings) {
  const std::string& path = settings.path;
  const auto [width, height] = settings.film.size;
  const double rate = settings.film.framesPerSecond;
  if (path.find('\0') != std::string::npos) throw UsageError("the film's path holds a NUL byte");
  const FilmFormat* format = filmFormatOf(path);
  if (format == nullptr)
    throw UsageError(fmt::format("{}: a film's path ends in {}", path.empty() ? "\"\"" : path, filmEndings()));
  if (format->numbered()) NumberedPath(path, fmt::format("frames/%05d{}", format->ending));
  const int least = format->leastSide;
  if (std::min(width, height) < least || std::max(width, height) > kLargestFilmSide) {
    throw UsageError(fmt::format("{}: size {}x{} is not within {} to {} pixels a side", path, width, height, least,
                                 kLargestFilmSide));
  }
  if (format->evenSides && (width % 2 != 0 || height % 2 != 0)) {
    throw UsageError(fmt::format("{}: size {}x{} is odd, a film of {} needs even numbers; the nearest is {}x{}", path,
                                 width, height, format->name, nearestEven(width), nearestEven(height)));
  }
  if (!(rate > 0 && rate <= format->highestRate)) {
    throw UsageError(
        fmt::format("{}: {} frames per second is not more than 0, at most {}", path, rate, format->highestRate));
  }
  if (settings.film.transparent && !format->alpha) {
    throw UsageError(fmt::format("{}: {} cannot be transparent; give {}", path, format->name, alphaEndings()));
  }
  assert(settings.firstNumber >= 0 && settings.writers >= 0);
  assert(settings.film.quality >= 0 && settings.film.quality <= 100);
}

class Recorder::Impl {
 public:
  explicit Impl(const RecorderSettings& settings)
      : settings_(settings), sink_(makeSink(settings)), queue_(queueCapacity(settings)) {
    for (int i = 0; i < writerCount(settings); ++i) threads_.emplace_back([this] { run(); });
  }

  ~Impl() { endThreads(); }

  void add(Image frame) {
    assert(!finished_);
    if (frame.width != settings_.film.size.width || frame.height != settings_.film.size.height) {
      throw RecorderError(fmt::format("{}: a frame of {}x{} does not fit into a film of {}x{}", settings_.path,
                                      frame.width, frame.height, settings_.film.size.width,
                                      settings_.film.size.height));
    }
    assert(frame.bytes() == frameBytes(settings_));
    const auto start = Clock::now();
    const bool taken = queue_.push({std::move(frame), next_});
    waitSeconds_ += secondsSince(start);
    if (!taken) rethrow();
    ++frames_;
    ++next_;
  }

  void drain() {
    queue_.waitUntilEmpty();
    rethrow();
  }

  void finish() {
    if (finished_) return;
    finished_ = true;
    endThreads();
    rethrow();
    warning_ = sink_->finish();
  }

  const RecorderSettings settings_;
  std::unique_ptr<FrameSink> sink_;  // used by the writing threads until they have ended
  FrameQueue<NumberedFrame> queue_;
  std::size_t frames_ = 0;
  std::int64_t next_ = settings_.firstNumber;
  double waitSeconds_ = 0;
  std::string warning_;

  double encodeSeconds() const {
    const std::lock_guard lock(mutex_);
    return encodeSeconds_;
  }

 private:
  void run() {
    try {
      while (const auto frame = queue_.pop()) {
        const auto start = Clock::now();
        sink_->write(frame->image, frame->number);
        account(secondsSince(start));
        queue_.done();
      }
    } catch (...) {
      fail(std::current_exception());
      queue_.abandon();
    }
  }

  void account(double seconds) {
    const std::lock_guard lock(mutex_);
    encodeSeconds_ += seconds;
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }

  void endThreads() {
    queue_.close();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void rethrow() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

  mutable std::mutex mutex_;
  std::exception_ptr failure_;  // why the first writing thread ended early
  double encodeSeconds_ = 0;
  bool finished_ = false;
  std::vector<std::thread> threads_;  // last: they use everything above
};

Recorder::Recorder(const RecorderSettings& settings) : impl_(std::make_unique<Impl>(settings)) {}

Recorder::~Recorder() {
  try {
    if (!impl_->sink_->replacesEarlier()) impl_->finish();
  } catch (const std::exception&) {  // callers who want to know call finish() themselves
  }
}

void Recorder::add(Image frame) {
  impl_->add(std::move(frame));
}

void Recorder::drain() {
  impl_->drain();
}

void Recorder::finish() {
  impl_->finish();
}

std::size_t Recorder::frames() const {
  return impl_->frames_;
}

std::size_t Recorder::waiting() const {
  return impl_->queue_.size();
}

const std::string& Recorder::path() const {
  return impl_->settings_.path;
}

const std::string& Recorder::warning() const {
  return impl_->warning_;
}

double Recorder::encodeSeconds() const {
  return impl_->encodeSeconds();
}

double Recorder::waitSeconds() const {
  return impl_->waitSeconds_;
}

}  // namespace app
