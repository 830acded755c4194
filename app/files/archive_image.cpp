// Writing half of archive.h.

#include <zip.h>

#include <algorithm>
#include <utility>

#include "files/archive.h"
#include "files/file_error.h"
#include "files/fits_single.h"
#include "files/npy_header.h"

namespace app {
namespace {

constexpr zip_uint16_t kNoDate = 1 << 5 | 1;  // 1980-01-01: the same content gives the same file
constexpr std::size_t kBlock = std::size_t{1} << 20;
static_assert(sizeof(fmm::Vec3) == 3 * sizeof(double), "vectors are stored as rows of three doubles");

/// The reason of a failed libzip call that has no object to ask.
class Reason {
 public:
  Reason() { zip_error_init(&error_); }
  ~Reason() { zip_error_fini(&error_); }
  Reason(const Reason&) = delete;
  Reason& operator=(const Reason&) = delete;
  zip_error_t* take() { return &error_; }
  std::string text() { return zip_error_strerror(&error_); }

 private:
  zip_error_t error_;
};

zip_buffer_fragment_t fragmentOf(std::string_view bytes) {
  // libzip does not change the bytes.
  auto* data = reinterpret_cast<zip_uint8_t*>(const_cast<char*>(bytes.data()));
  return {data, bytes.size()};
}

template <class Value>
std::string_view bytesOf(const Value* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(Value)};
}

std::vector<std::uint64_t> shapeOf(std::size_t rows, int columns) {
  if (columns == 1) return {rows};
  return {rows, static_cast<std::uint64_t>(columns)};
}

}  // namespace

void ArchiveImage::Close::operator()(zip* archive) const {
  zip_discard(archive);
}
void ArchiveImage::Close::operator()(zip_source* bytes) const {
  zip_source_free(bytes);
}

void ArchiveImage::fail(const std::string& reason) const {
  throw FileError(name_, "cannot be put together: " + reason);
}

ArchiveImage::ArchiveImage(std::string name) : name_(std::move(name)) {
  Reason reason;
  bytes_.reset(zip_source_buffer_create(nullptr, 0, 0, reason.take()));
  if (!bytes_) fail(reason.text());
  zip_source_keep(bytes_.get());  // a reference for the archive, which releases it
  archive_.reset(zip_open_from_source(bytes_.get(), ZIP_TRUNCATE, reason.take()));
  if (archive_) return;
  zip_source_free(bytes_.get());
  fail(reason.text());
}

ArchiveImage::~ArchiveImage() = default;

void ArchiveImage::add(const std::string& entry, std::string start, std::string_view rest) {
  kept_.push_back(std::move(start));
  const zip_buffer_fragment_t parts[] = {fragmentOf(kept_.back()), fragmentOf(rest)};
  Reason reason;
  zip_source_t* source = zip_source_buffer_fragment_create(parts, rest.empty() ? 1 : 2, 0, reason.take());
  if (source == nullptr) fail(reason.text());
  const zip_int64_t index = zip_file_add(archive_.get(), entry.c_str(), source, 0);
  if (index < 0) zip_source_free(source);
  if (index < 0 || zip_set_file_compression(archive_.get(), static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive_.get(), static_cast<zip_uint64_t>(index), 0, kNoDate, 0) != 0)
    fail(zip_strerror(archive_.get()));
}

void ArchiveImage::text(const std::string& entry, std::string value) {
  add(entry, std::move(value), {});
}

void ArchiveImage::floats(const std::string& entry, const double* values, std::size_t rows, int columns) {
  const std::size_t count = rows * static_cast<std::size_t>(columns);
  const bool single = std::all_of(values, values + count, fitsSingle);
  std::string start = npyHeader(single ? "<f4" : "<f8", shapeOf(rows, columns));
  if (!single) return add(entry, std::move(start), bytesOf(values, count));
  start.reserve(start.size() + count * sizeof(float));
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<float>(values[i]);
    start.append(bytesOf(&value, 1));
  }
  add(entry, std::move(start), {});
}

void ArchiveImage::array(const std::string& entry, const std::vector<fmm::Vec3>& rows) {
  floats(entry, reinterpret_cast<const double*>(rows.data()), rows.size(), 3);
}

void ArchiveImage::array(const std::string& entry, const std::vector<double>& rows) {
  floats(entry, rows.data(), rows.size(), 1);
}

void ArchiveImage::array(const std::string& entry, const std::vector<std::int32_t>& rows) {
  std::string start = npyHeader("<i4", shapeOf(rows.size(), 1));
  start.append(bytesOf(rows.data(), rows.size()));
  add(entry, std::move(start), {});
}

void ArchiveImage::write(AtomicFile& file) {
  if (zip_close(archive_.get()) != 0) fail(zip_strerror(archive_.get()));
  static_cast<void>(archive_.release());  // closed
  kept_.clear();
  if (zip_source_open(bytes_.get()) != 0) fail(zip_error_strerror(zip_source_error(bytes_.get())));
  std::string block(kBlock, '\0');
  zip_int64_t got = 0;
  while ((got = zip_source_read(bytes_.get(), block.data(), block.size())) > 0)
    file.write({block.data(), static_cast<std::size_t>(got)});
  if (got < 0) fail(zip_error_strerror(zip_source_error(bytes_.get())));
  zip_source_close(bytes_.get());
}

}  // namespace app
