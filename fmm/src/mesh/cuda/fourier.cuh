#pragma once

#include <algorithm>
#include <array>

#include "exec/cuda/exec.cuh"
#include "mesh/cuda/cufft.h"
#include "mesh/fourier.h"

namespace fmm {

/// By cuFFT: slabs of x and y, of which only those with nodes have anything in them, or are read, and lines along z.
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
    slabs_ = grid.size[2] / 2;
    slab_ = grid.size[1] * grid.pitch();
    values_ = grid.values();
    const int modes = grid.size[1] * grid.modes();
    int area[2] = {grid.size[1], grid.size[0]}, real[2] = {grid.size[1], grid.pitch()},
        complex[2] = {grid.size[1], grid.modes()}, line[1] = {grid.size[2]};
    plan(forward_, [&](CufftLibrary::Plan* made) {
      return cufft().planMany(made, 2, area, real, 1, slab_, complex, 1, modes, kForward, slabs_);
    });
    plan(inverse_, [&](CufftLibrary::Plan* made) {
      return cufft().planMany(made, 2, area, complex, 1, modes, real, 1, slab_, kInverse, slabs_);
    });
    plan(lines_, [&](CufftLibrary::Plan* made) {
      return cufft().planMany(made, 1, line, line, modes, 1, line, modes, 1, kLines, modes);
    });
    for (const CufftLibrary::Plan made : plans()) {
      CufftLibrary::check(cufft().setStream(made, exec.stream()), "cufftSetStream");
      std::size_t bytes = 0;
      CufftLibrary::check(cufft().getSize(made, &bytes), "cufftGetSize");
      bytes_ += bytes;
    }
    std::copy_n(grid.size, 3, size_);
    made_ = true;
  }
  void forward(CudaExec& exec, Real* fields, bool filled) {
    exec.launch("fmm::meshTransform", [&] {
      for (std::size_t c = 0; c < 3; ++c) {
        Real* const field = fields + c * values_;
        forwardSlabs(field);
        if (filled) forwardSlabs(field + static_cast<std::size_t>(slabs_) * static_cast<std::size_t>(slab_));
        along(field, -1);
      }
    });
  }
  void inverse(CudaExec& exec, Real* fields) {
    exec.launch("fmm::meshTransform", [&] {
      for (std::size_t c = 0; c < 3; ++c) {
        along(fields + c * values_, 1);
        inverseSlabs(fields + c * values_);
      }
    });
  }
  void drop() {
    for (CufftLibrary::Plan* plan : {&forward_, &inverse_, &lines_}) {
      if (*plan >= 0) cufft().destroy(*plan);
      *plan = -1;
    }
    made_ = false;
    bytes_ = 0;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr bool kSingle = sizeof(Real) == sizeof(float);
  static constexpr int kForward = kSingle ? CufftLibrary::kRealToComplex : CufftLibrary::kDoubleToComplex;
  static constexpr int kInverse = kSingle ? CufftLibrary::kComplexToReal : CufftLibrary::kComplexToDouble;
  static constexpr int kLines = kSingle ? CufftLibrary::kComplex : CufftLibrary::kDoubleComplex;

  static const CufftLibrary& cufft() { return CufftLibrary::get(); }
  std::array<CufftLibrary::Plan, 3> plans() const { return {forward_, inverse_, lines_}; }
  /// A plan that could not be made has no number.
  template <class Make>
  static void plan(CufftLibrary::Plan& plan, const Make& make) {
    CufftLibrary::Plan made = -1;
    CufftLibrary::check(make(&made), "cufftPlanMany");
    plan = made;
  }

  void forwardSlabs(Real* field) {
    if constexpr (kSingle) {
      CufftLibrary::check(cufft().realToComplex(forward_, field, field), "cuFFT, forward");
    } else {
      CufftLibrary::check(cufft().doubleToComplex(forward_, field, field), "cuFFT, forward");
    }
  }
  void inverseSlabs(Real* field) {
    if constexpr (kSingle) {
      CufftLibrary::check(cufft().complexToReal(inverse_, field, field), "cuFFT, inverse");
    } else {
      CufftLibrary::check(cufft().complexToDouble(inverse_, field, field), "cuFFT, inverse");
    }
  }
  void along(Real* field, int direction) {
    const auto run = kSingle ? cufft().complexToComplex : cufft().doubleToDouble;
    CufftLibrary::check(run(lines_, field, field, direction), "cuFFT, lines");
  }

  CufftLibrary::Plan forward_ = -1, inverse_ = -1, lines_ = -1;
  bool made_ = false;
  Index size_[3] = {}, slabs_ = 0, slab_ = 0;
  std::size_t values_ = 0, bytes_ = 0;
};

}  // namespace fmm
