#pragma once

#include <algorithm>

#include "exec/cuda/exec.cuh"
#include "mesh/cuda/cufft.h"
#include "mesh/fourier.h"

namespace fmm {

/// By cuFFT, all three fields at a time.
template <class Real>
class MeshFourier<CudaExec, Real> {
 public:
  static bool available() { return CufftLibrary::get().loaded; }

  MeshFourier() = default;
  ~MeshFourier() { drop(); }
  MeshFourier(const MeshFourier&) = delete;
  MeshFourier& operator=(const MeshFourier&) = delete;

  void prepare(CudaExec& exec, const MeshGrid& grid) {
    if (made_ && std::equal(grid.size, grid.size + 3, size_)) return;
    drop();
    const CufftLibrary& cufft = CufftLibrary::get();
    int n[3] = {grid.size[2], grid.size[1], grid.size[0]};
    int real[3] = {n[0], n[1], grid.pitch()}, complex[3] = {n[0], n[1], grid.modes()};
    const int values = static_cast<int>(grid.values()), spectrum = static_cast<int>(grid.spectrum());
    CufftLibrary::check(cufft.planMany(&forward_, 3, n, real, 1, values, complex, 1, spectrum, kForward, 3),
                        "cufftPlanMany");
    CufftLibrary::check(cufft.planMany(&inverse_, 3, n, complex, 1, spectrum, real, 1, values, kInverse, 3),
                        "cufftPlanMany");
    CufftLibrary::check(cufft.setStream(forward_, exec.stream()), "cufftSetStream");
    CufftLibrary::check(cufft.setStream(inverse_, exec.stream()), "cufftSetStream");
    std::size_t first = 0, second = 0;
    CufftLibrary::check(cufft.getSize(forward_, &first), "cufftGetSize");
    CufftLibrary::check(cufft.getSize(inverse_, &second), "cufftGetSize");
    bytes_ = first + second;
    std::copy_n(grid.size, 3, size_);
    made_ = true;
  }
  void forward(CudaExec& exec, Real* fields, bool /*filled*/) {
    exec.launch("fmm::meshTransform", [&] { CufftLibrary::check(run(forward_, fields, true), "cuFFT, forward"); });
  }
  void inverse(CudaExec& exec, Real* fields) {
    exec.launch("fmm::meshTransform", [&] { CufftLibrary::check(run(inverse_, fields, false), "cuFFT, inverse"); });
  }
  void drop() {
    if (forward_ >= 0) CufftLibrary::get().destroy(forward_);
    if (inverse_ >= 0) CufftLibrary::get().destroy(inverse_);
    forward_ = inverse_ = -1;
    made_ = false;
    bytes_ = 0;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr bool kSingle = sizeof(Real) == sizeof(float);
  static constexpr int kForward = kSingle ? CufftLibrary::kRealToComplex : CufftLibrary::kDoubleToComplex;
  static constexpr int kInverse = kSingle ? CufftLibrary::kComplexToReal : CufftLibrary::kComplexToDouble;

  static int run(CufftLibrary::Plan plan, Real* fields, bool forward) {
    const CufftLibrary& cufft = CufftLibrary::get();
    if constexpr (kSingle) {
      return forward ? cufft.realToComplex(plan, fields, fields) : cufft.complexToReal(plan, fields, fields);
    } else {
      return forward ? cufft.doubleToComplex(plan, fields, fields) : cufft.complexToDouble(plan, fields, fields);
    }
  }

  CufftLibrary::Plan forward_ = -1, inverse_ = -1;
  bool made_ = false;
  Index size_[3] = {};
  std::size_t bytes_ = 0;
};

}  // namespace fmm
