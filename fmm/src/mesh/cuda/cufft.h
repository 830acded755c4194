#pragma once

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <string>
#include <type_traits>

#include "fmm/error.h"

namespace fmm {

/// NVIDIA's Fourier transforms, loaded where they are first asked for: the few functions that are called here, as
/// cufft.h has declared them since CUDA 8.
struct CufftLibrary {
  using Plan = int;
  static constexpr int kRealToComplex = 0x2a, kComplexToReal = 0x2c, kDoubleToComplex = 0x6a, kComplexToDouble = 0x6c;
  static constexpr int kComplex = 0x29, kDoubleComplex = 0x69;

  int (*planMany)(Plan*, int, int*, int*, int, int, int*, int, int, int, int) = nullptr;
  int (*setStream)(Plan, cudaStream_t) = nullptr;
  int (*getSize)(Plan, std::size_t*) = nullptr;
  int (*destroy)(Plan) = nullptr;
  int (*realToComplex)(Plan, float*, void*) = nullptr;
  int (*complexToReal)(Plan, void*, float*) = nullptr;
  int (*doubleToComplex)(Plan, double*, void*) = nullptr;
  int (*complexToDouble)(Plan, void*, double*) = nullptr;
  int (*complexToComplex)(Plan, void*, void*, int) = nullptr;
  int (*doubleToDouble)(Plan, void*, void*, int) = nullptr;
  bool loaded = false;

  static const CufftLibrary& get() {
    static const CufftLibrary library = load();
    return library;
  }
  static void check(int status, const char* call) {
    if (status != 0) throw EnvironmentError(std::string(call) + ": cuFFT's error " + std::to_string(status));
  }

 private:
  static CufftLibrary load() {
    CufftLibrary c;
    void* module = nullptr;
    for (const char* name : {"libcufft.so.12", "libcufft.so.11", "libcufft.so"})
      if (module == nullptr) module = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) return c;
    bool all = true;
    const auto find = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(module, name));
      all = all && function != nullptr;
    };
    find("cufftPlanMany", c.planMany);
    find("cufftSetStream", c.setStream);
    find("cufftGetSize", c.getSize);
    find("cufftDestroy", c.destroy);
    find("cufftExecR2C", c.realToComplex);
    find("cufftExecC2R", c.complexToReal);
    find("cufftExecD2Z", c.doubleToComplex);
    find("cufftExecZ2D", c.complexToDouble);
    find("cufftExecC2C", c.complexToComplex);
    find("cufftExecZ2Z", c.doubleToDouble);
    c.loaded = all;
    return c;
  }
};

}  // namespace fmm
