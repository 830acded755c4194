#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "fmm/ranks.h"
#include "fmm/settings.h"

namespace fmm {

/// The other ranks at the service of this one, rank 0. They sum with it what its systems evaluate
/// (VortexSystem::employ()), and know nothing but what comes with each evaluation: all elements, settings, and tracers
/// to sum at. Between evaluations they sleep. One thread at a time may use it and the systems that employ it.
class Crew {
 public:
  /// Of two ranks at least, which outlive this; the others call serveCrew() at the same time.
  explicit Crew(Ranks& ranks);

  /// Throws EnvironmentError where some ranks can compute there and others not; `automatic` is what rank 0 makes of it.
  void requireBackend(Backend backend) const;
  /// The others go: serveCrew() returns the code there. Not after a RankFailure, when they hear nothing any more.
  void dismiss(int code);

  /// A line of one of the others that is about to end all ranks; empty: there is none, or it was told. Another thread
  /// may ask.
  std::string trouble() const { return ranks_.heard(); }

  // ---- for systems
  Ranks& ranks() const { return ranks_; }
  /// Names a solver that is going to call the crew, and nothing else ever after.
  std::uint64_t newCaller() { return ++callers_; }
  /// Who called last, whose parameters and shares the crew has; 0: nobody.
  std::uint64_t lastCaller() const { return lastCaller_; }
  void isCalledBy(std::uint64_t caller) { lastCaller_ = caller; }

 private:
  Ranks& ranks_;
  int withGpu_ = 0;  ///< ranks
  std::uint64_t callers_ = 0, lastCaller_ = 0;
};

/// What every rank but rank 0 does while there is a Crew, until it is dismissed; returns the code of that. `meanwhile`
/// is called now and then while there is nothing to do, and may throw: then all ranks are to be ended. Throws what
/// evaluations throw, after which they are, too.
int serveCrew(Ranks& ranks, const std::function<void()>& meanwhile);

}  // namespace fmm
