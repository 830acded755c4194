#include "render/picture/lit_tiles.h"

#include <cassert>
#include <cstdint>
#include <vector>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kMarks = 8 * sizeof(std::uint32_t);  // offset in the buffer of tiles.glsl

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
  zero.fill(buffer_, marks().first, marks().bytes);
}

BufferPart LitTiles::marks() const {
  return {buffer_, kMarks, (buffer_.bytes() - kMarks) / 2};
}

void LitTiles::list(ZeroFill& zero) {
  constexpr std::size_t kListGroup = 64;  // as in tiles_list.comp
  if (list_.name() == 0) list_ = Program::compute("tiles_list.comp");
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  zero.fill(buffer_, 0, sizeof(std::uint32_t));
  list_.use();
  bind();
  glDispatchCompute(workGroups(marks().bytes / sizeof(std::uint32_t), kListGroup), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
  checkGl("glDispatchCompute(tiles)");
}

void LitTiles::dispatch() const {
  bind();
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffer_.name());
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
}

}  // namespace app
