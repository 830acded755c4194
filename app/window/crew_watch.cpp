#include "window/crew_watch.h"

#include "fmm/error.h"

namespace app {

const std::string& CrewWatch::look(const std::string& ended) {
  if (crew_ == nullptr) return why_;
  if (why_.empty()) why_ = crew_->trouble();
  if (ended.empty()) return why_;
  if (!endedAt_) endedAt_ = Clock::now();
  if (Clock::now() - *endedAt_ > kToRead) throw fmm::RankFailure(ended);
  if (why_.empty()) why_ = ended;
  return why_;
}

}  // namespace app
