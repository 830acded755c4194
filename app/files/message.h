#pragma once

#include <string>
#include <string_view>

namespace app {

/// The text as one line that a terminal shows as it is, whatever a file or a name brought into it: line ends and other
/// control characters (C0, DEL, C1), marks that turn the direction of writing, separators of lines and bytes that are
/// no UTF-8 become escapes such as \n, \x1b or \u202e. Everything else stays, a backslash too.
std::string printable(std::string_view text);

/// Writes a text on standard error as it is. What cannot be written there (it is closed, its disk is full, whoever read
/// the pipe has gone) is dropped: a message is never the end of the work that it is about.
void tell(std::string_view text);

/// Tells "ringlet: TEXT" on standard error, as printable() makes it.
void tellError(std::string_view text);

/// Opens /dev/null for those of the descriptors 0 to 2 that the process was started without, so that no file, window
/// or GPU gets their numbers and what is meant for a stream. Input is at its end then, messages vanish; output cannot
/// be written, which the program's end tells. To be called first in main().
void openStandardStreams();

}  // namespace app
