#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fmm {

/// Traffic between one process and the others.
struct RankTraffic {
  std::uint64_t messages = 0;  ///< calls that all ranks make together
  std::uint64_t bytes = 0;     ///< sent and received by this rank in these calls, without its own part
};

/// The processes that compute one flow together, seen from one of them. All ranks make the same calls in the same order
/// on each channel, except rank(), size(), traffic() and abort(); a call returns when this rank has its result. Only
/// one thread at a time may use a channel. A rank ends when another rank is gone.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// True for the rank that writes messages and files.
  bool isFirst() const { return rank() == 0; }
  /// Traffic over this channel.
  virtual RankTraffic traffic() const = 0;
  /// Counts a message of so many bytes that went from GPU to GPU instead.
  virtual void countElsewhere(std::size_t bytes) = 0;

  /// Another channel between the same processes, for another thread.
  virtual std::unique_ptr<Ranks> channel() = 0;

  /// Sends the data of rank 0 to all.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// Starts to send the data of all ranks to all: bytes[r] bytes from rank r, concatenated in `to` by rank. Both arrays
  /// are in use until finishGather().
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
  /// The values of all ranks, concatenated by rank; ranks may have different numbers of them.
  template <class T>
  std::vector<T> gatheredRows(const std::vector<T>& values) {
    std::vector<std::size_t> bytes = gathered(values.size() * sizeof(T));
    std::size_t total = 0;
    for (const std::size_t b : bytes) total += b;
    std::vector<T> all(total / sizeof(T));
    gather(values.data(), all.data(), bytes);
    return all;
  }

  /// Starts to send each rank its part: bytes[r] bytes of `sent` to rank r, the parts one after the other. Returns once
  /// this rank knows how much it receives, before the data arrive. Only one exchange at a time on a channel.
  virtual void beginExchange(std::vector<char> sent, const std::vector<std::size_t>& bytes) = 0;
  /// Data received from all ranks, concatenated by rank.
  struct Parts {
    std::vector<char> data;
    std::vector<std::size_t> bytes;  ///< [ranks]
  };
  virtual Parts finishExchange() = 0;
  /// Sends counts[r] of `rows` to rank r. Returns the received rows, by rank, and the number from each rank.
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

  /// Replaces each item by its sum over all ranks.
  virtual void sum(std::uint32_t* values, std::size_t count) = 0;
  virtual void sum(std::uint64_t* values, std::size_t count) = 0;
  virtual void sum(double* values, std::size_t count) = 0;
  /// The same for rank 0 only; the values on other ranks are then undefined.
  virtual void sumForFirst(std::uint32_t* values, std::size_t count) = 0;

  /// True if all ranks make this call within so many seconds. Ranks may get different answers: meant for the end of a
  /// program, with no further calls after it.
  virtual bool awaitOthers(double seconds) = 0;
  /// Ends all ranks at once, this one with the exit code `code`.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// The ranks among which mpirun, srun or the like started this process; null if it was started otherwise or alone. MPI
/// is loaded only if they exist, from a module beside the program. Throws EnvironmentError if that is missing or fails.
std::unique_ptr<Ranks> openRanks();

/// Sums over ranks with a GPU each, from GPU to GPU by NCCL. All ranks make the same calls in the same order.
class DeviceSums {
 public:
  virtual ~DeviceSums() = default;
  /// Replaces each item in GPU memory by its sum over all ranks, on all ranks or on rank 0 only, where the values on
  /// the other ranks are then undefined. The work is queued on `stream` (a cudaStream_t), and the call returns at once.
  /// Throws EnvironmentError.
  virtual void sum(std::uint32_t* values, std::size_t count, void* stream) = 0;
  virtual void sumForFirst(std::uint32_t* values, std::size_t count, void* stream) = 0;
};

/// Null if a rank has no NCCL, or no GPU of its own. All ranks call it, with a channel that outlives the sums. Throws
/// EnvironmentError with NCCL's reason.
std::unique_ptr<DeviceSums> openDeviceSums(Ranks& ranks);

}  // namespace fmm
