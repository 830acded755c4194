#pragma once

#include <memory>

#include "fmm/ranks.h"
#include "ranks/crew_call.h"

namespace fmm {

/// What serveCrew() asks of a backend: CrewMember<Exec, Real> behind a virtual call.
class CrewBase {
 public:
  virtual ~CrewBase() = default;
  /// This rank's part of the evaluation that is called for.
  virtual void serve(const CrewCall& call) = 0;
};

/// A member that begins as the call has it, in the precision of its settings. The CUDA backend throws EnvironmentError
/// where cudaBackend() says that there is none.
std::unique_ptr<CrewBase> makeCpuCrew(Ranks& ranks, const CrewCall& begin);
std::unique_ptr<CrewBase> makeCudaCrew(Ranks& ranks, const CrewCall& begin);

}  // namespace fmm
