#pragma once

namespace ringlet {

/// Returns when the GPU's legacy default stream is done, and with it all that others have written for us. Throws
/// InvalidInput where this module was built without CUDA, EnvironmentError where the GPU fails.
void waitForDefaultStream();

}  // namespace ringlet
