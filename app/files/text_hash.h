#pragma once

#include <cstdint>
#include <string_view>

namespace app {

/// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923).
inline std::uint64_t textHash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace app
