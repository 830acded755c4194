#include "fmm/faults.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace fmm {
namespace {

constexpr std::int64_t kForGood = -1;

/// Events of each kind up to and including the one that fails; 0: none fails.
using Countdowns = std::array<std::atomic<std::int64_t>, 3>;

std::int64_t given(const char* variable) {
  const char* const text = std::getenv(variable);
  const long long n = text != nullptr ? std::strtoll(text, nullptr, 10) : 0;
  return n > 0 ? n : 0;
}

std::atomic<std::int64_t>& countdown(Fault kind) {
  static Countdowns all = {given("RINGLET_FAIL_ALLOCATION"), given("RINGLET_FAIL_LAUNCH"),
                           given("RINGLET_FAIL_MAPPING")};
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace

void setFault(Fault kind, std::int64_t n) {
  countdown(kind) = n;
}

bool faultStrikes(Fault kind) {
  std::atomic<std::int64_t>& left = countdown(kind);
  std::int64_t now = left.load(std::memory_order_relaxed);
  while (now > 0) {
    const std::int64_t next = now > 1 ? now - 1 : kind == Fault::launch ? kForGood : 0;
    if (left.compare_exchange_weak(now, next)) return now == 1;
  }
  return now == kForGood;
}

bool faultIsSet(Fault kind) {
  return countdown(kind).load(std::memory_order_relaxed) != 0;
}

bool machineIsLost() {
  return countdown(Fault::launch).load(std::memory_order_relaxed) == kForGood;
}

}  // namespace fmm
