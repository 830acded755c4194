#pragma once

#include <memory>

#include "fmm/field.h"

namespace fmm {

/// Evaluates fields again and again by one solver, which keeps its buffers, and the order and the opening angle that it
/// chose for as long as there are as many elements and targets: other counts make it choose anew. What moves belongs in
/// a VortexSystem, which asks now and then whether its choice is still right. One thread at a time may use it.
class FieldEvaluator {
 public:
  /// Throws InvalidInput for settings that are none, EnvironmentError for a backend that is not to be had.
  explicit FieldEvaluator(const Settings& settings);
  ~FieldEvaluator();
  FieldEvaluator(FieldEvaluator&&) noexcept;
  FieldEvaluator& operator=(FieldEvaluator&&) noexcept;

  /// What evaluateField() does with arrays of the caller's, and throws as it does.
  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, const FieldResults& results);

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmm
