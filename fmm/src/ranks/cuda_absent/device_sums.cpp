#include "fmm/ranks.h"

namespace fmm {

std::unique_ptr<DeviceSums> openDeviceSums(Ranks& ranks) {
  ranks.gathered('\0');  // a rank with GPUs asks
  return nullptr;
}

}  // namespace fmm
