#pragma once

#include <hdf5.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/types.h"

namespace app {

/// Sole owner of an HDF5 identifier.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(std::exchange(other.close_, nullptr)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// An HDF5 file built in memory, whose bytes AtomicFile writes. So disk failures are handled in one place, with the
/// system's reason, and HDF5 never holds a file that it cannot flush. The program reads no HDF5 files, as damaged ones
/// can crash HDF5. All functions throw FileError with HDF5's reason.
class Hdf5Image {
 public:
  /// `name` is used in messages.
  explicit Hdf5Image(const std::string& name);

  void group(const std::string& path);
  void attribute(const std::string& object, const std::string& key, const std::string& text);
  void attribute(const std::string& object, const std::string& key, const std::vector<std::int64_t>& values);
  void attribute(const std::string& object, const std::string& key, double value);
  void attribute(const std::string& object, const std::string& key, const std::vector<double>& values);
  void integers(const std::string& path, const std::vector<std::int64_t>& values);
  /// 0, 1, ... count - 1, compressed to almost nothing.
  void sequence(const std::string& path, std::uint64_t count);
  void bytes(const std::string& path, const std::vector<std::uint8_t>& values);

  /// Rows with checksums. `rows` may exceed the given values: the rest is 0 and takes no space. Floats are stored in 32
  /// bits if that loses nothing.
  void rows(const std::string& path, const std::vector<fmm::Vec3>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<double>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<std::int32_t>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<float>& values, std::uint64_t rows);

  /// Values on a grid of cells[0] x cells[1] x cells[2], the first running fastest, each of 1 or 3 components;
  /// compressed, with checksums.
  void grid(const std::string& path, const std::vector<float>& values, const std::array<int, 3>& cells, int components);

  /// Writes the whole file, flushed to the disk; nothing can be added afterwards. Throws as AtomicFile.
  void save(const std::string& path, Existing existing);

 private:
  struct Block;  // what a call writes: types, shape, data
  void write(const std::string& path, const Block& block);
  void writeDoubles(const std::string& path, const double* values, std::uint64_t given, std::uint64_t rows,
                    int components);
  void check(std::int64_t result, const char* call) const;
  Hdf5Handle own(hid_t id, Hdf5Handle::Close close, const char* call) const;

  std::string name_;
  Hdf5Handle file_;
};

}  // namespace app
