#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fmm/ranks.h"
#include "fmm/settings.h"

namespace app {

/// This process among those that a launcher of MPI has started together, from its beginning to its end. Rank 0 speaks;
/// the others are silent, unless they fail alone.
class RankSession {
 public:
  RankSession() = default;
  ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  /// Looks for the others, and chooses a GPU for each of those on one machine. Throws fmm::EnvironmentError where there
  /// are some, but no MPI.
  void open();
  /// Null: there is no other.
  fmm::Ranks* ranks() const { return ranks_.get(); }
  /// Throws UsageError where there are others.
  void requireAlone(const std::string& what) const;

  /// Tells that this process fails, and returns the exit code. What all ranks fail of, a wrong option say, rank 0
  /// tells. A rank that fails alone tells which it is, and all end.
  int fail(const std::string& message, int code);

 private:
  void silence();
  void speak();

  std::unique_ptr<fmm::Ranks> ranks_;
  int errors_ = -1;  // standard error of a silent rank
};

/// Throws UserError where some of the ranks would compute on a GPU and others not. Every rank calls it.
void requireSameMachine(fmm::Ranks* ranks, fmm::Backend backend);

/// Does what rank 0 alone does. Where that throws it is no failure of one: the others throw UserError then. Every rank
/// calls it; null: there is no other.
void doOnFirst(fmm::Ranks* ranks, const std::function<void()>& work);

}  // namespace app
