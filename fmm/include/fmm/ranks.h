#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fmm {

/// What went between one process and the others.
struct RankTraffic {
  std::uint64_t messages = 0;  ///< calls that all ranks make together
  std::uint64_t bytes = 0;     ///< that this rank gave and took in them, its own part not counted
};

/// Processes that compute one flow together, as one of them sees it. All ranks make the same calls in the same order on
/// each channel, but for rank(), size(), traffic() and abort(); a call returns when this rank has what it asked for.
/// One thread at a time may use a channel. A rank whose partner is gone ends with it.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The one that speaks to people and to files.
  bool isFirst() const { return rank() == 0; }
  /// What went over this channel.
  virtual RankTraffic traffic() const = 0;
  /// A message of so many bytes that went another way, from GPU to GPU.
  virtual void countElsewhere(std::size_t bytes) = 0;

  /// Another channel between the same processes, for another thread.
  virtual std::unique_ptr<Ranks> channel() = 0;

  /// What rank 0 has, to all.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// What all ranks have, to all: bytes[r] bytes from rank r, one behind the other in `to`. Both arrays are in use
  /// until finishGather().
  virtual void beginGather(const void* from, void* to, const std::vector<std::size_t>& bytes) = 0;
  virtual void finishGather() = 0;
  void gather(const void* from, void* to, const std::vector<std::size_t>& bytes) {
    beginGather(from, to, bytes);
    finishGather();
  }
  /// `value` of every rank, by rank.
  template <class T>
  std::vector<T> gathered(const T& value) {
    std::vector<T> all(static_cast<std::size_t>(size()));
    gather(&value, all.data(), std::vector<std::size_t>(all.size(), sizeof(T)));
    return all;
  }
  /// `count` of every rank's values one behind the other, by rank.
  template <class T>
  std::vector<T> gatheredRows(const std::vector<T>& values) {
    std::vector<std::size_t> bytes = gathered(values.size() * sizeof(T));
    std::size_t total = 0;
    for (const std::size_t b : bytes) total += b;
    std::vector<T> all(total / sizeof(T));
    gather(values.data(), all.data(), bytes);
    return all;
  }

  /// A part of what each rank has to each other: bytes[r] bytes of `sent` to rank r, one part behind the other. The
  /// ranks count what comes, and go on while it does. One exchange at a time is under way on a channel.
  virtual void beginExchange(std::vector<char> sent, const std::vector<std::size_t>& bytes) = 0;
  /// What the others have sent to this rank, by rank, one part behind the other.
  struct Parts {
    std::vector<char> data;
    std::vector<std::size_t> bytes;  ///< [ranks]
  };
  virtual Parts finishExchange() = 0;
  /// counts[r] of `rows` to rank r; the rows that come, by rank, and how many of each.
  template <class T>
  std::pair<std::vector<T>, std::vector<std::size_t>> exchangedRows(const std::vector<T>& rows,
                                                                    std::vector<std::size_t> counts) {
    const auto* first = reinterpret_cast<const char*>(rows.data());
    for (std::size_t& n : counts) n *= sizeof(T);
    beginExchange({first, first + rows.size() * sizeof(T)}, counts);
    Parts parts = finishExchange();
    std::vector<T> received(parts.data.size() / sizeof(T));
    if (!received.empty()) std::memcpy(received.data(), parts.data.data(), parts.data.size());
    for (std::size_t& n : parts.bytes) n /= sizeof(T);
    return {std::move(received), std::move(parts.bytes)};
  }

  /// Sums over all ranks, item by item, in the place of what each has.
  virtual void sum(std::uint32_t* values, std::size_t count) = 0;
  virtual void sum(std::uint64_t* values, std::size_t count) = 0;
  virtual void sum(double* values, std::size_t count) = 0;
  /// The same for rank 0 alone; what the others have afterwards is undefined.
  virtual void sumForFirst(std::uint32_t* values, std::size_t count) = 0;

  /// Do all ranks come to this call within so many seconds? They may differ in what they think of it; for the end of a
  /// program, after which there are no further calls.
  virtual bool meet(double seconds) = 0;
  /// Ends all ranks at once, this one with the exit code.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// The ranks that this process was started among by mpirun, srun and the like; null where it was not, or alone. MPI is
/// loaded then and only then, from a module beside the program. Throws EnvironmentError where that is missing or fails.
std::unique_ptr<Ranks> openRanks();

/// Sums over ranks that have a GPU each, from GPU to GPU by NCCL. All ranks make the same calls in the same order.
class DeviceSums {
 public:
  virtual ~DeviceSums() = default;
  /// Sums over all ranks, item by item, in the place of what each has in the memory of its GPU, for all or for rank 0
  /// alone; what the others have then is undefined. `stream` (a cudaStream_t) does it in its order, and the call
  /// returns at once. Throws EnvironmentError.
  virtual void sum(std::uint32_t* values, std::size_t count, void* stream) = 0;
  virtual void sumForFirst(std::uint32_t* values, std::size_t count, void* stream) = 0;
};

/// Null where a rank has no NCCL, or not a GPU of its own. All ranks call it, with a channel that outlives the sums.
/// Throws EnvironmentError with NCCL's reason.
std::unique_ptr<DeviceSums> openDeviceSums(Ranks& ranks);

}  // namespace fmm
