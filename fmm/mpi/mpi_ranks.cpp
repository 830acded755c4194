// The MPI module: all MPI calls, behind fmm::Ranks. The program loads it only if it is one of several ranks.

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fmm/error.h"
#include "fmm/ranks.h"

namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // items per MPI call, whose counts are ints

/// The ranks of a duplicate of MPI_COMM_WORLD, so that the messages of two channels never mix.
class MpiRanks final : public fmm::Ranks {
 public:
  /// `owner`: the destructor finalises MPI.
  explicit MpiRanks(bool owner) : owner_(owner) {
    MPI_Comm_dup(MPI_COMM_WORLD, &all_);
    MPI_Comm_dup(MPI_COMM_WORLD, &end_);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &size_);
  }
  ~MpiRanks() override {
    MPI_Comm_free(&all_);
    MPI_Comm_free(&end_);
    if (owner_) MPI_Finalize();
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  fmm::RankTraffic traffic() const override { return traffic_; }
  void countElsewhere(std::size_t bytes) override { count(bytes); }
  std::unique_ptr<fmm::Ranks> channel() override { return std::make_unique<MpiRanks>(false); }

  void broadcast(void* data, std::size_t bytes) override {
    count(bytes);
    broadcastFrom(0, data, bytes);
  }

  void beginGather(const void* from, void* to, const std::vector<std::size_t>& bytes) override {
    const std::size_t total = std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
    count(total - bytes[static_cast<std::size_t>(rank_)]);
    counts_.assign(bytes.begin(), bytes.end());
    if (total < kMostAtOnce) {
      places_.assign(bytes.size(), 0);
      std::partial_sum(counts_.begin(), counts_.end() - 1, places_.begin() + 1);
      // MPI uses buffers of this object: if the caller fails during the gather, its arrays are freed too early.
      const auto* own = static_cast<const char*>(from);
      sent_.assign(own, own + bytes[static_cast<std::size_t>(rank_)]);
      received_.resize(total);
      to_ = static_cast<char*>(to);
      MPI_Iallgatherv(sent_.data(), counts_[static_cast<std::size_t>(rank_)], MPI_BYTE, received_.data(),
                      counts_.data(), places_.data(), MPI_BYTE, all_, &gather_);
      return;
    }
    auto* part = static_cast<char*>(to);
    for (int r = 0; r < size_; ++r) {
      const std::size_t size = bytes[static_cast<std::size_t>(r)];
      if (r == rank_) std::copy_n(static_cast<const char*>(from), size, part);
      broadcastFrom(r, part, size);
      part += size;
    }
  }
  void finishGather() override {
    wait(&gather_);
    if (to_ != nullptr) std::copy(received_.begin(), received_.end(), to_);
    to_ = nullptr;
  }

  void beginExchange(std::vector<char> sent, const std::vector<std::size_t>& bytes) override {
    exchangeSent_ = std::move(sent);
    std::vector<std::uint64_t> to(bytes.begin(), bytes.end()), from(bytes.size());
    MPI_Alltoall(to.data(), 1, MPI_UINT64_T, from.data(), 1, MPI_UINT64_T, all_);
    exchanged_.bytes.assign(from.begin(), from.end());
    const auto own = static_cast<std::size_t>(rank_);
    const auto total = [](const std::vector<std::uint64_t>& all) {
      return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
    };
    count(total(to) + total(from) - to[own] - from[own]);
    exchanged_.data.resize(total(from));
    // All receives are posted before any send.
    char* in = exchanged_.data.data();
    char* const ownPart = in + std::accumulate(from.begin(), from.begin() + rank_, std::uint64_t{0});
    for (int r = 0; r < size_; in += from[static_cast<std::size_t>(r++)])
      inRequests(r, from, [&](std::size_t first, int some, MPI_Request* request) {
        MPI_Irecv(in + first, some, MPI_BYTE, r, 0, all_, request);
      });
    const char* out = exchangeSent_.data();
    for (int r = 0; r < size_; out += to[static_cast<std::size_t>(r++)]) {
      if (r == rank_) std::copy_n(out, to[own], ownPart);
      inRequests(r, to, [&](std::size_t first, int some, MPI_Request* request) {
        MPI_Isend(out + first, some, MPI_BYTE, r, 0, all_, request);
      });
    }
  }
  Parts finishExchange() override {
    MPI_Waitall(static_cast<int>(exchange_.size()), exchange_.data(), MPI_STATUSES_IGNORE);
    exchange_.clear();
    return std::move(exchanged_);
  }

  void sum(std::uint32_t* values, std::size_t n) override { sumForAll(values, n, MPI_UINT32_T); }
  void sum(std::uint64_t* values, std::size_t n) override { sumForAll(values, n, MPI_UINT64_T); }
  void sum(double* values, std::size_t n) override { sumForAll(values, n, MPI_DOUBLE); }
  void sumForFirst(std::uint32_t* values, std::size_t n) override {
    count(n * sizeof *values);
    inPieces(n, [&](std::size_t first, int some) {
      std::uint32_t* piece = values + first;
      MPI_Request sums = MPI_REQUEST_NULL;
      MPI_Ireduce(rank_ == 0 ? MPI_IN_PLACE : piece, piece, some, MPI_UINT32_T, MPI_SUM, 0, all_, &sums);
      wait(&sums);
    });
  }

  bool awaitOthers(double seconds) override {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    MPI_Request met = MPI_REQUEST_NULL;
    MPI_Ibarrier(end_, &met);
    int done = 0;
    while (MPI_Test(&met, &done, MPI_STATUS_IGNORE), done == 0) {
      if (Clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }
  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  void count(std::size_t bytes) {
    ++traffic_.messages;
    traffic_.bytes += bytes;
  }
  template <class Call>
  static void inPieces(std::size_t n, const Call& call) {
    for (std::size_t first = 0; first < n; first += kMostAtOnce)
      call(first, static_cast<int>(std::min(kMostAtOnce, n - first)));
  }
  /// Calls call(first, count, request) for each piece of the bytes between this rank and `other`.
  template <class Call>
  void inRequests(int other, const std::vector<std::uint64_t>& bytes, const Call& call) {
    if (other == rank_) return;
    inPieces(bytes[static_cast<std::size_t>(other)], [&](std::size_t first, int some) {
      exchange_.push_back(MPI_REQUEST_NULL);
      call(first, some, &exchange_.back());
    });
  }
  void broadcastFrom(int rank, void* data, std::size_t bytes) {
    inPieces(bytes, [&](std::size_t first, int some) {
      MPI_Bcast(static_cast<char*>(data) + first, some, MPI_BYTE, rank, all_);
    });
  }
  template <class T>
  void sumForAll(T* values, std::size_t n, MPI_Datatype type) {
    count(2 * n * sizeof(T));
    inPieces(n, [&](std::size_t first, int some) {
      MPI_Request sums = MPI_REQUEST_NULL;
      MPI_Iallreduce(MPI_IN_PLACE, values + first, some, type, MPI_SUM, all_, &sums);
      wait(&sums);
    });
  }
  /// Sleeps between polls after a moment: leaves the core to other ranks' threads, as rank 0 alone draws the pictures.
  static void wait(MPI_Request* request) {
    constexpr int kEager = 2000;
    int done = 0;
    for (int tests = 0; MPI_Test(request, &done, MPI_STATUS_IGNORE), done == 0; ++tests)
      if (tests > kEager) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

  const bool owner_;
  MPI_Comm all_ = MPI_COMM_NULL;
  MPI_Comm end_ = MPI_COMM_NULL;  // for awaitOthers(), while other ranks may be in another call
  int rank_ = 0, size_ = 1;
  MPI_Request gather_ = MPI_REQUEST_NULL;
  std::vector<int> counts_, places_;   // of the gather in progress
  std::vector<char> sent_, received_;  // buffers of that gather
  char* to_ = nullptr;                 // destination of that gather; null: nothing to copy
  std::vector<MPI_Request> exchange_;  // of the exchange in progress
  std::vector<char> exchangeSent_;     // sent bytes; a member, as is exchanged_, in case the caller fails meanwhile
  Parts exchanged_;
  fmm::RankTraffic traffic_;
};

}  // namespace

/// Called once. Throws EnvironmentError if MPI does not support calls from several threads.
extern "C" fmm::Ranks* RINGLET_MPI_OPEN() {
  // Waiting ranks yield the core to their own threads and to other programs. A setting of the user takes precedence.
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  int threads = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &threads);
  if (threads < MPI_THREAD_MULTIPLE) throw fmm::EnvironmentError("this MPI does not let several threads call it");
  return new MpiRanks(true);
}
