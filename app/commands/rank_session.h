#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fmm/ranks.h"
#include "fmm/settings.h"

namespace app {

/// This process as one of those that an MPI launcher has started together. Rank 0 prints; the others are silent unless
/// they fail alone.
class RankSession {
 public:
  RankSession() = default;
  ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  /// Finds the other processes, and chooses a GPU for each one on the same machine. Throws fmm::EnvironmentError if
  /// there are others but MPI is missing.
  void open();
  /// Null if there are no others.
  fmm::Ranks* ranks() const { return ranks_.get(); }
  /// Throws UsageError if there are others.
  void requireAlone(const std::string& what) const;

  /// Reports a failure of this process and returns the exit code. If all ranks fail, for instance of a wrong option,
  /// rank 0 reports. A rank that fails alone reports its number, and all ranks end.
  int fail(const std::string& message, int code);

 private:
  void silence();
  void speak();

  std::unique_ptr<fmm::Ranks> ranks_;
  int errors_ = -1;  // standard error of a silent rank
};

/// Throws UserError if only some of the ranks would compute on a GPU. Every rank calls it.
void requireSameMachine(fmm::Ranks* ranks, fmm::Backend backend);

/// Runs `work` on rank 0 only. If it throws, the other ranks throw UserError, so that all fail together. Every rank
/// calls it; null: single process.
void doOnFirst(fmm::Ranks* ranks, const std::function<void()>& work);

}  // namespace app
