#include "commands/window_crew.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include "files/user_error.h"
#include "fmm/error.h"
#include "simulation/let_others_first.h"
#include "window/crew_watch.h"

namespace app {
namespace {

// What rank 0 dismisses the others with where it has no exit code.
constexpr int kHasFailed = -1, kUsedWrongly = -2;

volatile std::sig_atomic_t caughtSignal = 0;

extern "C" void remember(int number) {
  caughtSignal = number;
}

/// Throws where a signal has come and rank 0 does not end.
class SignalWatch {
 public:
  SignalWatch() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
      if (std::signal(number, remember) == SIG_IGN) std::signal(number, SIG_IGN);  // as by nohup
  }
  void look() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds kPatience{2};
    if (caughtSignal == 0) return;
    if (!since_) since_ = Clock::now();
    if (Clock::now() - *since_ > kPatience)
      throw UserError(
          fmt::format("ended by signal {} ({})", static_cast<int>(caughtSignal), sigdescr_np(caughtSignal)));
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> since_;
};

int serve(fmm::Ranks& ranks) {
  SignalWatch signals;
  letOthersFirst();
  int code = 0;
  try {
    code = fmm::serveCrew(ranks, [&] { signals.look(); });
  } catch (const std::exception& error) {
    ranks.tellFirst(fmt::format("rank {}: {}", ranks.rank(), error.what()));
    std::this_thread::sleep_for(CrewWatch::kToRead);
    throw;
  }
  if (code == kUsedWrongly) throw UsageError("rank 0 was used wrongly");
  if (code == kHasFailed) throw UserError("rank 0 has failed");
  return code;
}

}  // namespace

int leadCrew(fmm::Ranks* ranks, const std::function<int(fmm::Crew* crew)>& lead) {
  if (ranks == nullptr) return lead(nullptr);
  if (!ranks->isFirst()) return serve(*ranks);
  fmm::Crew crew(*ranks);
  int code = kHasFailed;
  try {
    code = lead(&crew);
  } catch (const fmm::RankFailure&) {  // which nobody hears any more
    throw;
  } catch (const UsageError&) {
    crew.dismiss(kUsedWrongly);
    throw;
  } catch (...) {
    crew.dismiss(kHasFailed);
    throw;
  }
  crew.dismiss(code);
  return code;
}

}  // namespace app
