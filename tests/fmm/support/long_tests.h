#pragma once

#include <cstdlib>

namespace fmm_test {

/// Whether tests try every case of a search (`./test.sh --long`), instead of some of them.
inline bool longTests() {
  return std::getenv("RINGLET_LONG_TESTS") != nullptr;
}

}  // namespace fmm_test
