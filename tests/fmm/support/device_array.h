#pragma once

#include <cstddef>
#include <vector>

namespace fmm_test {

/// GPU memory. Each function throws std::runtime_error with CUDA's reason. Tests without a CUDA backend are skipped and
/// must not call them.
void* allocateOnDevice(std::size_t bytes);
void freeOnDevice(void* data);
void copyToDevice(const void* from, std::size_t bytes, void* to);
void copyToHost(const void* from, std::size_t bytes, void* to);

/// Numbers in the memory of the GPU.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values)
      : size_(values.size()), data_(static_cast<T*>(allocateOnDevice(size_ * sizeof(T)))) {
    copyToDevice(values.data(), size_ * sizeof(T), data_);
  }
  ~DeviceArray() { freeOnDevice(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> out(size_);
    copyToHost(data_, size_ * sizeof(T), out.data());
    return out;
  }

 private:
  std::size_t size_;
  T* data_;
};

}  // namespace fmm_test
