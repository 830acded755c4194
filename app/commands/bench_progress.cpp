#include "commands/bench_progress.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <utility>

#include "files/message.h"
#include "film/interrupt.h"

namespace app {

BenchProgress::BenchProgress(const std::vector<BenchColumn>& columns, std::int64_t total, bool quiet)
    : columns_(columns), total_(total), quiet_(quiet), bar_("", total) {
  bar_.setUnit("steps");
}

bool BenchProgress::next(const std::string& label) {
  if (InterruptGuard::caught() != 0) return false;
  bar_.setLabel(label);
  bar_.update(begun_++);
  return true;
}

void BenchProgress::add(nlohmann::ordered_json row) {
  bar_.clear();
  if (!quiet_) {
    if (rows_.empty()) fmt::print("{}\n", tableLine(columns_, nullptr));
    fmt::print("{}\n", tableLine(columns_, &row));
    std::fflush(stdout);
  }
  rows_.push_back(std::move(row));
}

int BenchProgress::finish() {
  bar_.clear();
  const int signal = InterruptGuard::caught();
  if (signal == 0) return 0;
  tellError(fmt::format("interrupted ({}) after {} of {} steps", strsignal(signal), begun_, total_));
  return 128 + signal;
}

}  // namespace app
