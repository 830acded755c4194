#pragma once

#include <stdexcept>
#include <string>

namespace app {

/// Something that the user gave is not acceptable (a file's content, a value). The message is one line that names the
/// place ("scene.toml:7:3"), the value and the allowed range. The program exits with 1.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command line itself is wrong (unknown option, bad value, options that exclude each other). The program exits
/// with 2.
class UsageError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace app
