#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "fmm/particle_views.h"

namespace ringlet {

// The part of DLPack's binary interface that is read here: Python libraries exchange arrays in GPU memory by it. The
// layout is that of capsules named "dltensor" in the Python array API standard.

struct DlDevice {
  static constexpr std::int32_t kCpu = 1, kCuda = 2, kCudaHost = 3, kCudaManaged = 13;
  std::int32_t type = kCpu;
  std::int32_t ordinal = 0;
};

struct DlType {
  static constexpr std::uint8_t kFloat = 2;
  std::uint8_t code = kFloat;
  std::uint8_t bits = 64;
  std::uint16_t lanes = 1;
};

struct DlTensor {
  void* data = nullptr;
  DlDevice device;
  std::int32_t dimensions = 0;
  DlType type;
  std::int64_t* shape = nullptr;
  std::int64_t* strides = nullptr;  ///< in numbers; null: row-major without gaps
  std::uint64_t byteOffset = 0;
};

/// Waits for the GPU's legacy default stream, and with it for everything that other libraries have written for us.
/// Throws InvalidInput if this module was built without CUDA, EnvironmentError if the GPU fails.
void waitForDefaultStream();

namespace py = pybind11;

/// View of a NumPy array in host memory, or of a GPU array by DLPack. Nothing is copied; the view keeps the array
/// alive. The array holds float32 or float64; strides are whole multiples of the item size.
class PythonArray {
 public:
  enum class Use { read, write };

  /// An array that was not given.
  PythonArray() = default;
  /// `name` is for messages. A GPU array is ready to be read when this returns. Throws InvalidInput if the object is no
  /// array, holds other numbers, or cannot be written to although `use` is write.
  PythonArray(const py::object& object, const std::string& name, Use use = Use::read);

  bool given() const { return !name_.empty(); }
  std::size_t size() const { return shape_.empty() ? 0 : shape_[0]; }

  /// [N] numbers, [N][3] vectors, [N][3][3] matrices. Each throws InvalidInput that names the shape if it is another.
  fmm::OutputArray numbers() const;
  fmm::OutputVectors vectors() const;
  fmm::OutputMatrices matrices() const;

 private:
  void takeNumpy(const py::array& array, Use use);
  void takeDlpack(const py::object& object);
  void require(const std::vector<std::size_t>& inner, const char* shape) const;
  fmm::OutputArray column(std::ptrdiff_t offset) const;

  std::string name_;
  py::object owner_;
  char* data_ = nullptr;
  std::vector<std::size_t> shape_;
  std::vector<std::ptrdiff_t> strides_;  ///< in numbers
  bool isDouble_ = true;
  fmm::MemorySpace space_ = fmm::MemorySpace::host;
};

}  // namespace ringlet
