#pragma once

#include <fmt/format.h>

#include <string>

#include "fmm/types.h"

namespace app {

/// "[1, 0.5, -3]": numbers that read back to the same bits.
inline std::string vectorText(const fmm::Vec3& v) {
  return fmt::format("[{}, {}, {}]", v.x, v.y, v.z);
}

}  // namespace app
