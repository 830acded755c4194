#include "fmm/ranks.h"

namespace fmm {

std::unique_ptr<DeviceSums> openDeviceSums(Ranks& ranks) {
  ranks.gathered('\0');  // matches the gather of ranks built with CUDA
  return nullptr;
}

}  // namespace fmm
