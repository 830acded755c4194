#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <utility>

#include "core/math.h"

namespace fmm {

/// What an execution space found in two sets of items.
struct Inspection {
  Index first = -1, second = -1;  ///< the lowest index of each set whose test failed; -1: none did
  float largest = 0;              ///< measure of the first set's items

  bool sound() const { return first < 0 && second < 0; }
};

/// A result that its execution space has when it was last synchronised after it was asked for: on a GPU results that
/// were asked for one after the other come back together, on the CPU they are there at once.
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
