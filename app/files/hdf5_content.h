#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "files/hdf5_handle.h"

namespace app {

/// What the rows of a dataset are.
enum class Hdf5Rows { vectors, reals, integers };

/// The content of an HDF5 file from outside, which lies in memory: hard links and stored data only, and no memory is
/// taken for data that the file does not hold. Damage can make HDF5 do anything, so that a process of its own has this
/// (reader_process.h). Throws UserError "what", without the file's name.
class Hdf5Content {
 public:
  /// `bytes` must stay; a file that promises a checksum at its end must have been `sealed` by one.
  Hdf5Content(std::string_view bytes, bool sealed);

  std::vector<std::int64_t> integerAttribute(const std::string& object, const std::string& key) const;
  double realAttribute(const std::string& object, const std::string& key) const;
  std::string text(const std::string& path) const;
  bool has(const std::string& group, const std::string& name) const;
  std::uint64_t rowCount(const std::string& path) const;

  /// Gives rows [first, first + count) of a dataset to `take`, block by block: three doubles, one double or one 32-bit
  /// integer a row.
  struct Slab {
    Hdf5Rows rows = Hdf5Rows::reals;
    std::uint64_t first = 0, count = 0;
  };
  using Take = std::function<void(std::string_view bytes)>;
  void rows(const std::string& path, const Slab& slab, const Take& take) const;

 private:
  void requireNoSealPromised() const;
  Hdf5Handle openObject(const std::string& path) const;
  Hdf5Handle openDataset(const std::string& path) const;
  Hdf5Handle openAttribute(const std::string& object, const std::string& key) const;
  void requireStored(const std::string& path, hid_t dataset, const Slab& slab) const;

  std::uint64_t size_;
  Hdf5Handle file_;
};

}  // namespace app
