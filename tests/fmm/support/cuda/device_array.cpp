#include "fmm/support/device_array.h"

#include <cuda_runtime_api.h>

#include <stdexcept>

namespace fmm_test {
namespace {

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

}  // namespace

void* allocateOnDevice(std::size_t bytes) {
  void* data = nullptr;
  check(cudaMalloc(&data, bytes));
  return data;
}
void freeOnDevice(void* data) {
  cudaFree(data);
}
void copyToDevice(const void* from, std::size_t bytes, void* to) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
}
void copyToHost(const void* from, std::size_t bytes, void* to) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

}  // namespace fmm_test
