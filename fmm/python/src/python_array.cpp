#include "python_array.h"

#include <algorithm>
#include <utility>

#include "fmm/cuda.h"
#include "fmm/error.h"

namespace ringlet {
namespace {

/// True if the object is an array that states that it lies in GPU memory.
bool isOnDevice(const py::object& object) {
  if (!py::hasattr(object, "__dlpack_device__")) return false;
  const auto device = object.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  return device.first == DlDevice::kCuda || device.first == DlDevice::kCudaManaged;
}

}  // namespace

PythonArray::PythonArray(const py::object& object, const std::string& name, Use use) {
  if (object.is_none()) return;
  name_ = name;
  if (isOnDevice(object))
    takeDlpack(object);
  else if (py::isinstance<py::array>(object))
    takeNumpy(py::reinterpret_borrow<py::array>(object), use);
  else
    throw fmm::InvalidInput(name_ + ": allowed are NumPy arrays, and arrays on a GPU that offer DLPack");
}

void PythonArray::takeNumpy(const py::array& array, Use use) {
  isDouble_ = py::isinstance<py::array_t<double>>(array);
  if (!isDouble_ && !py::isinstance<py::array_t<float>>(array))
    throw fmm::InvalidInput(name_ + " holds " + py::str(array.dtype()).cast<std::string>() +
                            "; allowed are float32 and float64");
  if (use == Use::write && !array.writeable()) throw fmm::InvalidInput(name_ + " cannot be written to");
  const py::ssize_t width = array.itemsize();
  for (py::ssize_t k = 0; k < array.ndim(); ++k) {
    if (array.strides(k) % width != 0)
      throw fmm::InvalidInput(name_ + ": its strides are no whole numbers of its type");
    shape_.push_back(static_cast<std::size_t>(array.shape(k)));
    strides_.push_back(array.strides(k) / width);
  }
  // Arrays that must not be written to are only read through the views of this class.
  data_ = static_cast<char*>(const_cast<void*>(array.data()));
  owner_ = array;
}

void PythonArray::takeDlpack(const py::object& object) {
  // The producer makes the legacy default stream wait for its pending writes.
  constexpr int kLegacyDefaultStream = 1;
  owner_ = object.attr("__dlpack__")(py::arg("stream") = kLegacyDefaultStream);
  if (!PyCapsule_IsValid(owner_.ptr(), "dltensor"))
    throw fmm::InvalidInput(name_ + ": its __dlpack__() gives no capsule \"dltensor\"");
  // The capsule is not consumed: it frees the tensor when it is destroyed, which is after the call.
  const auto* tensor = static_cast<const DlTensor*>(PyCapsule_GetPointer(owner_.ptr(), "dltensor"));
  const bool isFloat = tensor->type.code == DlType::kFloat && tensor->type.lanes == 1;
  if (!isFloat || (tensor->type.bits != 32 && tensor->type.bits != 64))
    throw fmm::InvalidInput(name_ + " holds other numbers than float32 and float64");
  isDouble_ = tensor->type.bits == 64;
  space_ = tensor->device.type == DlDevice::kCuda || tensor->device.type == DlDevice::kCudaManaged
               ? fmm::MemorySpace::device
               : fmm::MemorySpace::host;
  data_ = static_cast<char*>(tensor->data) + tensor->byteOffset;
  shape_.assign(tensor->shape, tensor->shape + tensor->dimensions);
  strides_.resize(shape_.size());
  std::ptrdiff_t dense = 1;
  for (std::size_t k = shape_.size(); k-- > 0;) {
    strides_[k] = tensor->strides != nullptr ? static_cast<std::ptrdiff_t>(tensor->strides[k]) : dense;
    dense *= static_cast<std::ptrdiff_t>(shape_[k]);
  }
  if (space_ == fmm::MemorySpace::host) return;
  if (fmm::cudaBackendAvailable() && tensor->device.ordinal != fmm::cudaDevice().ordinal)
    throw fmm::InvalidInput(name_ + " lies on GPU " + std::to_string(tensor->device.ordinal) + "; allowed is GPU " +
                            std::to_string(fmm::cudaDevice().ordinal) + ", which the library computes on");
  waitForDefaultStream();
}

void PythonArray::require(const std::vector<std::size_t>& inner, const char* shape) const {
  if (shape_.size() == inner.size() + 1 && std::equal(inner.begin(), inner.end(), shape_.begin() + 1)) return;
  std::string found;
  for (const std::size_t extent : shape_) found += (found.empty() ? "" : ", ") + std::to_string(extent);
  throw fmm::InvalidInput(name_ + " has the shape (" + found + "); allowed is " + shape);
}

fmm::OutputArray PythonArray::column(std::ptrdiff_t offset) const {
  fmm::OutputArray array;
  const std::ptrdiff_t width = isDouble_ ? sizeof(double) : sizeof(float);
  array.data = data_ == nullptr ? nullptr : data_ + offset * width;
  array.count = shape_[0];
  array.stride = strides_[0];
  array.space = space_;
  array.isDouble = isDouble_;
  return array;
}

fmm::OutputArray PythonArray::numbers() const {
  if (!given()) return {};
  require({}, "(N)");
  return column(0);
}

fmm::OutputVectors PythonArray::vectors() const {
  if (!given()) return {};
  require({3}, "(N, 3)");
  return {column(0), column(strides_[1]), column(2 * strides_[1])};
}

fmm::OutputMatrices PythonArray::matrices() const {
  if (!given()) return {};
  require({3, 3}, "(N, 3, 3)");
  fmm::OutputMatrices views;
  for (std::size_t k = 0; k < 9; ++k)
    views.m[k] =
        column(static_cast<std::ptrdiff_t>(k / 3) * strides_[1] + static_cast<std::ptrdiff_t>(k % 3) * strides_[2]);
  return views;
}

}  // namespace ringlet
