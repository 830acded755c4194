#pragma once

#include <string>
#include <string_view>

#include "files/input_file.h"

namespace app {

/// What is appended to a file so that a later reader can tell whether every byte is as it was written: "RINGCRC1" and
/// the CRC-32 (zlib's) of all bytes before it as eight hexadecimal digits. HDF5 does not look behind its own end.
std::string sealOf(std::string_view bytes);

/// Throws UserError "FILE: is damaged ..." where a seal stands at the file's end and its bytes do not fit it. Returns
/// whether there is one: other programs write none, and what is cut off has lost it. Throws FileError.
bool checkSeal(InputFile& file);

}  // namespace app
