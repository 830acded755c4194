#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <list>

#include "exec/cuda/exec.cuh"

namespace fmm {

/// Graphs that were launched in this process.
inline std::atomic<std::size_t>& graphLaunchCount() {
  static std::atomic<std::size_t> count{0};
  return count;
}

/// Sequences of launches that come again, each as one CUDA graph: the host enqueues one item in place of dozens, and
/// the GPU knows of each kernel while the one before it runs. Kernels and their order are the same either way.
template <class Key>
class LaunchGraphs {
 public:
  LaunchGraphs() = default;
  ~LaunchGraphs() {
    for (const Sequence& sequence : sequences_) destroy(sequence);
  }
  LaunchGraphs(const LaunchGraphs&) = delete;
  LaunchGraphs& operator=(const LaunchGraphs&) = delete;

  /// Enqueues what enqueue() does, which follows from the key and from device memory alone and takes no memory a second
  /// time with the same key. Where that is a graph by now enqueue() is not called, but around(launch), which calls
  /// launch(). Once in a while enqueue() is called all the same, for what it measures.
  template <class Enqueue, class Around>
  void run(CudaExec& exec, const char* name, const Key& key, const Enqueue& enqueue, const Around& around) {
    if (exec.waitsForLaunches()) return enqueue();
    Sequence& sequence = find(key);
    const int times = sequence.times++;
    if (sequence.isRefused || times < kEarned || times % kMeasured == 0) return enqueue();
    if (!sequence.graph) sequence.isRefused = !capture(exec, sequence, enqueue);
    if (sequence.isRefused) return enqueue();  // which says the reason, where it is one for launches as such
    ++graphLaunchCount();
    around([&] { exec.launch(name, [&] { FMM_CUDA(cudaGraphLaunch(sequence.graph, exec.stream())); }); });
  }

 private:
  static constexpr int kEarned = 3;        ///< times that a sequence has come when its graph is made
  static constexpr int kMeasured = 64;     ///< of so many times one is measured
  static constexpr std::size_t kMost = 8;  ///< sequences that are remembered

  struct Sequence {
    Key key;
    int times = 0;
    cudaGraphExec_t graph = nullptr;
    bool isRefused = false;
  };

  /// In front of all others from now on.
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

  /// What other threads take of memory meanwhile is no part of it.
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
    cudaGetLastError();  // clears what is not sticky
    return captured;
  }
  /// The stream takes launches again.
  static bool end(CudaExec& exec, cudaGraph_t& graph) {
    const bool ended = cudaStreamEndCapture(exec.stream(), &graph) == cudaSuccess;
    cudaGetLastError();  // clears what is not sticky
    return ended;
  }
  /// A graph that still runs goes when it has ended.
  static void destroy(const Sequence& sequence) {
    if (sequence.graph) cudaGraphExecDestroy(sequence.graph);
  }

  std::list<Sequence> sequences_;  ///< the last one that came in front
};

}  // namespace fmm
