#pragma once

#include "exec/cuda/exec.cuh"
#include "expansion/cores/core_fit.h"
#include "expansion/cores/with_core.h"
#include "expansion/operator_tables.h"

namespace fmm {

/// Device copies of the constant tables, uploaded once per solver.
template <class Real>
class CudaConstants {
 public:
  explicit CudaConstants(CudaExec& exec) : tables_(1), fits_(kFitQualities * kCoreCount) {
    std::array<CoreFit<Real>, kFitQualities* kCoreCount> fits = {};
    forEachCore([&](auto core) {
      for (std::size_t q = 0; core.kFitted && q < kFitQualities; ++q)
        fits[firstOf(core.kKind) + q] = *coreFit<decltype(core), Real>(static_cast<FitQuality>(q));
    });
    FMM_CUDA(cudaMemcpyAsync(tables_.data(), &operatorTables(Real()), sizeof(OperatorTables<Real>),
                             cudaMemcpyHostToDevice, exec.stream()));
    FMM_CUDA(cudaMemcpyAsync(fits_.data(), fits.data(), sizeof(fits), cudaMemcpyHostToDevice, exec.stream()));
    exec.synchronize();
  }
  const OperatorTables<Real>* tables() const { return tables_.data(); }
  /// Fits of a fitted core, by FitQuality.
  const CoreFit<Real>* fits(Regularisation kind) const { return fits_.data() + firstOf(kind); }

 private:
  static std::size_t firstOf(Regularisation kind) { return kFitQualities * static_cast<std::size_t>(kind); }

  CudaBuffer<OperatorTables<Real>> tables_;
  CudaBuffer<CoreFit<Real>> fits_;
};

}  // namespace fmm
