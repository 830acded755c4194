#pragma once

namespace test {

/// How many times as long tests wait for what the program does where it is checked by sanitizers and hardly optimised.
#if defined(__SANITIZE_THREAD__)
constexpr int kPatience = 60;  // two cores that other work shares
#elif defined(__SANITIZE_ADDRESS__)
constexpr int kPatience = 8;
#else
constexpr int kPatience = 1;
#endif

}  // namespace test
