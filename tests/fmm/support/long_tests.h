#pragma once

#include <cstdlib>

namespace fmm_test {

/// True if tests try every case of a search (`./test.sh --long`), not only some of them.
inline bool longTests() {
  return std::getenv("RINGLET_LONG_TESTS") != nullptr;
}

}  // namespace fmm_test
