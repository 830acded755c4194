#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/types.h"

// Of libzip: an archive, and bytes that become one.
struct zip;
struct zip_source;

namespace app {

struct NpyHeader;

// Zip archives of NPY arrays, which numpy.load() opens, and of texts. Entries are stored as they are, each with its
// checksum (CRC-32). Arrays are little-endian, in C order, [rows] or [rows][3].

/// An archive that is put together in memory; AtomicFile writes its bytes, so that every failure of a disk is met in
/// one place. All throw FileError.
class ArchiveImage {
 public:
  /// `name` stands in messages.
  explicit ArchiveImage(std::string name);
  ~ArchiveImage();
  ArchiveImage(const ArchiveImage&) = delete;
  ArchiveImage& operator=(const ArchiveImage&) = delete;

  void text(const std::string& entry, std::string value);
  /// Arrays must stay until write(). Floats are stored in 32 bits if that loses nothing.
  void array(const std::string& entry, const std::vector<fmm::Vec3>& rows);
  void array(const std::string& entry, const std::vector<double>& rows);
  void array(const std::string& entry, std::vector<fmm::Vec3>&& rows) = delete;
  void array(const std::string& entry, std::vector<double>&& rows) = delete;
  /// Integers are copied.
  void array(const std::string& entry, const std::vector<std::int32_t>& rows);

  /// Once, after all.
  void write(AtomicFile& file);

 private:
  void floats(const std::string& entry, const double* values, std::size_t rows, int columns);
  void add(const std::string& entry, std::string start, std::string_view rest);
  [[noreturn]] void fail(const std::string& reason) const;
  struct Close {
    void operator()(zip* archive) const;
    void operator()(zip_source* bytes) const;
  };

  std::string name_;
  std::list<std::string> kept_;  // what entries have that nobody else keeps
  std::unique_ptr<zip_source, Close> bytes_;
  std::unique_ptr<zip, Close> archive_;
};

/// An archive from outside: a regular file, entries of different names that are stored and not compressed, no more of
/// them than the file has bytes for. No memory is taken for data that the file does not hold, and checksums must fit.
/// Throws UserError "FILE: what", FileError where it cannot be read.
class ArchiveInput {
 public:
  explicit ArchiveInput(const std::string& path);
  ~ArchiveInput();
  ArchiveInput(const ArchiveInput&) = delete;
  ArchiveInput& operator=(const ArchiveInput&) = delete;

  bool has(const std::string& entry) const { return entries_.count(entry) > 0; }
  std::string text(const std::string& entry);
  /// So many rows; floats must be finite.
  std::vector<fmm::Vec3> vectors(const std::string& entry, std::size_t rows);
  std::vector<double> reals(const std::string& entry, std::size_t rows);
  std::vector<std::int32_t> integers(const std::string& entry, std::size_t rows);
  /// Throws where there is an entry that was not asked for.
  void requireAllRead() const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Entry {
    std::uint64_t index = 0, bytes = 0;
    bool read = false;
  };
  class Stream;  // the bytes of an entry
  struct Close {
    void operator()(zip* archive) const;
  };

  void open(int descriptor);
  void list(std::uint64_t most);
  Entry& find(const std::string& entry);
  template <class Row>
  std::vector<Row> rowsOf(const std::string& entry, const NpyHeader& wanted);

  std::string path_;
  std::unique_ptr<zip, Close> archive_;
  std::map<std::string, Entry> entries_;
};

}  // namespace app
