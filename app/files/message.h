#pragma once

#include <string>
#include <string_view>

namespace app {

/// The text as one line that is safe on a terminal: line ends and other control characters (C0, DEL, C1), marks of
/// writing direction, line separators and bytes that are not UTF-8 become escapes such as \n, \x1b or \u202e.
/// Everything else stays, also a backslash.
std::string printable(std::string_view text);

/// Writes a text to standard error as it is. A text that cannot be written (closed stream, full disk, broken pipe) is
/// dropped: a message never ends the work that it is about.
void tell(std::string_view text);

/// Writes "ringlet: TEXT" to standard error, TEXT as by printable().
void tellError(std::string_view text);

/// Opens /dev/null for those of the descriptors 0 to 2 that the process was started without, so that no file, window or
/// GPU gets their numbers and the text meant for a stream. Input is then empty and messages vanish; output fails, which
/// the program reports at its end. To be called first in main().
void openStandardStreams();

}  // namespace app
