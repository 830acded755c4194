#pragma once

namespace app {

/// Opens /dev/null for those of the descriptors 0 to 2 that the process was started without, so that no file, window
/// or GPU gets their numbers and what is meant for a stream. Input is at its end then, messages vanish; output cannot
/// be written, which the program's end tells. To be called first in main().
void openStandardStreams();

}  // namespace app
