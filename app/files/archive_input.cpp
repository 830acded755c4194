// Reading half of archive.h.

#include <fcntl.h>
#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "files/archive.h"
#include "files/file_error.h"
#include "files/input_file.h"
#include "files/message.h"
#include "files/npy_header.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{16} << 20;
constexpr std::size_t kBlock = std::size_t{1} << 16;

bool isFinite(double value) {
  return std::isfinite(value);
}
bool isFinite(const fmm::Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool isFinite(std::int32_t) {
  return true;
}

/// Limits the end marks in the last 64 KiB of the file: libzip reads the list of entries once for each mark.
void checkEnds(InputFile& file) {
  constexpr std::uint64_t kTail = (std::uint64_t{1} << 16) + 100;
  constexpr std::ptrdiff_t kMost = 8;  // data do not have so many by chance
  std::string tail(std::min(kTail, file.size()), '\0');
  file.readAt(file.size() - tail.size(), tail.data(), tail.size());
  std::ptrdiff_t ends = 0;
  for (std::size_t at = 0; (at = tail.find("PK\5\6", at)) != std::string::npos; ++at) ++ends;
  if (ends == 0) throw UserError(file.path() + ": is no zip archive, or its end is missing");
  if (ends > kMost) throw UserError(file.path() + ": is damaged: the archive has several ends");
}

}  // namespace

/// Reads the bytes of an entry in sequence.
class ArchiveInput::Stream {
 public:
  Stream(const ArchiveInput& archive, const std::string& entry, std::uint64_t index)
      : archive_(archive), entry_(entry), file_(zip_fopen_index(archive.archive_.get(), index, 0)) {
    if (!file_) fail(zip_strerror(archive.archive_.get()));
  }
  ~Stream() {
    if (file_) zip_fclose(file_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  std::size_t read(char* out, std::size_t bytes) const {
    std::size_t done = 0;
    while (done < bytes) {
      const zip_int64_t count = zip_fread(file_, out + done, bytes - done);
      if (count < 0) fail(zip_file_strerror(file_));
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }
  void readAll(char* out, std::size_t bytes) const {
    if (read(out, bytes) != bytes) fail("its data end too early");
  }
  /// Reads to the end, where libzip compares the checksum.
  void finish() const {
    char more = 0;
    if (read(&more, 1) != 0) fail("it has more data than it says");
  }

  [[noreturn]] void fail(const std::string& reason) const {
    archive_.fail(fmt::format("{} is damaged: {}", entry_, reason));
  }

 private:
  const ArchiveInput& archive_;
  const std::string& entry_;
  zip_file_t* file_;
};

void ArchiveInput::Close::operator()(zip* archive) const {
  zip_discard(archive);
}

void ArchiveInput::fail(const std::string& what) const {
  throw UserError(path_ + ": " + printable(what));
}

ArchiveInput::ArchiveInput(const std::string& path) : path_(path) {
  InputFile file(path);
  if (!file.regular()) fail("is not a regular file");
  checkEnds(file);
  open(file.descriptor());
  list(file.size());
}

ArchiveInput::~ArchiveInput() = default;

void ArchiveInput::open(int descriptor) {
  std::FILE* stream = fdopen(fcntl(descriptor, F_DUPFD_CLOEXEC, 0), "rb");
  if (stream == nullptr) throw FileError(path_, "cannot be opened", errno);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_filep_create(stream, 0, -1, &error);
  if (source == nullptr) std::fclose(stream);
  if (source != nullptr) archive_.reset(zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error));
  if (archive_) return;
  zip_source_free(source);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  fail("is damaged or no zip archive: " + reason);
}

/// Lists the entries. Their sizes are at most `most` bytes together, so that no memory is allocated for missing data.
void ArchiveInput::list(std::uint64_t most) {
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive_.get(), 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    zip_stat_t status;
    if (zip_stat_index(archive_.get(), i, ZIP_FL_ENC_RAW, &status) != 0) fail(zip_strerror(archive_.get()));
    if ((status.valid & kNeeded) != kNeeded) fail("is damaged: an entry without name or size");
    const std::string name = status.name;
    if (status.comp_method != ZIP_CM_STORE || status.encryption_method != ZIP_EM_NONE)
      fail(name + " is compressed or encrypted; allowed: stored entries");
    if (status.size != status.comp_size || status.size > most)
      fail(fmt::format("is damaged: {} promises {} bytes, which the file does not hold", name, status.size));
    most -= status.size;
    if (!entries_.emplace(name, Entry{i, status.size, false}).second) fail("has two entries " + name);
  }
}

ArchiveInput::Entry& ArchiveInput::find(const std::string& entry) {
  const auto found = entries_.find(entry);
  if (found == entries_.end()) fail("has no entry " + entry);
  found->second.read = true;
  return found->second;
}

std::string ArchiveInput::text(const std::string& entry) {
  const Entry& found = find(entry);
  if (found.bytes > kLongestText)
    fail(fmt::format("{} has {} bytes; allowed: at most {}", entry, found.bytes, kLongestText));
  const Stream stream(*this, entry, found.index);
  std::string text(found.bytes, '\0');
  stream.readAll(text.data(), text.size());
  stream.finish();
  return text;
}

namespace {

/// Throws UserError unless the array is as wanted and the entry has the bytes for it.
void checkArray(const NpyHeader& header, const NpyHeader& wanted, std::uint64_t bytes, const std::string& file) {
  const auto shape = [](const NpyHeader& h) {
    return h.dimensions == 1 ? fmt::format("({},)", h.rows) : fmt::format("({}, {})", h.rows, h.columns);
  };
  const auto fail = [&](const std::string& what) { throw UserError(file + ": " + what); };
  if (header.dimensions != wanted.dimensions || header.rows != wanted.rows || header.columns != wanted.columns)
    fail(fmt::format("shape is {}; {} is needed", shape(header), shape(wanted)));
  if (header.kind != wanted.kind)
    fail(wanted.kind == 'i' ? "has no integers; int32 is needed" : "has integers; float32 or float64 is needed");
  if (header.swapBytes || (header.fortranOrder && header.dimensions > 1))
    fail("is not little-endian in C order, as arrays of an archive are");
  const std::uint64_t rowBytes = header.columns * static_cast<std::uint64_t>(header.itemBytes);
  const std::uint64_t there = bytes - header.dataOffset;
  if (header.rows > there / rowBytes || header.rows * rowBytes != there)
    fail(fmt::format("header promises {} rows of {} bytes, the entry has {} bytes of data", header.rows, rowBytes,
                     there));
}

}  // namespace

template <class Row>
std::vector<Row> ArchiveInput::rowsOf(const std::string& entry, const NpyHeader& wanted) {
  const Entry& found = find(entry);
  const Stream stream(*this, entry, found.index);
  const std::string file = path_ + ": " + entry;
  const auto read = [&](char* out, std::size_t bytes) { return stream.read(out, bytes); };
  const NpyHeader header = readNpyHeader(read, found.bytes, file, NpyArrays::rows);
  checkArray(header, wanted, found.bytes, file);
  std::vector<Row> rows(wanted.rows);
  if (header.kind == 'i' || header.itemBytes == 8) {
    stream.readAll(reinterpret_cast<char*>(rows.data()), rows.size() * sizeof(Row));
  } else {
    auto* out = reinterpret_cast<double*>(rows.data());
    std::vector<float> block(kBlock);
    for (std::uint64_t left = header.rows * header.columns; left > 0;) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
      stream.readAll(reinterpret_cast<char*>(block.data()), count * sizeof(float));
      out = std::copy_n(block.begin(), count, out);
      left -= count;
    }
  }
  stream.finish();
  if (!std::all_of(rows.begin(), rows.end(), [](const Row& row) { return isFinite(row); }))
    fail(entry + " has values that are not finite");
  return rows;
}

std::vector<fmm::Vec3> ArchiveInput::vectors(const std::string& entry, std::size_t rows) {
  NpyHeader wanted;
  wanted.rows = rows;
  wanted.columns = 3;
  return rowsOf<fmm::Vec3>(entry, wanted);
}

std::vector<double> ArchiveInput::reals(const std::string& entry, std::size_t rows) {
  NpyHeader wanted;
  wanted.rows = rows;
  wanted.columns = 1;
  wanted.dimensions = 1;
  return rowsOf<double>(entry, wanted);
}

std::vector<std::int32_t> ArchiveInput::integers(const std::string& entry, std::size_t rows) {
  NpyHeader wanted;
  wanted.rows = rows;
  wanted.columns = 1;
  wanted.dimensions = 1;
  wanted.kind = 'i';
  return rowsOf<std::int32_t>(entry, wanted);
}

void ArchiveInput::requireAllRead() const {
  for (const auto& [name, entry] : entries_)
    if (!entry.read) fail("has an entry " + name + ", which is not known");
}

}  // namespace app
