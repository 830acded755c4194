#pragma once

#include <stdexcept>
#include <string>

namespace fmm {

/// A value from outside is not acceptable: names the value and the allowed range. Thrown by everything that takes
/// Settings, Elements or Tracers; the state of the object is unchanged.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The machine cannot do what was asked (no GPU, out of memory, a failed CUDA call): quotes the call and its reason.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A step produced a value that is not finite. The system keeps the last good state.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// This rank alone has failed while the others go on: they wait for it, and all that is left is to end them.
class RankFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fmm
