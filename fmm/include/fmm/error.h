#pragma once

#include <stdexcept>
#include <string>

namespace fmm {

/// A value from outside is not acceptable: names the value and the allowed range. Thrown by all functions that take
/// Settings, Elements or Tracers; the state of the object is unchanged.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The machine cannot do what was asked (no GPU, out of memory, a failed CUDA call): names the call and the reason.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A step produced a value that is not finite. The system keeps the last good state.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// With FieldSettings::strict: the error of velocities may be above the tolerance, EvaluationReport::toleranceKept.
/// They are complete all the same: a step is done, and what was asked for has been written.
class ToleranceError : public NumericalError {
 public:
  using NumericalError::NumericalError;
};

/// This rank alone has failed. The other ranks wait for it: the only remedy is to end them.
class RankFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fmm
