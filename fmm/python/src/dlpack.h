#pragma once

#include <cstdint>

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

}  // namespace ringlet
