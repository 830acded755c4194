#pragma once

#include "exec/cuda/exec.cuh"
#include "expansion/cores/core_fit.h"
#include "expansion/cores/with_core.h"
#include "expansion/operator_tables.h"

namespace fmm {

/// pascal[a][b] = (a + b over a).
template <class Real>
struct PlaneTables {
  Real pascal[kMaximumPlaneOrder + 1][kMaximumPlaneOrder + 1];

  PlaneTables() {
    for (int a = 0; a <= kMaximumPlaneOrder; ++a)
      for (int b = 0; b <= kMaximumPlaneOrder; ++b)
        pascal[a][b] = a == 0 || b == 0 ? Real(1) : pascal[a - 1][b] + pascal[a][b - 1];
  }
};

/// Device copies of the constant tables, uploaded once per pipeline.
template <class Real>
class CudaConstants {
 public:
  explicit CudaConstants(CudaExec& exec) : tables_(1), planeTables_(1), fits_(kFitQualities * kCoreCount) {
    std::array<CoreFit<Real>, kFitQualities* kCoreCount> fits = {};
    forEachCore([&](auto core) {
      for (std::size_t q = 0; core.kFitted && q < kFitQualities; ++q)
        fits[firstOf(core.kKind) + q] = *coreFit<decltype(core), Real>(static_cast<FitQuality>(q));
    });
    FMM_CUDA(cudaMemcpyAsync(tables_.data(), &operatorTables(Real()), sizeof(OperatorTables<Real>),
                             cudaMemcpyHostToDevice, exec.stream()));
    const PlaneTables<Real> plane;
    FMM_CUDA(cudaMemcpyAsync(planeTables_.data(), &plane, sizeof plane, cudaMemcpyHostToDevice, exec.stream()));
    FMM_CUDA(cudaMemcpyAsync(fits_.data(), fits.data(), sizeof(fits), cudaMemcpyHostToDevice, exec.stream()));
    exec.synchronize();
  }
  const OperatorTables<Real>* tables() const { return tables_.data(); }
  const PlaneTables<Real>* planeTables() const { return planeTables_.data(); }
  /// Fits of a fitted core, by FitQuality.
  const CoreFit<Real>* fits(Regularisation kind) const { return fits_.data() + firstOf(kind); }

 private:
  static std::size_t firstOf(Regularisation kind) { return kFitQualities * static_cast<std::size_t>(kind); }

  CudaBuffer<OperatorTables<Real>> tables_;
  CudaBuffer<PlaneTables<Real>> planeTables_;
  CudaBuffer<CoreFit<Real>> fits_;
};

}  // namespace fmm
