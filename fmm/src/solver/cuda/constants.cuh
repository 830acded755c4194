#pragma once

#include "exec/cuda/exec.cuh"
#include "expansion/gaussian_fit.h"
#include "expansion/operator_tables.h"

namespace fmm {

/// Device copies of the constant tables, uploaded once per solver.
template <class Real>
class CudaConstants {
 public:
  explicit CudaConstants(CudaExec& exec) : tables_(1), fits_(3) {
    const GaussianFit<Real> fits[3] = {gaussianFit(GaussianDegree::fast, Real()),
                                       gaussianFit(GaussianDegree::fine, Real()),
                                       gaussianFit(GaussianDegree::exact, Real())};
    FMM_CUDA(cudaMemcpyAsync(tables_.data(), &operatorTables(Real()), sizeof(OperatorTables<Real>),
                             cudaMemcpyHostToDevice, exec.stream()));
    FMM_CUDA(cudaMemcpyAsync(fits_.data(), fits, sizeof(fits), cudaMemcpyHostToDevice, exec.stream()));
    exec.synchronize();
  }
  const OperatorTables<Real>* tables() const { return tables_.data(); }
  const GaussianFit<Real>* fits() const { return fits_.data(); }

 private:
  CudaBuffer<OperatorTables<Real>> tables_;
  CudaBuffer<GaussianFit<Real>> fits_;
};

}  // namespace fmm
