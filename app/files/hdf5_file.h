#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/hdf5_handle.h"
#include "fmm/types.h"

namespace app {

class ReaderProcess;

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

/// An HDF5 file from outside, which a process of its own reads (reader_process.h), as files that were made for it can
/// crash HDF5: hard links and stored data only, and no memory is taken for data that the file does not hold. The
/// checksum at the end must fit; it may only be absent where no attribute "Sealed" promises it, as in files of other
/// programs. Throws UserError "FILE: what", also where the file is the end of that process or takes more than
/// `patience` and some time by its size, and FileError where it cannot be opened. For one thread at a time.
class Hdf5Input {
 public:
  explicit Hdf5Input(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(60));
  ~Hdf5Input();

  std::vector<std::int64_t> integerAttribute(const std::string& object, const std::string& key) const;
  double realAttribute(const std::string& object, const std::string& key) const;
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
  struct Question;  // a request and the names in it
  [[noreturn]] void failOddly() const;
  void ask(const Question& question) const;
  std::uint64_t nextAnswer(std::uint64_t most) const;
  template <class Value>
  Value valueOf(const Question& question) const;
  template <class Row>
  std::vector<Row> rowsOf(const Question& question, std::uint64_t columns) const;

  std::string path_;
  std::uint64_t size_ = 0;
  std::unique_ptr<ReaderProcess> reader_;
};

}  // namespace app
