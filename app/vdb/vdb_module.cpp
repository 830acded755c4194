// The module that calls OpenVDB: the only file that includes it. scene/saved/vdb_file.cpp loads it.

#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

#include "scene/saved/vdb_file.h"

namespace {

/// A file in memory that readers may search, which openvdb::io::Stream does not make.
class Memory : public openvdb::io::Archive {
 public:
  std::string made(const openvdb::GridCPtrVec& grids, const openvdb::MetaMap& about) {
    std::ostringstream out(std::ios::binary);
    write(out, grids, true, about);
    return out.str();
  }
};

template <std::size_t kComponents>
struct GridOf;
template <>
struct GridOf<1> {
  using Grid = openvdb::FloatGrid;
  static float value(const float* from) { return *from; }
};
template <>
struct GridOf<3> {
  using Grid = openvdb::Vec3SGrid;
  static openvdb::Vec3s value(const float* from) { return openvdb::Vec3s(from[0], from[1], from[2]); }
};

/// Cells whose bits are all 0 are the background.
template <std::size_t kComponents>
openvdb::GridBase::Ptr gridOf(const app::VdbContents& contents, const std::vector<float>& values) {
  using Of = GridOf<kComponents>;
  const auto grid = Of::Grid::create();
  auto accessor = grid->getAccessor();
  const float* from = values.data();
  const std::array<float, kComponents> nothing = {};
  for (int z = 0; z < contents.cells[2]; ++z)
    for (int y = 0; y < contents.cells[1]; ++y)
      for (int x = 0; x < contents.cells[0]; ++x, from += kComponents)
        if (std::memcmp(from, nothing.data(), sizeof(nothing)) != 0) accessor.setValue({x, y, z}, Of::value(from));
  return grid;
}

}  // namespace

/// Throws what OpenVDB throws, derived from std::exception.
extern "C" std::string RINGLET_VDB_MAKE(const app::VdbContents& contents) {
  openvdb::initialize();
  openvdb::GridCPtrVec grids;
  for (const app::VdbVolume& volume : contents.volumes) {
    const openvdb::GridBase::Ptr grid =
        volume.components == 3 ? gridOf<3>(contents, *volume.values) : gridOf<1>(contents, *volume.values);
    const auto transform = openvdb::math::Transform::createLinearTransform(contents.spacing);
    transform->postTranslate({contents.first.x, contents.first.y, contents.first.z});
    grid->setTransform(transform);
    grid->setName(volume.name);
    if (volume.name == "density") grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->insertMeta("time", openvdb::DoubleMetadata(contents.time));
    grids.push_back(grid);
  }
  openvdb::MetaMap about;
  about.insertMeta("time", openvdb::DoubleMetadata(contents.time));
  return Memory().made(grids, about);
}
