#pragma once

#include <hdf5.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/types.h"

namespace app {

/// Sole owner of an HDF5 identifier.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept;
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept;
  ~Hdf5Handle();

  operator hid_t() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// An HDF5 file that is put together in memory; the caller writes the bytes. So every failure of a disk is met in one
/// place, with the system's reason, and HDF5 never holds a file that it cannot flush.
/// All throw FileError with HDF5's reason.
class Hdf5Image {
 public:
  /// `name` stands in messages.
  explicit Hdf5Image(const std::string& name);

  void group(const std::string& path);
  void attribute(const std::string& object, const std::string& key, const std::string& text);
  void attribute(const std::string& object, const std::string& key, const std::vector<std::int64_t>& values);
  void attribute(const std::string& object, const std::string& key, double value);
  void attribute(const std::string& object, const std::string& key, const std::vector<double>& values);
  /// Text of any length, as a scalar of fixed-length string type.
  void text(const std::string& path, const std::string& value);
  void integers(const std::string& path, const std::vector<std::int64_t>& values);
  /// 0, 1, ... count - 1, compressed to almost nothing.
  void sequence(const std::string& path, std::uint64_t count);
  void bytes(const std::string& path, const std::vector<std::uint8_t>& values);

  /// Rows with checksums. `rows` may exceed what is given: the rest is 0 and takes no space. Floats are stored in 32
  /// bits if that loses nothing.
  void rows(const std::string& path, const std::vector<fmm::Vec3>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<double>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<std::int32_t>& values, std::uint64_t rows);
  void rows(const std::string& path, const std::vector<float>& values, std::uint64_t rows);

  /// Values on a grid of cells[0] x cells[1] x cells[2], the first running fastest, each of 1 or 3 components;
  /// compressed, with checksums.
  void grid(const std::string& path, const std::vector<float>& values, const std::array<int, 3>& cells, int components);

  /// The whole file with its checksum behind it (file_seal.h); attributes "Sealed" of / and of /Ringlet, where that
  /// is, say that it has one. The image can take no more after it.
  std::vector<char> takeSealed();

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

/// An HDF5 file from outside: hard links and stored data only, and no memory is taken for data that the file does not
/// hold. The checksum at the end must fit; it may only be absent where no attribute "Sealed" promises it, as in files
/// of other programs. Throws UserError "FILE: what" and, where the file cannot be opened, FileError.
class Hdf5Input {
 public:
  explicit Hdf5Input(const std::string& path);

  std::vector<std::int64_t> integerAttribute(const std::string& object, const std::string& key) const;
  double realAttribute(const std::string& object, const std::string& key) const;
  std::string textAttribute(const std::string& object, const std::string& key) const;
  std::string text(const std::string& path) const;

  /// Is there an object of that name in a group that is there?
  bool has(const std::string& group, const std::string& name) const;
  /// Number of rows of a dataset.
  std::uint64_t rowCount(const std::string& path) const;
  /// Rows [first, first + count) of a dataset with 1 or 3 columns. Values must be finite.
  std::vector<fmm::Vec3> vectors(const std::string& path, std::uint64_t first, std::uint64_t count) const;
  std::vector<double> reals(const std::string& path, std::uint64_t first, std::uint64_t count) const;
  std::vector<std::int32_t> integers(const std::string& path, std::uint64_t first, std::uint64_t count) const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Slab;  // which rows of what shape and type
  void requireNoSealPromised() const;
  Hdf5Handle openObject(const std::string& path) const;
  Hdf5Handle openDataset(const std::string& path) const;
  void requireKnownStorage(const std::string& path, hid_t create) const;
  Hdf5Handle openAttribute(const std::string& object, const std::string& key) const;
  void requireStored(const std::string& path, std::uint64_t first, std::uint64_t count, int components) const;
  void read(const std::string& path, const Slab& slab, void* out) const;

  std::string path_;
  std::uint64_t size_ = 0;
  Hdf5Handle file_;
};

}  // namespace app
