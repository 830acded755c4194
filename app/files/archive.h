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

// libzip's archive and source of bytes.
struct zip;
struct zip_source;

namespace app {

struct NpyHeader;

// Zip archives of NPY arrays, which numpy.load() opens, and of texts. Entries are stored uncompressed, each with its
// checksum (CRC-32). Arrays are little-endian, in C order, [rows] or [rows][3].

/// An archive built in memory. AtomicFile writes its bytes, so that disk failures are handled in one place. All
/// functions throw FileError.
class ArchiveImage {
 public:
  /// `name` is used in messages.
  explicit ArchiveImage(std::string name);
  ~ArchiveImage();
  ArchiveImage(const ArchiveImage&) = delete;
  ArchiveImage& operator=(const ArchiveImage&) = delete;

  void text(const std::string& entry, std::string value);
  /// Arrays must stay unchanged until write(). Floats are stored in 32 bits if that loses nothing.
  void array(const std::string& entry, const std::vector<fmm::Vec3>& rows);
  void array(const std::string& entry, const std::vector<double>& rows);
  void array(const std::string& entry, std::vector<fmm::Vec3>&& rows) = delete;
  void array(const std::string& entry, std::vector<double>&& rows) = delete;
  /// Integers are copied.
  void array(const std::string& entry, const std::vector<std::int32_t>& rows);

  /// To call once, after all entries.
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
  std::list<std::string> kept_;  // bytes of entries that the caller does not keep
  std::unique_ptr<zip_source, Close> bytes_;
  std::unique_ptr<zip, Close> archive_;
};

/// Reads an archive from outside: a regular file of uncompressed entries with different names, whose sizes together do
/// not exceed the file's. No memory is allocated for data that the file does not hold, and checksums must match. Throws
/// UserError "FILE: what", or FileError if the file cannot be read.
class ArchiveInput {
 public:
  explicit ArchiveInput(const std::string& path);
  ~ArchiveInput();
  ArchiveInput(const ArchiveInput&) = delete;
  ArchiveInput& operator=(const ArchiveInput&) = delete;

  bool has(const std::string& entry) const { return entries_.count(entry) > 0; }
  std::string text(const std::string& entry);
  /// An array of exactly `rows` rows; floats must be finite.
  std::vector<fmm::Vec3> vectors(const std::string& entry, std::size_t rows);
  std::vector<double> reals(const std::string& entry, std::size_t rows);
  std::vector<std::int32_t> integers(const std::string& entry, std::size_t rows);
  /// Throws UserError if an entry was not read.
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
