#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <list>

#include "exec/cuda/exec.cuh"

namespace fmm {

/// Number of graph launches in this process.
inline std::atomic<std::size_t>& graphLaunchCount() {
  static std::atomic<std::size_t> count{0};
  return count;
}

/// Recurring sequences of launches, each as one CUDA graph. The host then enqueues one item in place of dozens, and the
/// GPU knows of each kernel while the previous one runs. Kernels and their order are the same either way.
template <class Key>
class LaunchGraphs {
 public:
  LaunchGraphs() = default;
  ~LaunchGraphs() {
    for (const Sequence& sequence : sequences_) destroy(sequence);
  }
  LaunchGraphs(const LaunchGraphs&) = delete;
  LaunchGraphs& operator=(const LaunchGraphs&) = delete;

  /// Enqueues the work of enqueue(), which must depend on the key and on device memory only and must not allocate when
  /// the key is repeated. Once there is a graph, around(launch), which calls launch(), replaces enqueue(). Now and then
  /// enqueue() is still called, for its measurements.
  template <class Enqueue, class Around>
  void run(CudaExec& exec, const char* name, const Key& key, const Enqueue& enqueue, const Around& around) {
    if (exec.waitsForLaunches()) return enqueue();
    Sequence& sequence = find(key);
    const int times = sequence.times++;
    if (sequence.isRefused || times < kEarned || times % kMeasured == 0) return enqueue();
    if (!sequence.graph) sequence.isRefused = !capture(exec, sequence, enqueue);
    if (sequence.isRefused) return enqueue();  // reports the reason if launches themselves fail
    ++graphLaunchCount();
    around([&] { exec.launch(name, [&] { FMM_CUDA(cudaGraphLaunch(sequence.graph, exec.stream())); }); });
  }

 private:
  static constexpr int kEarned = 3;        ///< occurrences of a sequence before its graph is made
  static constexpr int kMeasured = 64;     ///< one of so many occurrences is measured
  static constexpr std::size_t kMost = 8;  ///< sequences that are kept

  struct Sequence {
    Key key;
    int times = 0;
    cudaGraphExec_t graph = nullptr;
    bool isRefused = false;
  };

  /// Moves the sequence to the front.
  Sequence& find(const Key& key) {
    const auto at = std::find_if(sequences_.begin(), sequences_.end(), [&](const Sequence& s) { return s.key == key; });
    if (at != sequences_.end()) {
      sequences_.splice(sequences_.begin(), sequences_, at);
    } else {
      if (sequences_.size() == kMost) {
        destroy(sequences_.back());
        sequences_.pop_back();
      }
      sequences_.push_front({key});
    }
    return sequences_.front();
  }

  /// Allocations of other threads do not disturb the capture.
  template <class Enqueue>
  static bool capture(CudaExec& exec, Sequence& sequence, const Enqueue& enqueue) {
    cudaGraph_t graph = nullptr;
    bool captured = cudaStreamBeginCapture(exec.stream(), cudaStreamCaptureModeThreadLocal) == cudaSuccess;
    if (!captured) return false;
    try {
      enqueue();
    } catch (const EnvironmentError&) {
      captured = false;
    } catch (...) {
      if (end(exec, graph)) cudaGraphDestroy(graph);
      throw;
    }
    captured = end(exec, graph) && captured;
    captured = captured && cudaGraphInstantiate(&sequence.graph, graph, 0) == cudaSuccess;
    if (!captured) sequence.graph = nullptr;
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError();  // clears errors that are not sticky
    return captured;
  }
  /// Ends the capture.
  static bool end(CudaExec& exec, cudaGraph_t& graph) {
    const bool ended = cudaStreamEndCapture(exec.stream(), &graph) == cudaSuccess;
    cudaGetLastError();  // clears errors that are not sticky
    return ended;
  }
  /// A graph that still runs is freed when it has ended.
  static void destroy(const Sequence& sequence) {
    if (sequence.graph) cudaGraphExecDestroy(sequence.graph);
  }

  std::list<Sequence> sequences_;  ///< the most recent one first
};

}  // namespace fmm
