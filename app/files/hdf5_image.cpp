#include "files/hdf5_image.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "files/file_error.h"
#include "files/fits_single.h"

namespace app {
namespace {

constexpr std::uint64_t kChunkRows = 4096;
constexpr std::size_t kImageGrowth = std::size_t{16} << 20;
static_assert(sizeof(fmm::Vec3) == 3 * sizeof(double), "vectors are stored as rows of three doubles");

/// Name of the file in memory; no file on the disk may have it.
constexpr const char* kNameOfNoFile = "/dev/null/image";

/// HDF5's reason for the last failed call, from the place where it happened.
std::string hdf5Reason() {
  std::string reason;
  const H5E_walk2_t takeFirst = [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
    auto& text = *static_cast<std::string*>(out);
    if (text.empty() && error->desc) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, takeFirst, &reason);
  return reason.empty() ? "no reason given" : reason;
}

}  // namespace

struct Hdf5Image::Block {
  hid_t fileType = -1;
  hid_t memoryType = -1;
  const void* data = nullptr;
  std::uint64_t given = 0;  // rows of data
  std::uint64_t rows = 0;   // rows of the dataset
  int components = 1;
  bool compress = false;
};

void Hdf5Image::check(std::int64_t result, const char* call) const {
  if (result < 0) throw FileError(name_, std::string(call) + " failed: " + hdf5Reason());
}

Hdf5Handle Hdf5Image::own(hid_t id, Hdf5Handle::Close close, const char* call) const {
  check(id, call);
  return {id, close};
}

Hdf5Image::Hdf5Image(const std::string& name) : name_(name) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // failures are thrown, not printed
  const Hdf5Handle access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "H5Pcreate");
  check(H5Pset_fapl_core(access, kImageGrowth, false), "H5Pset_fapl_core");
  // The core driver without backing store makes no file, but would take over the size of an existing one of that name.
  file_ = own(H5Fcreate(kNameOfNoFile, H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "H5Fcreate");
}

void Hdf5Image::group(const std::string& path) {
  own(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "H5Gcreate2");
}

void Hdf5Image::attribute(const std::string& object, const std::string& key, const std::string& text) {
  const Hdf5Handle owner = own(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, "H5Oopen");
  const Hdf5Handle type = own(H5Tcopy(H5T_C_S1), H5Tclose, "H5Tcopy");
  check(H5Tset_size(type, std::max<std::size_t>(1, text.size())), "H5Tset_size");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "H5Tset_strpad");
  const Hdf5Handle space = own(H5Screate(H5S_SCALAR), H5Sclose, "H5Screate");
  const Hdf5Handle attribute =
      own(H5Acreate2(owner, key.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "H5Acreate2");
  check(H5Awrite(attribute, type, text.c_str()), "H5Awrite");
}

void Hdf5Image::attribute(const std::string& object, const std::string& key, const std::vector<std::int64_t>& values) {
  const Hdf5Handle owner = own(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, "H5Oopen");
  const hsize_t count = values.size();
  const Hdf5Handle space = own(H5Screate_simple(1, &count, nullptr), H5Sclose, "H5Screate_simple");
  const Hdf5Handle attribute =
      own(H5Acreate2(owner, key.c_str(), H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "H5Acreate2");
  check(H5Awrite(attribute, H5T_NATIVE_INT64, values.data()), "H5Awrite");
}

void Hdf5Image::attribute(const std::string& object, const std::string& key, double value) {
  const Hdf5Handle owner = own(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, "H5Oopen");
  const Hdf5Handle space = own(H5Screate(H5S_SCALAR), H5Sclose, "H5Screate");
  const Hdf5Handle attribute =
      own(H5Acreate2(owner, key.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "H5Acreate2");
  check(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value), "H5Awrite");
}

void Hdf5Image::attribute(const std::string& object, const std::string& key, const std::vector<double>& values) {
  const Hdf5Handle owner = own(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, "H5Oopen");
  const hsize_t count = values.size();
  const Hdf5Handle space = own(H5Screate_simple(1, &count, nullptr), H5Sclose, "H5Screate_simple");
  const Hdf5Handle attribute =
      own(H5Acreate2(owner, key.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "H5Acreate2");
  check(H5Awrite(attribute, H5T_NATIVE_DOUBLE, values.data()), "H5Awrite");
}

void Hdf5Image::write(const std::string& path, const Block& block) {
  const int rank = block.components == 1 ? 1 : 2;
  const auto components = static_cast<hsize_t>(block.components);
  const hsize_t shape[2] = {block.rows, components};
  const hsize_t given[2] = {block.given, components};
  const hsize_t chunk[2] = {std::clamp<std::uint64_t>(block.rows, 1, kChunkRows), components};
  const hsize_t origin[2] = {0, 0};

  const Hdf5Handle space = own(H5Screate_simple(rank, shape, nullptr), H5Sclose, "H5Screate_simple");
  const Hdf5Handle create = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "H5Pcreate");
  check(H5Pset_obj_track_times(create, false), "H5Pset_obj_track_times");
  check(H5Pset_chunk(create, rank, chunk), "H5Pset_chunk");
  if (block.compress) {
    check(H5Pset_shuffle(create), "H5Pset_shuffle");
    check(H5Pset_deflate(create, 1), "H5Pset_deflate");
  }
  check(H5Pset_fletcher32(create), "H5Pset_fletcher32");
  const Hdf5Handle dataset = own(
      H5Dcreate2(file_, path.c_str(), block.fileType, space, H5P_DEFAULT, create, H5P_DEFAULT), H5Dclose, "H5Dcreate2");
  if (block.given == 0) return;
  const Hdf5Handle memory = own(H5Screate_simple(rank, given, nullptr), H5Sclose, "H5Screate_simple");
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, origin, nullptr, given, nullptr), "H5Sselect_hyperslab");
  check(H5Dwrite(dataset, block.memoryType, memory, space, H5P_DEFAULT, block.data), "H5Dwrite");
}

void Hdf5Image::integers(const std::string& path, const std::vector<std::int64_t>& values) {
  write(path, {H5T_STD_I64LE, H5T_NATIVE_INT64, values.data(), values.size(), values.size(), 1, false});
}

void Hdf5Image::sequence(const std::string& path, std::uint64_t count) {
  std::vector<std::int64_t> values(count);
  std::iota(values.begin(), values.end(), std::int64_t{0});
  write(path, {H5T_STD_I64LE, H5T_NATIVE_INT64, values.data(), count, count, 1, true});
}

void Hdf5Image::bytes(const std::string& path, const std::vector<std::uint8_t>& values) {
  write(path, {H5T_STD_U8LE, H5T_NATIVE_UINT8, values.data(), values.size(), values.size(), 1, false});
}

void Hdf5Image::writeDoubles(const std::string& path, const double* values, std::uint64_t given, std::uint64_t rows,
                             int components) {
  const double* const end = values + given * static_cast<std::uint64_t>(components);
  const bool single = std::all_of(values, end, fitsSingle);
  write(path, {single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, given, rows, components, false});
}

void Hdf5Image::rows(const std::string& path, const std::vector<fmm::Vec3>& values, std::uint64_t rows) {
  writeDoubles(path, reinterpret_cast<const double*>(values.data()), values.size(), rows, 3);
}

void Hdf5Image::rows(const std::string& path, const std::vector<double>& values, std::uint64_t rows) {
  writeDoubles(path, values.data(), values.size(), rows, 1);
}

void Hdf5Image::rows(const std::string& path, const std::vector<std::int32_t>& values, std::uint64_t rows) {
  write(path, {H5T_STD_I32LE, H5T_NATIVE_INT32, values.data(), values.size(), rows, 1, false});
}

void Hdf5Image::rows(const std::string& path, const std::vector<float>& values, std::uint64_t rows) {
  write(path, {H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), values.size(), rows, 1, false});
}

void Hdf5Image::grid(const std::string& path, const std::vector<float>& values, const std::array<int, 3>& cells,
                     int components) {
  const int rank = components == 1 ? 3 : 4;
  const auto sizeOf = [&](std::size_t axis) { return static_cast<hsize_t>(cells[axis]); };
  const hsize_t shape[4] = {sizeOf(2), sizeOf(1), sizeOf(0), static_cast<hsize_t>(components)};
  const hsize_t chunk[4] = {1, shape[1], shape[2], shape[3]};  // a layer
  const Hdf5Handle space = own(H5Screate_simple(rank, shape, nullptr), H5Sclose, "H5Screate_simple");
  const Hdf5Handle create = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "H5Pcreate");
  check(H5Pset_obj_track_times(create, false), "H5Pset_obj_track_times");
  check(H5Pset_chunk(create, rank, chunk), "H5Pset_chunk");
  check(H5Pset_shuffle(create), "H5Pset_shuffle");
  check(H5Pset_deflate(create, 1), "H5Pset_deflate");
  check(H5Pset_fletcher32(create), "H5Pset_fletcher32");
  const Hdf5Handle dataset = own(
      H5Dcreate2(file_, path.c_str(), H5T_IEEE_F32LE, space, H5P_DEFAULT, create, H5P_DEFAULT), H5Dclose, "H5Dcreate2");
  check(H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "H5Dwrite");
}

void Hdf5Image::save(const std::string& path, Existing existing) {
  check(H5Fflush(file_, H5F_SCOPE_LOCAL), "H5Fflush");
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  check(size, "H5Fget_file_image");
  std::vector<char> image(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file_, image.data(), image.size()), "H5Fget_file_image");
  file_ = Hdf5Handle();
  AtomicFile file(path, existing);
  file.write({image.data(), image.size()});
  file.commit(true);
}

}  // namespace app
