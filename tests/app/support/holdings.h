#pragma once

// Resources that this process holds, for tests that nothing grows.

#include <malloc.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace test {

struct Holdings {
  double memory = 0;  ///< resident [MiB]
  std::ptrdiff_t descriptors = 0, threads = 0;
};

/// Growth up to this is ignored [MiB]. Sanitizers keep freed memory, the address sanitizer 256 MiB and its own data
/// beside, and report leaks themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kMostGrowth = 512;
#else
constexpr double kMostGrowth = 24;
#endif

inline std::ptrdiff_t entriesOf(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

inline Holdings holdings() {
  malloc_trim(0);
  double total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return {resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20), entriesOf("/proc/self/fd"),
          entriesOf("/proc/self/task")};
}

}  // namespace test
