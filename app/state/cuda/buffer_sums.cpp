#include "state/cuda/gl_sharing.h"
// must precede headers that include GL
#include <array>
#include <utility>

#include "state/buffer_sums.h"

namespace app {
namespace {

/// Measures the time between two points of this thread's stream.
class StreamTimer {
 public:
  StreamTimer() {
    for (cudaEvent_t* event : {&begin_, &end_}) check(cudaEventCreate(event), "cudaEventCreate");
  }
  ~StreamTimer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  StreamTimer(const StreamTimer&) = delete;
  StreamTimer& operator=(const StreamTimer&) = delete;

  void begin() { check(cudaEventRecord(begin_, kStream), "cudaEventRecord"); }
  void end() {
    check(cudaEventRecord(end_, kStream), "cudaEventRecord");
    running_ = true;
  }
  /// Time between the last begin() and end() [s], returned once; waits for the end.
  double take() {
    if (!std::exchange(running_, false)) return 0;
    float milliseconds = 0;
    check(cudaEventSynchronize(end_), "cudaEventSynchronize");
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  bool running_ = false;
};

/// Parts to sum are first copied on the GPU into one buffer registered with CUDA, as buffers of pictures come and go.
class NcclBufferSums final : public BufferSums {
 public:
  explicit NcclBufferSums(std::unique_ptr<fmm::DeviceSums> sums) : sums_(std::move(sums)) {}

  void sum(const std::vector<BufferPart>& counts, bool forFirst) override {
    std::size_t bytes = 0;
    for (const BufferPart& part : counts) bytes += part.bytes;
    if (shared_.bytes() < bytes) {
      registration_.release();
      shared_ = Buffer(bytes + bytes / 4);
      registration_.acquire(shared_.name(), cudaGraphicsRegisterFlagsNone);
    }
    StreamTimer& timer = timers_[next_++ % timers_.size()];
    seconds_ += timer.take();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::size_t at = 0;
    for (const BufferPart& part : counts) {
      copy(*part.buffer, part.first, shared_, at, part.bytes);
      at += part.bytes;
    }
    auto* const values = reinterpret_cast<std::uint32_t*>(registration_.map());
    timer.begin();
    const std::size_t count = bytes / sizeof *values;
    forFirst ? sums_->sumForFirst(values, count, kStream) : sums_->sum(values, count, kStream);
    timer.end();
    check(registration_.unmap(), "cudaGraphicsUnmapResources");
    at = 0;
    for (const BufferPart& part : counts) {
      copy(shared_, at, *part.buffer, part.first, part.bytes);
      at += part.bytes;
    }
  }

  double seconds() override {
    for (StreamTimer& timer : timers_) seconds_ += timer.take();
    return seconds_;
  }

 private:
  static void copy(const Buffer& from, std::size_t at, const Buffer& to, std::size_t first, std::size_t bytes) {
    glCopyNamedBufferSubData(from.name(), to.name(), static_cast<GLintptr>(at), static_cast<GLintptr>(first),
                             static_cast<GLsizeiptr>(bytes));
    checkGl("glCopyNamedBufferSubData(picture of ranks)");
  }

  Buffer shared_;
  Registration registration_;
  std::array<StreamTimer, 32> timers_;  ///< used in turn; more than most pictures have sums, to avoid waiting
  std::size_t next_ = 0;
  double seconds_ = 0;
  std::unique_ptr<fmm::DeviceSums> sums_;  ///< last member: its destructor waits for the work that uses the others
};

}  // namespace

std::unique_ptr<BufferSums> openBufferSums(fmm::Ranks& ranks) {
  for (const bool shares : ranks.gathered(static_cast<char>(sharingObstacle().empty())))
    if (!shares) return nullptr;
  std::unique_ptr<fmm::DeviceSums> sums = fmm::openDeviceSums(ranks);
  return sums ? std::make_unique<NcclBufferSums>(std::move(sums)) : nullptr;
}

}  // namespace app
