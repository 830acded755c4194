#include "render/picture/density_volume.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "render/picture/colour_scale.h"
#include "render/picture/volume_frame.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kListBytes = 2 * 16;  // header of BrickList in brick_list.glsl
constexpr std::size_t kCountGroup = 256;
constexpr std::size_t kListGroup = 4096;  // bricks, as in volume_list.comp
constexpr GLuint kMostGroups = 65535;     // the limit that every OpenGL supports

constexpr std::size_t kFewestCells = 16384;
constexpr std::size_t kManyCells = std::size_t{1} << 22;             // above this, only filled cells are cleared
constexpr std::size_t kBrickBytes = 64 * 2 * sizeof(std::uint32_t);  // counts in a brick
constexpr double kWantedDepth = 4.5;                                 // optical depth of the columns of a typical tracer
constexpr double kSmallestBox = 0.12;   // longest side over the camera's distance, for a single tracer
constexpr double kFinestWeight = 4096;  // largest fixed-point weight of a tracer

/// Number of cells for this many tracers, in steps, so that a few more tracers change nothing.
std::size_t cellsFor(std::size_t tracers, double cellsPerTracer) {
  constexpr double kSteps = 4;  // steps per octave
  const double octaves = std::log2(static_cast<double>(std::max<std::size_t>(tracers, 1)));
  return static_cast<std::size_t>(cellsPerTracer * std::exp2(std::ceil(kSteps * octaves) / kSteps));
}

}  // namespace

DensityVolume::DensityVolume()
    : place_(Program::compute("volume_place.comp")),
      extinction_(Program::compute("volume_extinction.comp")),
      fill_(Program::compute("volume_bricks.comp")),
      smooth_("volume_smooth.comp"),
      clear_("volume_clear.comp"),
      count_("volume_count.comp"),
      list_("volume_list.comp"),
      transmittance_("volume_transmittance.comp"),
      lighting_("volume_light.comp"),
      pack_("volume_pack.comp"),
      frame_(kVolumeFrameBytes),
      listed_(sizeof(std::uint32_t)) {}

/// Allocates memory for this many tracers; buffers that fit are kept.
void DensityVolume::prepare(std::size_t tracers, const RenderQuality& quality) {
  const std::size_t wanted =
      std::clamp(cellsFor(tracers, quality.cellsPerTracer), kFewestCells, std::max(quality.cells, kFewestCells));
  unit_ = std::max(
      1.0, std::min(kFinestWeight, std::floor(4294967295.0 / static_cast<double>(std::max(tracers, std::size_t{1})))));
  if (wanted == budget_) return;
  budget_ = wanted;
  counts_ = Buffer(wanted * 2 * sizeof(std::uint32_t));
  zero_.fill(counts_);
  more_ = Buffer();
  tints_ = VolumeTexture();
  tinted_ = false;
  // A box of n >= 7 cells along an axis has at most (n + 3)/4 < 0.36 n bricks there.
  const std::size_t bricks = wanted / 16 + 1;
  bricks_ = Buffer(bricks * sizeof(std::uint32_t));
  touched_ = Buffer(bricks * sizeof(std::uint32_t));
  for (Buffer& list : lists_) {
    list = Buffer(kListBytes + bricks * sizeof(std::uint32_t));
    list.clear();
  }
  const int side = volumeTextureSide(wanted), rays = volumeRaySide(wanted);
  if (side != density_.side()) {
    const auto columns = static_cast<std::size_t>(side / 2);
    columns_ = Buffer(3 * columns * columns * sizeof(std::uint32_t));
    density_ = VolumeTexture(GL_RG16F, side);
    lit_ = VolumeTexture(GL_RGBA16F, side);
  }
  density_.clear();
  lit_.clear();
  if (rays != light_.side()) {
    light_ = VolumeTexture(GL_R16F, rays);
    eye_ = VolumeTexture(GL_R16F, rays);
    second_ = VolumeTexture();
  }
}

void DensityVolume::build(const VolumeContents& contents) {
  prepare(contents.tracers.count() + contents.others, contents.quality);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  clearLast();
  tint(contents.colours.tints != nullptr);
  zero_.fill(touched_);
  zero_.fill(columns_);
  bounds_.find(contents.tracers, contents.sum);
  place(contents);
  count(contents);
  listBricks(contents.sum);
  if (contents.sum) sumCounts(*contents.sum);
  fill(contents.view.opacity);
  follow(contents.view.secondLamp > 0, contents.fromEye);
}

/// Clears the cells that the last volume filled.
void DensityVolume::clearLast() {
  const Buffer& last = lists_[turn_];
  last.bindStorage(1);
  const bool many = budget_ > kManyCells;
  Program::Defines defines = sumDefines(tinted_);
  if (many) defines.emplace_back("COUNTS");
  clear_.with(defines).use();
  if (tinted_) tints_.bindImage(2);
  if (many) {
    counts_.bindStorage(2);
    if (tinted_) more_.bindStorage(3);
    bindFrame();  // still that of the last volume
  }
  density_.bindImage(0);
  lit_.bindImage(1);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, last.name());
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  if (!many) zero_.fill(counts_);
  if (!many && tinted_) zero_.fill(more_);
  turn_ = 1 - turn_;
  zero_.fill(lists_[turn_], 0, kListBytes);
}

/// Allocates cleared memory for tints, if wanted.
void DensityVolume::tint(bool wanted) {
  tinted_ = wanted;
  if (!wanted || more_.name() != 0) return;
  more_ = Buffer(counts_.bytes());
  zero_.fill(more_);
  tints_ = VolumeTexture(GL_RGBA16F, density_.side());
  tints_.clear();
}

void DensityVolume::place(const VolumeContents& contents) {
  place_.use();
  setVolumePlan({budget_, density_.side(), kSmallestBox * contents.distance}, contents.view, contents.rays);
  bounds_.bind();
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
  checkGl("glDispatchCompute(place)");
}

void DensityVolume::count(const VolumeContents& contents) {
  Program::Defines defines = contents.colours.defines();
  if (addsPairsAtOnce()) defines.emplace_back("PAIRS_AT_ONCE");
  if (contents.quality.cubic) defines.emplace_back("CUBIC");
  count_.with(defines).use();
  glUniform1f(1, static_cast<float>(unit_));
  glUniform1i(2, density_.side() / 2);
  contents.colours.setUniforms();
  counts_.bindStorage(2);
  if (tinted_) more_.bindStorage(3);
  columns_.bindStorage(4);
  touched_.bindStorage(5);
  bindFrame();
  forEachBatch(contents.tracers, [&](std::size_t first, std::size_t batch) {
    glUniform1ui(0, static_cast<GLuint>(batch));
    contents.colours.bindTags(first, batch);
    glDispatchCompute(workGroups(batch, kCountGroup), 1, 1);
  });
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  checkGl("glDispatchCompute(count)");
}

/// Finds the bricks that are filled on any rank.
void DensityVolume::listBricks(PictureSum* sum) {
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, frame_.name());
  fill_.use();
  touched_.bindStorage(5);
  bricks_.bindStorage(3);
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  if (sum != nullptr) sum->sum({bricks_, columns_});
  bricks_.bindStorage(3);
  touched_.bindStorage(5);
  lists_[turn_].bindStorage(1);
  const GLuint groups = workGroups(bricks_.bytes() / sizeof(std::uint32_t), kListGroup);
  for (const Program::Defines& defines : {Program::Defines{"COUNT"}, Program::Defines{}}) {
    list_.with(defines).use();
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  }
  checkGl("glDispatchCompute(bricks)");
}

/// Sums the counts of all ranks in the listed bricks, packed side by side; the list is the same on all ranks.
void DensityVolume::sumCounts(PictureSum& sum) {
  const std::size_t bricks = brickCount(), bytes = bricks * kBrickBytes;
  if (bricks == 0) return;
  std::vector<BufferPart> sums;
  const auto pack = [&](const Buffer& counts, Buffer& packed, const Program::Defines& defines) {
    if (packed.bytes() < bytes) packed = Buffer(bytes + bytes / 4);
    pack_.with(defines).use();
    lists_[turn_].bindStorage(1);
    counts.bindStorage(2);
    packed.bindStorage(3);
    bindFrame();
    glDispatchCompute(std::min<GLuint>(workGroups(bricks, 4), kMostGroups), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    checkGl("glDispatchCompute(pack)");
  };
  pack(counts_, packed_[0], {});
  sums.emplace_back(packed_[0], 0, bytes);
  if (tinted_) {
    pack(more_, packed_[1], {});
    sums.emplace_back(packed_[1], 0, bytes);
  }
  sum.sum(sums);
  pack(counts_, packed_[0], {"UNPACK"});
  if (tinted_) pack(more_, packed_[1], {"UNPACK"});
  bricks_.bindStorage(3);
}

/// Number of listed bricks. It is read through a buffer of its own: drivers move buffers that the host reads into host
/// memory, where shaders on the GPU read them slowly.
std::size_t DensityVolume::brickCount() const {
  std::uint32_t count = 0;
  glCopyNamedBufferSubData(lists_[turn_].name(), listed_.name(), 4 * sizeof count, 0, sizeof count);  // brickCount.x
  listed_.read(&count, sizeof count);
  return count;
}

/// Computes the density of the listed bricks.
void DensityVolume::fill(double opacity) {
  extinction_.use();
  counts_.bindStorage(2);
  lists_[turn_].bindStorage(1);
  glUniform1i(0, density_.side() / 2);
  glUniform1f(1, static_cast<float>(kWantedDepth * opacity));
  columns_.bindStorage(4);
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);

  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lists_[turn_].name());
  smooth_.with(sumDefines(tinted_)).use();
  glUniform1f(0, static_cast<float>(unit_));
  density_.bindImage(0);
  if (tinted_) {
    more_.bindStorage(3);
    tints_.bindImage(1);
  }
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(fill)");
}

/// Follows the light of the lamps and the view from the eye through the density.
void DensityVolume::follow(bool fromSecond, bool fromEye) {
  const int side = light_.side();
  if (fromSecond && second_.side() != side) second_ = VolumeTexture(GL_R16F, side);
  const auto through = [&](const VolumeTexture& result, const Program::Defines& defines) {
    const auto groups = static_cast<GLuint>(side / kVolumeRayGroup);
    transmittance_.with(defines).use();
    glUniform1i(0, side);
    result.bindImage(0);
    glDispatchCompute(groups, groups, 1);
  };
  density_.bind(0);
  through(light_, {});
  if (fromSecond) through(second_, {"FROM_SECOND"});
  if (fromEye) through(eye_, {"FROM_EYE"});
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);

  lighting_.with(fromSecond ? Program::Defines{"SECOND"} : Program::Defines{}).use();
  light_.bind(1);
  if (fromSecond) second_.bind(2);
  lit_.bindImage(0);
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(light)");
}

void DensityVolume::bind() const {
  bricks_.bindStorage(3);
  bindFrame();
  lit_.bind(0);
  if (tinted_) tints_.bind(13);
}

DensityVolume::Sums DensityVolume::readSums() const {
  std::vector<std::uint32_t> values(2 * budget_);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  counts_.read(values.data(), values.size() * sizeof(std::uint32_t));
  double weight = 0, colour = 0;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    weight += values[i];
    colour += values[i + 1];
  }
  return {weight / unit_, weight > 0 ? colour / weight : 0};
}

}  // namespace app
