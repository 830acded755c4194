#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <utility>

#include "core/math.h"

namespace fmm {

/// Result of tests on two sets of items.
struct Inspection {
  Index first = -1, second = -1;  ///< lowest index in each set whose test failed; -1: none

  bool sound() const { return first < 0 && second < 0; }
};

/// A result that is available after the next synchronisation of its execution space. A GPU copies all results requested
/// since the last synchronisation together; on the CPU results are available at once.
template <class T>
class Later {
 public:
  Later() : result_(std::make_shared<std::optional<T>>()) {}
  explicit Later(T value) : result_(std::make_shared<std::optional<T>>(std::move(value))) {}

  bool isThere() const { return result_->has_value(); }
  const T& value() const {
    assert(isThere());
    return **result_;
  }
  /// For the execution space.
  void deliver(T value) { *result_ = std::move(value); }

 private:
  std::shared_ptr<std::optional<T>> result_;
};

}  // namespace fmm
