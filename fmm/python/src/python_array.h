#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "fmm/particle_views.h"

namespace ringlet {

// The part of DLPack's binary interface that is read here: how libraries of Python hand each other arrays in the memory
// of a GPU. Its layout is the one that the Python array API standard names for capsules called "dltensor".

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

/// Returns when the GPU's legacy default stream is done, and with it all that others have written for us. Throws
/// InvalidInput where this module was built without CUDA, EnvironmentError where the GPU fails.
void waitForDefaultStream();

namespace py = pybind11;

/// An array of Python's as it lies: one of NumPy's in the host's memory, or one of a GPU's by DLPack. Nothing is
/// copied; the view keeps the array alive. It holds float32 or float64 with any strides of whole numbers.
class PythonArray {
 public:
  enum class Use { read, write };

  /// A view of nothing: an array that was not given.
  PythonArray() = default;
  /// `name` stands in messages. A GPU's array is ready to be read when this returns. Throws InvalidInput where it is no
  /// array, holds other numbers, or cannot be written to and is to be.
  PythonArray(const py::object& object, const std::string& name, Use use = Use::read);

  bool given() const { return !name_.empty(); }
  std::size_t size() const { return shape_.empty() ? 0 : shape_[0]; }

  /// [N] numbers, [N][3] vectors, [N][3][3] matrices. Each throws InvalidInput that names the shape for any other.
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
