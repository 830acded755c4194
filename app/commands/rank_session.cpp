#include "commands/rank_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <vector>

#include "files/message.h"
#include "files/user_error.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

/// The rank's index on its machine as launchers state it; null if unknown.
const char* placeOnMachine() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"})
    if (const char* place = std::getenv(name)) return place;
  return nullptr;
}

/// One GPU per rank: the one at the rank's index among those CUDA would show. Called before CUDA starts.
void chooseGpu() {
  constexpr const char* kShown = "CUDA_VISIBLE_DEVICES";
  const char* const place = placeOnMachine();
  if (place == nullptr) return;
  const char* const shown = std::getenv(kShown);
  if (shown == nullptr) {
    setenv(kShown, place, 1);
    return;
  }
  std::istringstream list(shown);
  std::string gpu;
  for (int k = std::atoi(place); k >= 0; --k)
    if (!std::getline(list, gpu, ',')) gpu.clear();
  setenv(kShown, gpu.c_str(), 1);
}

}  // namespace

RankSession::~RankSession() {
  if (errors_ >= 0) close(errors_);
}

void RankSession::open() {
  ranks_ = fmm::openRanks();
  if (ranks_ && ranks_->size() == 1) ranks_.reset();
  if (ranks_) chooseGpu();
  if (ranks_ && !ranks_->isFirst()) silence();
}

void RankSession::silence() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  errors_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  std::fflush(stdout);
  std::fflush(stderr);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

void RankSession::speak() {
  std::fflush(stderr);
  if (errors_ >= 0) dup2(errors_, STDERR_FILENO);
}

void RankSession::requireAlone(const std::string& what) const {
  if (ranks_)
    throw UsageError(fmt::format("{} runs as a single process only, and {} were started; start it without mpirun", what,
                                 ranks_->size()));
}

int RankSession::fail(const std::string& message, int code) {
  constexpr double kSecondsToFailAlike = 1;
  if (!ranks_) {
    tellError(message);
    return code;
  }
  if (ranks_->awaitOthers(kSecondsToFailAlike)) {
    tellError(message);  // silent on the other ranks
    return code;
  }
  speak();
  tellError(fmt::format("rank {}: {}", ranks_->rank(), message));
  std::fflush(stderr);
  ranks_->abort(code);
  return code;  // for compilers that cannot see that abort() does not return
}

void requireSameMachine(fmm::Ranks* ranks, fmm::Backend backend) {
  if (ranks == nullptr) return;
  const std::vector<char> onGpu = ranks->gathered(static_cast<char>(runsOnGpu(backend)));
  const auto count = std::count(onGpu.begin(), onGpu.end(), 1);
  if (count == 0 || count == ranks->size()) return;
  throw UserError(
      fmt::format("of {} ranks {} have a GPU to themselves: start as many as there are GPUs, or all with "
                  "--backend cpu",
                  ranks->size(), count));
}

void doOnFirst(fmm::Ranks* ranks, const std::function<void()>& work) {
  if (ranks == nullptr) return work();
  std::exception_ptr failure;
  if (ranks->isFirst()) {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }
  bool failed = failure != nullptr;
  ranks->broadcast(&failed, sizeof failed);
  if (failure) std::rethrow_exception(failure);
  if (failed) throw UserError("rank 0 has failed");
}

}  // namespace app
