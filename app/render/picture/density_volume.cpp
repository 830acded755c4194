#include "render/picture/density_volume.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <vector>

#include "particles/particle_batches.h"
#include "render/picture/smoke_light.h"

namespace app {
namespace {

constexpr std::size_t kBins = 2048;               // as in volume_bounds.glsl
constexpr std::size_t kBoundsBytes = 5 * 16;      // VolumeBounds there
constexpr std::size_t kBelowBytes = 4 * 16;       // before `below` in it
constexpr std::size_t kFrameBytes = 80 + 3 * 80;  // VolumeFrame of volume_frame.glsl
constexpr std::size_t kListBytes = 2 * 16;        // before the list in BrickList of brick_list.glsl
constexpr std::size_t kPerHistogram = 4096;       // tracers that make a work group's own histogram worth while
constexpr std::size_t kCountGroup = 256;
constexpr int kRayGroup = 8;

constexpr std::size_t kFewestCells = 16384;
constexpr double kCellsPerTracer = 2.7;
constexpr int kLongestSide = 256;       // of the textures
constexpr double kWantedDepth = 4.5;    // optical depth of the columns in which a typical tracer stands
constexpr double kSmallestBox = 0.12;   // longest side over the distance of the camera: for a single tracer
constexpr double kFinestWeight = 4096;  // of a tracer in the counts

/// Cells for this many tracers, in steps, so that a few more change nothing.
std::size_t cellsFor(std::size_t tracers) {
  constexpr double kSteps = 4;  // an octave
  const double octaves = std::log2(static_cast<double>(std::max<std::size_t>(tracers, 1)));
  return static_cast<std::size_t>(kCellsPerTracer * std::exp2(std::ceil(kSteps * octaves) / kSteps));
}

/// Texels a side for this many cells: room for boxes that are longer than wide.
int textureSide(std::size_t cells) {
  const int side = static_cast<int>(2 * std::cbrt(static_cast<double>(cells)));
  return std::clamp((side + 31) / 32 * 32, 32, kLongestSide);
}

/// Places along each side of the light's and the eye's volumes.
int raySide(std::size_t cells) {
  const int side = static_cast<int>(1.1 * std::cbrt(static_cast<double>(cells)));
  return std::clamp((side + kRayGroup - 1) / kRayGroup * kRayGroup, 24, 160);
}

void setUniform(GLint location, const glm::vec3& value) {
  glUniform3fv(location, 1, glm::value_ptr(value));
}
void setUniform(GLint location, const fmm::Vec3& value) {
  glUniform3f(location, static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z));
}

}  // namespace

DensityVolume::DensityVolume()
    : firstHistogram_(Program::compute("volume_bounds.comp", {"FIRST"})),
      histogram_(Program::compute("volume_bounds.comp")),
      firstSelect_(Program::compute("volume_select.comp", {"FIRST"})),
      select_(Program::compute("volume_select.comp")),
      place_(Program::compute("volume_place.comp")),
      extinction_(Program::compute("volume_extinction.comp")),
      smooth_(Program::compute("volume_smooth.comp")),
      clear_(Program::compute("volume_clear.comp")),
      fill_(Program::compute("volume_bricks.comp")),
      count_("volume_count.comp"),
      transmittance_("volume_transmittance.comp"),
      lighting_("volume_light.comp"),
      bounds_(kBoundsBytes + 3 * kBins * sizeof(std::uint32_t)),
      frame_(kFrameBytes) {
  bounds_.clear();
}

/// Memory for this many tracers in at most `cells` cells; what is there is kept where it fits.
void DensityVolume::prepare(std::size_t tracers, std::size_t cells) {
  const std::size_t wanted = std::clamp(cellsFor(tracers), kFewestCells, std::max(cells, kFewestCells));
  unit_ = std::max(
      1.0, std::min(kFinestWeight, std::floor(4294967295.0 / static_cast<double>(std::max(tracers, std::size_t{1})))));
  if (wanted == budget_) return;
  budget_ = wanted;
  counts_ = Buffer(wanted * 2 * sizeof(std::uint32_t));
  // A box of n >= 7 cells along an axis has at most (n + 3)/4 < 0.36 n bricks there.
  const std::size_t bricks = wanted / 16 + 1;
  bricks_ = Buffer(bricks * sizeof(std::uint32_t));
  touched_ = Buffer(bricks * sizeof(std::uint32_t));
  for (Buffer& list : lists_) {
    list = Buffer(kListBytes + bricks * sizeof(std::uint32_t));
    list.clear();
  }
  const int side = textureSide(wanted), rays = raySide(wanted);
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
  prepare(contents.tracers.count() + contents.others, contents.cells);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  clearLast();
  zero_.fill(counts_);
  zero_.fill(touched_);
  zero_.fill(columns_);
  findBounds(contents);
  place(contents);
  count(contents);
  fill(contents.view.opacity);
  follow(contents.view.secondLamp > 0, contents.fromEye);
}

/// Empties what the last volume filled.
void DensityVolume::clearLast() {
  const Buffer& last = lists_[turn_];
  last.bindStorage(1);
  clear_.use();
  density_.bindImage(0);
  lit_.bindImage(1);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, last.name());
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  turn_ = 1 - turn_;
  zero_.fill(lists_[turn_], 0, kListBytes);
}

/// The range of the tracers' coordinates without those that ran away: a histogram over all floats, then one over the
/// range that it leaves, which is less than twice as far from the origin as the tracers are.
void DensityVolume::findBounds(const VolumeContents& contents) {
  bounds_.bindStorage(1);
  for (int pass = 0; pass < 2; ++pass) {
    (pass == 0 ? firstHistogram_ : histogram_).use();
    forEachBatch(contents.tracers, [](std::size_t, std::size_t batch) {
      glUniform1ui(0, static_cast<GLuint>(batch));
      glDispatchCompute(workGroups(batch, kPerHistogram), 1, 1);
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    if (contents.sum) {
      contents.sum->sum(bounds_, kBoundsBytes, bounds_.bytes() - kBoundsBytes);
      if (pass == 1) contents.sum->sum(bounds_, kBelowBytes, kBoundsBytes - kBelowBytes);
    }
    (pass == 0 ? firstSelect_ : select_).use();
    glDispatchCompute(3, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  checkGl("glDispatchCompute(bounds)");
}

void DensityVolume::place(const VolumeContents& contents) {
  place_.use();
  const CameraRays& rays = contents.rays;
  glUniform1f(0, static_cast<float>(budget_));
  glUniform1i(1, density_.side());
  glUniform1f(2, static_cast<float>(kSmallestBox * contents.distance));
  setUniform(3, lampDirection(contents.view, 0));
  setUniform(4, rays.eye);
  setUniform(5, rays.axis);
  setUniform(6, glm::normalize(rays.right));
  setUniform(7, glm::normalize(rays.up));
  glUniform2f(8, glm::length(rays.right), glm::length(rays.up));
  glUniform1f(9, rays.nearest);
  setUniform(10, lampDirection(contents.view, 1));
  bounds_.bindStorage(1);
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
  checkGl("glDispatchCompute(place)");
}

void DensityVolume::count(const VolumeContents& contents) {
  Program::Defines defines = contents.colours.defines();
  if (addsPairsAtOnce()) defines.emplace_back("PAIRS_AT_ONCE");
  count_.with(defines).use();
  glUniform1f(1, static_cast<float>(unit_));
  glUniform1i(2, density_.side() / 2);
  contents.colours.setUniforms();
  counts_.bindStorage(2);
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
  if (!contents.sum) return;
  contents.sum->sum(counts_);
  contents.sum->sum(columns_);
  contents.sum->unite(touched_, 0, touched_.bytes());
}

/// Finds the bricks that hold something, and puts the density into them.
void DensityVolume::fill(double opacity) {
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, frame_.name());
  fill_.use();
  touched_.bindStorage(5);
  bricks_.bindStorage(3);
  lists_[turn_].bindStorage(1);
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  extinction_.use();
  glUniform1i(0, density_.side() / 2);
  glUniform1f(1, static_cast<float>(kWantedDepth * opacity));
  columns_.bindStorage(4);
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);

  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lists_[turn_].name());
  smooth_.use();
  glUniform1f(0, static_cast<float>(unit_));
  density_.bindImage(0);
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(fill)");
}

/// Light and view through the density.
void DensityVolume::follow(bool fromSecond, bool fromEye) {
  const int side = light_.side();
  if (fromSecond && second_.side() != side) second_ = VolumeTexture(GL_R16F, side);
  const auto through = [&](const VolumeTexture& result, const Program::Defines& defines) {
    const auto groups = static_cast<GLuint>(side / kRayGroup);
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
