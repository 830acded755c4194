#pragma once

#include <hdf5.h>

#include <string>

namespace app {

/// Stops HDF5 from printing its error stack; failures are thrown instead.
inline void silenceHdf5() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

/// HDF5's reason for the last failed call, from the place where it happened.
inline std::string hdf5Reason() {
  std::string reason;
  const H5E_walk2_t takeFirst = [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
    auto& text = *static_cast<std::string*>(out);
    if (text.empty() && error->desc) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, takeFirst, &reason);
  return reason.empty() ? "no reason given" : reason;
}

}  // namespace app
