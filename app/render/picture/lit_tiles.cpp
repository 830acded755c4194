#include "render/picture/lit_tiles.h"

#include <cassert>
#include <cstdint>
#include <vector>

namespace app {
namespace {

constexpr std::size_t kMarks = 8 * sizeof(std::uint32_t);  // where they begin in the buffer of tiles.glsl

}  // namespace

LitTiles::LitTiles(int columns, int rows, int side) {
  assert(side % kGroup == 0);
  const auto tiles = static_cast<std::uint32_t>(columns) * static_cast<std::uint32_t>(rows);
  const auto groups = static_cast<std::uint32_t>(side / kGroup);
  std::vector<std::uint32_t> values = {
      0, groups * groups, 1, 0, static_cast<std::uint32_t>(columns), tiles, static_cast<std::uint32_t>(side), 0};
  values.resize(values.size() + 2 * std::size_t{tiles});
  buffer_ = Buffer(values.size() * sizeof(std::uint32_t), values.data());
}

void LitTiles::clear(ZeroFill& zero) {
  zero.fill(buffer_, 0, sizeof(std::uint32_t));
  zero.fill(buffer_, kMarks, (buffer_.bytes() - kMarks) / 2);
}

void LitTiles::unite(PictureSum& ranks) {
  ranks.sumForPicture(buffer_, kMarks, (buffer_.bytes() - kMarks) / 2);
  if (!ranks.makesPicture()) return;
  std::vector<std::uint32_t> values(buffer_.bytes() / sizeof(std::uint32_t));
  buffer_.read(values.data(), buffer_.bytes());
  const std::size_t marks = kMarks / sizeof(std::uint32_t), tiles = (values.size() - marks) / 2;
  values[0] = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile)
    if (values[marks + tile] != 0) values[marks + tiles + values[0]++] = static_cast<std::uint32_t>(tile);
  buffer_.write(values.data(), buffer_.bytes());
}

void LitTiles::dispatch() const {
  bind();
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffer_.name());
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
}

}  // namespace app
