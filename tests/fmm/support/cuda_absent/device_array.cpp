// Stands in for cuda/device_array.cpp in builds without nvcc, where all tests that use it are skipped.

#include "fmm/support/device_array.h"

#include <stdexcept>

namespace fmm_test {
namespace {

[[noreturn]] void fail() {
  throw std::runtime_error("the tests were built without CUDA");
}

}  // namespace

void* allocateOnDevice(std::size_t) {
  fail();
}
void freeOnDevice(void*) {}
void copyToDevice(const void*, std::size_t, void*) {
  fail();
}
void copyToHost(const void*, std::size_t, void*) {
  fail();
}

}  // namespace fmm_test
