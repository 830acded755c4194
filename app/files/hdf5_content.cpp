#include "files/hdf5_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/hdf5_error.h"
#include "files/hdf5_messages.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::uint64_t kMostChunkValues = std::uint64_t{1} << 24;
constexpr std::uint64_t kBlockRows = 65536;
constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";

[[noreturn]] void fail(const std::string& what) {
  throw UserError(what);
}

/// A superblock stands at the beginning, or at 512, 1024, 2048, ... bytes (HDF5 File Format Specification II.A).
bool hasSignature(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at = at == 0 ? 512 : 2 * at)
    if (bytes.compare(at, kSignature.size(), kSignature) == 0) return true;
  return false;
}

/// HDF5 takes the bytes as they lie: its core driver copies and frees nothing.
Hdf5Handle openBytes(std::string_view bytes) {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5FD_file_image_callbacks_t asTheyLie = {};
  asTheyLie.image_malloc = [](std::size_t, H5FD_file_image_op_t, void* image) { return image; };
  asTheyLie.image_memcpy = [](void* to, const void*, std::size_t, H5FD_file_image_op_t, void*) { return to; };
  asTheyLie.image_free = [](void*, H5FD_file_image_op_t, void*) -> herr_t { return 0; };
  asTheyLie.udata_copy = [](void* image) { return image; };
  asTheyLie.udata_free = [](void*) -> herr_t { return 0; };
  asTheyLie.udata = const_cast<char*>(bytes.data());
  if (access < 0 || H5Pset_fapl_core(access, 65536, false) < 0 || H5Pset_file_image_callbacks(access, &asTheyLie) < 0 ||
      H5Pset_file_image(access, asTheyLie.udata, bytes.size()) < 0)
    fail("cannot be read: " + hdf5Reason());
  Hdf5Handle file(H5Fopen(kNameOfNoFile, H5F_ACC_RDONLY, access), H5Fclose);
  if (file < 0) fail("cannot be opened as HDF5: " + hdf5Reason());  // before the next call, which forgets the reason
  return file;
}

struct RowShape {
  H5T_class_t kind;
  hid_t memoryType;
  hsize_t columns;
  std::size_t bytes;
};
RowShape shapeOf(Hdf5Rows rows) {
  switch (rows) {
    case Hdf5Rows::vectors:
      return {H5T_FLOAT, H5T_NATIVE_DOUBLE, 3, 3 * sizeof(double)};
    case Hdf5Rows::reals:
      return {H5T_FLOAT, H5T_NATIVE_DOUBLE, 1, sizeof(double)};
    default:
      return {H5T_INTEGER, H5T_NATIVE_INT32, 1, sizeof(std::int32_t)};
  }
}

/// Only the filters that come with HDF5 and unpack to a bounded size, in chunks that fit into memory.
void requireKnownStorage(const std::string& path, hid_t create) {
  const int filters = H5Pget_nfilters(create);
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    const H5Z_filter_t id =
        H5Pget_filter2(create, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, nullptr);
    if (id != H5Z_FILTER_DEFLATE && id != H5Z_FILTER_SHUFFLE && id != H5Z_FILTER_FLETCHER32)
      fail(fmt::format("{} is stored through filter {}, which is not read", path, id));
  }
  if (H5Pget_layout(create) != H5D_CHUNKED) return;
  hsize_t chunk[H5S_MAX_RANK] = {};
  const int rank = H5Pget_chunk(create, H5S_MAX_RANK, chunk);
  std::uint64_t values = 1;
  for (int i = 0; i < rank; ++i) {
    if (chunk[i] > kMostChunkValues / values)
      fail(fmt::format("{} is stored in chunks of more than {} values, which are not read", path, kMostChunkValues));
    values *= std::max<std::uint64_t>(1, chunk[i]);
  }
}

/// Rows in a block: about kBlockRows, but whole chunks, as HDF5 keeps none for the next block.
std::uint64_t blockRows(hid_t dataset) {
  const Hdf5Handle create(H5Dget_create_plist(dataset), H5Pclose);
  hsize_t chunk[H5S_MAX_RANK] = {1};
  if (H5Pget_layout(create) == H5D_CHUNKED) H5Pget_chunk(create, H5S_MAX_RANK, chunk);
  const std::uint64_t rows = std::clamp<std::uint64_t>(chunk[0], 1, kMostChunkValues);
  return (kBlockRows + rows - 1) / rows * rows;
}

void readRows(const std::string& path, hid_t dataset, const Hdf5Content::Slab& slab, char* out) {
  const RowShape shape = shapeOf(slab.rows);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const hsize_t origin[2] = {slab.first, 0};
  const hsize_t extent[2] = {slab.count, shape.columns};
  const Hdf5Handle memory(H5Screate_simple(shape.columns == 1 ? 1 : 2, extent, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, origin, nullptr, extent, nullptr) < 0 ||
      H5Dread(dataset, shape.memoryType, memory, space, H5P_DEFAULT, out) < 0)
    fail(path + " cannot be read: " + hdf5Reason());
}

}  // namespace

Hdf5Content::Hdf5Content(std::string_view bytes, bool sealed) : size_(bytes.size()) {
  if (!hasSignature(bytes)) fail("is not an HDF5 file, or is damaged");
  file_ = openBytes(bytes);
  if (!sealed) requireNoSealPromised();
}

/// A file that lost its checksum may have lost more, or hide what was changed.
void Hdf5Content::requireNoSealPromised() const {
  htri_t promised = H5Aexists(file_, "Sealed");
  if (promised == 0 && H5Lexists(file_, "/Ringlet", H5P_DEFAULT) > 0)
    promised = H5Aexists(openObject("/Ringlet"), "Sealed");
  if (promised != 0)
    fail("is damaged: the checksum at its end is missing (the file is cut off, or another program changed it)");
}

// Every link on the way must be a hard one: soft and external links could lead to other files.
Hdf5Handle Hdf5Content::openObject(const std::string& path) const {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    H5L_info_t link = {};
    if (H5Lexists(file_, part.c_str(), H5P_DEFAULT) <= 0) fail("has no " + part);
    if (H5Lget_info(file_, part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      fail(part + " is a link to somewhere else, which is not followed");
    if (end == std::string::npos) break;
  }
  Hdf5Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose);
  if (object < 0) fail(path + " cannot be opened: " + hdf5Reason());
  return object;
}

Hdf5Handle Hdf5Content::openDataset(const std::string& path) const {
  Hdf5Handle dataset = openObject(path);
  if (H5Iget_type(dataset) != H5I_DATASET) fail(path + " is not a dataset");
  const Hdf5Handle create(H5Dget_create_plist(dataset), H5Pclose);
  if (create < 0 || H5Pget_layout(create) == H5D_VIRTUAL ||
      (H5Pget_layout(create) == H5D_CONTIGUOUS && H5Pget_external_count(create) != 0))
    fail(path + " keeps its data in other files, which are not read");
  requireKnownStorage(path, create);
  return dataset;
}

Hdf5Handle Hdf5Content::openAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle owner = openObject(object);
  if (H5Aexists(owner, key.c_str()) <= 0) fail(object + " has no attribute " + key);
  Hdf5Handle attribute(H5Aopen(owner, key.c_str(), H5P_DEFAULT), H5Aclose);
  if (attribute < 0) fail(object + ": attribute " + key + " cannot be opened");
  return attribute;
}

std::vector<std::int64_t> Hdf5Content::integerAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle attribute = openAttribute(object, key);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (H5Tget_class(type) != H5T_INTEGER || count < 1 || static_cast<hsize_t>(count) > kMostAttributeValues)
    fail(fmt::format("{}: attribute {} is not one to {} integers", object, key, kMostAttributeValues));
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  if (H5Aread(attribute, H5T_NATIVE_INT64, values.data()) < 0)
    fail(object + ": attribute " + key + " cannot be read: " + hdf5Reason());
  return values;
}

double Hdf5Content::realAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle attribute = openAttribute(object, key);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  double value = 0;
  if (H5Tget_class(type) != H5T_FLOAT || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0 || !std::isfinite(value))
    fail(object + ": attribute " + key + " is not a finite number");
  return value;
}

std::string Hdf5Content::text(const std::string& path) const {
  const Hdf5Handle dataset = openDataset(path);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Sget_simple_extent_npoints(space) != 1)
    fail(path + " is not a text of fixed length");
  const std::uint64_t length = H5Tget_size(type);
  if (length > std::min(size_, kLongestText)) fail(path + " is longer than the file or 16 MiB");
  std::string text(length, '\0');
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0)
    fail(path + " cannot be read: " + hdf5Reason());
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

bool Hdf5Content::has(const std::string& group, const std::string& name) const {
  return H5Lexists(openObject(group), name.c_str(), H5P_DEFAULT) > 0;
}

std::uint64_t Hdf5Content::rowCount(const std::string& path) const {
  const Hdf5Handle dataset = openDataset(path);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t shape[2] = {0, 0};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 2) fail(fmt::format("{} has {} dimensions; allowed: 1 or 2", path, rank));
  H5Sget_simple_extent_dims(space, shape, nullptr);
  return shape[0];
}

void Hdf5Content::requireStored(const std::string& path, hid_t dataset, const Slab& slab) const {
  const RowShape wanted = shapeOf(slab.rows);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t shape[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != (wanted.columns == 1 ? 1 : 2)) fail(fmt::format("{} has {} dimensions", path, rank));
  H5Sget_simple_extent_dims(space, shape, nullptr);
  if (shape[1] != wanted.columns || slab.first > shape[0] || slab.count > shape[0] - slab.first)
    fail(fmt::format("{} has the shape ({}, {}); rows {} to {} of {} columns are needed", path, shape[0], shape[1],
                     slab.first, slab.first + slab.count, wanted.columns));
  if (H5Tget_class(type) != wanted.kind) fail(path + " holds values of another type");
  const std::uint64_t rowBytes = H5Tget_size(type) * wanted.columns;
  const std::uint64_t stored = std::min<std::uint64_t>(H5Dget_storage_size(dataset), size_);
  if (rowBytes == 0 || slab.count > stored / rowBytes)
    fail(fmt::format("{} promises {} rows, but the file does not hold them", path, slab.count));
}

void Hdf5Content::rows(const std::string& path, const Slab& slab, const Take& take) const {
  const Hdf5Handle dataset = openDataset(path);
  requireStored(path, dataset, slab);
  const std::uint64_t most = blockRows(dataset), end = slab.first + slab.count;
  std::vector<char> block;
  for (std::uint64_t at = slab.first; at < end;) {
    const std::uint64_t next = std::min(end, at - at % most + most);
    block.resize((next - at) * shapeOf(slab.rows).bytes);
    readRows(path, dataset, {slab.rows, at, next - at}, block.data());
    take({block.data(), block.size()});
    at = next;
  }
}

}  // namespace app
