#include "python_array.h"

#include "fmm/error.h"

namespace ringlet {

void waitForDefaultStream() {
  throw fmm::InvalidInput("arrays on a GPU: this module was built without CUDA; give NumPy arrays");
}

}  // namespace ringlet
