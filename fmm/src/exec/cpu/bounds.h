#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define RINGLET_MARKS_BOUNDS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RINGLET_MARKS_BOUNDS 1
#endif
#endif
#if defined(RINGLET_MARKS_BOUNDS)
#include <sanitizer/asan_interface.h>
#endif

namespace fmm {

/// Allows access to the first `used` bytes only of an allocation of `room` bytes. In a build with the address sanitizer
/// this catches accesses beyond a row although memory lies behind it. Otherwise does nothing.
inline void markBounds([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t used,
                       [[maybe_unused]] std::size_t room) {
#if defined(RINGLET_MARKS_BOUNDS)
  const char* const begin = static_cast<const char*>(data);
  ASAN_UNPOISON_MEMORY_REGION(begin, used);
  ASAN_POISON_MEMORY_REGION(begin + used, room - used);
#endif
}

}  // namespace fmm
