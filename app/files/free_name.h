#pragma once

#include <functional>
#include <string>

namespace app {

/// True if the name is taken, also by a dangling link.
bool nameTaken(const std::string& path);

/// The first of make(first), make(first + 1), ... that is not `taken`. Throws UserError if all up to 9999 are.
std::string firstFreeName(int first, const std::function<std::string(int)>& make,
                          const std::function<bool(const std::string&)>& taken = nameTaken);

/// The first of STEM-0001ENDING, STEM-0002ENDING, ... that is free. Throws UserError if none is.
std::string freeNumberedName(const std::string& stem, const std::string& ending);

}  // namespace app
