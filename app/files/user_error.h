#pragma once

#include <stdexcept>
#include <string>

namespace app {

/// Input from the user is not acceptable (a file's content, a value). The message is one line that names the place
/// ("scene.toml:7:3"), the value and the allowed range. The program exits with 1.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(withoutNuls(message)) {}

 private:
  /// NUL bytes of a file as \x00: what() ends at the first one.
  static std::string withoutNuls(std::string text) {
    for (std::size_t at = 0; (at = text.find('\0', at)) != std::string::npos;) text.replace(at, 1, "\\x00");
    return text;
  }
};

/// The command line itself is wrong (unknown option, bad value, options that exclude each other). The program exits
/// with 2.
class UsageError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace app
