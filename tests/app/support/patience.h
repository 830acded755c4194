#pragma once

namespace test {

/// Factor on the time limits of tests: builds with sanitizers are slow and hardly optimised.
#if defined(__SANITIZE_THREAD__)
constexpr int kPatience = 60;  // for two cores shared with other work
#elif defined(__SANITIZE_ADDRESS__)
constexpr int kPatience = 8;
#else
constexpr int kPatience = 1;
#endif

}  // namespace test
