#include "files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

namespace app {

void openStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this stream's, since those below are open.
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

}  // namespace app
