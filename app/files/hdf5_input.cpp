// Reading half of hdf5_file.h.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/file_seal.h"
#include "files/hdf5_error.h"
#include "files/hdf5_file.h"
#include "files/input_file.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{16} << 20;
constexpr hsize_t kMostAttributeValues = 16;
constexpr std::uint64_t kMostChunkValues = std::uint64_t{1} << 24;

}  // namespace

struct Hdf5Input::Slab {
  H5T_class_t kind = H5T_NO_CLASS;
  hid_t memoryType = -1;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  int components = 1;
};

void Hdf5Input::fail(const std::string& what) const {
  throw UserError(path_ + ": " + what);
}

Hdf5Input::Hdf5Input(const std::string& path) : path_(path) {
  silenceHdf5();
  bool sealed = false;
  H5PLset_loading_state(0);  // a filter that a file names must not bring code along
  {
    InputFile file(path);  // gives the system's reason where there is one
    if (!file.regular()) fail("is not a regular file");
    size_ = file.size();
    sealed = checkSeal(file);
  }
  if (H5Fis_hdf5(path.c_str()) <= 0) fail("is not an HDF5 file, or is damaged");
  file_ = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
  if (file_ < 0) fail("cannot be opened as HDF5: " + hdf5Reason());
  if (!sealed) requireNoSealPromised();
}

/// A file that lost its checksum may have lost more, or hide what was changed.
void Hdf5Input::requireNoSealPromised() const {
  htri_t promised = H5Aexists(file_, "Sealed");
  if (promised == 0 && H5Lexists(file_, "/Ringlet", H5P_DEFAULT) > 0)
    promised = H5Aexists(openObject("/Ringlet"), "Sealed");
  if (promised != 0)
    fail("is damaged: the checksum at its end is missing (the file is cut off, or another program changed it)");
}

// Every link on the way must be a hard one: soft and external links could lead to other files.
Hdf5Handle Hdf5Input::openObject(const std::string& path) const {
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

/// Only the filters that come with HDF5 and unpack to a bounded size, in chunks that fit into memory.
void Hdf5Input::requireKnownStorage(const std::string& path, hid_t create) const {
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

Hdf5Handle Hdf5Input::openDataset(const std::string& path) const {
  Hdf5Handle dataset = openObject(path);
  if (H5Iget_type(dataset) != H5I_DATASET) fail(path + " is not a dataset");
  const Hdf5Handle create(H5Dget_create_plist(dataset), H5Pclose);
  if (create < 0 || H5Pget_layout(create) == H5D_VIRTUAL ||
      (H5Pget_layout(create) == H5D_CONTIGUOUS && H5Pget_external_count(create) != 0))
    fail(path + " keeps its data in other files, which are not read");
  requireKnownStorage(path, create);
  return dataset;
}

Hdf5Handle Hdf5Input::openAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle owner = openObject(object);
  if (H5Aexists(owner, key.c_str()) <= 0) fail(object + " has no attribute " + key);
  Hdf5Handle attribute(H5Aopen(owner, key.c_str(), H5P_DEFAULT), H5Aclose);
  if (attribute < 0) fail(object + ": attribute " + key + " cannot be opened");
  return attribute;
}

std::vector<std::int64_t> Hdf5Input::integerAttribute(const std::string& object, const std::string& key) const {
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

double Hdf5Input::realAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle attribute = openAttribute(object, key);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  double value = 0;
  if (H5Tget_class(type) != H5T_FLOAT || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0 || !std::isfinite(value))
    fail(object + ": attribute " + key + " is not a finite number");
  return value;
}

std::string Hdf5Input::textAttribute(const std::string& object, const std::string& key) const {
  const Hdf5Handle attribute = openAttribute(object, key);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Tget_size(type) > 65536 ||
      H5Sget_simple_extent_npoints(space) != 1)
    fail(object + ": attribute " + key + " is not a short text");
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) fail(object + ": attribute " + key + " cannot be read");
  return text.c_str();
}

std::string Hdf5Input::text(const std::string& path) const {
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

bool Hdf5Input::has(const std::string& group, const std::string& name) const {
  return H5Lexists(openObject(group), name.c_str(), H5P_DEFAULT) > 0;
}

std::uint64_t Hdf5Input::rowCount(const std::string& path) const {
  const Hdf5Handle dataset = openDataset(path);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t shape[2] = {0, 0};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 2) fail(fmt::format("{} has {} dimensions; allowed: 1 or 2", path, rank));
  H5Sget_simple_extent_dims(space, shape, nullptr);
  return shape[0];
}

void Hdf5Input::read(const std::string& path, const Slab& slab, void* out) const {
  const Hdf5Handle dataset = openDataset(path);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const auto components = static_cast<hsize_t>(slab.components);
  const int rank = slab.components == 1 ? 1 : 2;
  const hsize_t origin[2] = {slab.first, 0};
  const hsize_t extent[2] = {slab.count, components};
  const Hdf5Handle memory(H5Screate_simple(rank, extent, nullptr), H5Sclose);
  if (H5Tget_class(type) != slab.kind) fail(path + " holds values of another type");
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, origin, nullptr, extent, nullptr) < 0 ||
      H5Dread(dataset, slab.memoryType, memory, space, H5P_DEFAULT, out) < 0)
    fail(path + " cannot be read: " + hdf5Reason());
}

void Hdf5Input::requireStored(const std::string& path, std::uint64_t first, std::uint64_t count, int components) const {
  const Hdf5Handle dataset = openDataset(path);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t shape[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != (components == 1 ? 1 : 2)) fail(fmt::format("{} has {} dimensions", path, rank));
  H5Sget_simple_extent_dims(space, shape, nullptr);
  const auto columns = static_cast<hsize_t>(components);
  if (shape[1] != columns || first > shape[0] || count > shape[0] - first)
    fail(fmt::format("{} has the shape ({}, {}); rows {} to {} of {} columns are needed", path, shape[0], shape[1],
                     first, first + count, columns));
  const std::uint64_t rowBytes = H5Tget_size(type) * columns;
  const std::uint64_t stored = std::min<std::uint64_t>(H5Dget_storage_size(dataset), size_);
  if (rowBytes == 0 || count > stored / rowBytes)
    fail(fmt::format("{} promises {} rows, but the file does not hold them", path, count));
}

std::vector<fmm::Vec3> Hdf5Input::vectors(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  requireStored(path, first, count, 3);
  std::vector<fmm::Vec3> values(count);
  if (count > 0) read(path, {H5T_FLOAT, H5T_NATIVE_DOUBLE, first, count, 3}, values.data());
  const auto finite = [](const fmm::Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
  if (!std::all_of(values.begin(), values.end(), finite)) fail(path + " has values that are not finite");
  return values;
}

std::vector<double> Hdf5Input::reals(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  requireStored(path, first, count, 1);
  std::vector<double> values(count);
  if (count > 0) read(path, {H5T_FLOAT, H5T_NATIVE_DOUBLE, first, count, 1}, values.data());
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(values.begin(), values.end(), finite)) fail(path + " has values that are not finite");
  return values;
}

std::vector<std::int32_t> Hdf5Input::integers(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  requireStored(path, first, count, 1);
  std::vector<std::int32_t> values(count);
  if (count > 0) read(path, {H5T_INTEGER, H5T_NATIVE_INT32, first, count, 1}, values.data());
  return values;
}

}  // namespace app
