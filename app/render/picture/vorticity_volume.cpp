#include "render/picture/vorticity_volume.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "render/picture/smoke_picture.h"
#include "render/picture/volume_frame.h"
#include "state/particle_store.h"

namespace app {
namespace {

/// Layout of VorticityCensus in vorticity_census.glsl.
struct Census {
  std::array<std::uint32_t, 4> groups = {}, moreGroups = {}, tintGroups = {};
  float leastRadius = 3e38F, mostRadius = 0, largest = 0, cores = 0;
  std::array<float, 4> total = {};
};

constexpr std::size_t kFewestCells = 65536, kMostCells = std::size_t{1} << 20;
constexpr std::size_t kElementGroup = 256;  // as in vorticity_deposit.comp
constexpr int kRadii = 3;                   // as in vorticity_census.glsl
constexpr std::size_t kShares = 256;        // as in vorticity_measure.comp
constexpr double kWantedDepth = 3;          // optical depth of the columns with most of the vorticity
constexpr std::size_t kVector = 4 * sizeof(float);
constexpr GLuint kTintUnit = 15;  // as in vorticity_tints.glsl

/// The bell of a cut-off or algebraic core has its second moment, or its peak if the second moment diverges.
VorticityBell bellOf(fmm::Regularisation core) {
  constexpr double kReach = 3.5, kHighReach = 4.5;
  switch (core) {
    case fmm::Regularisation::gaussian:
      return {1, 2, kReach};
    case fmm::Regularisation::gaussian8:
      return {1, 8, kHighReach};
    case fmm::Regularisation::cutoff:
      return {0.408, 2, kReach};
    case fmm::Regularisation::winckelmans:
      return {0.707, 2, kReach};
    case fmm::Regularisation::rosenhead:
      return {0.643, 2, kReach};
  }
  return {1, 2, kReach};
}

constexpr VorticityBell kTintBell = {1, 2, 4.5};
constexpr double kTintSpacings = 1.5;  // width of the blur of rings' colours over the lattice's spacing

/// Binds elements and strengths batch by batch and calls `dispatch(count)` for each.
template <class Dispatch>
void forEachPart(const VorticityContents& contents, Dispatch dispatch) {
  forEachBatch(contents.elements, [&](std::size_t first, std::size_t count) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, contents.strengths.buffer(), static_cast<GLintptr>(first * kVector),
                      static_cast<GLsizeiptr>(count * kVector));
    dispatch(count);
  });
}

}  // namespace

VorticityVolume::VorticityVolume()
    : census_(Program::compute("vorticity_census.comp")),
      place_(Program::compute("volume_place.comp", {"VORTICES"})),
      bricksOf_(Program::compute("vorticity_bricks.comp")),
      extinction_(Program::compute("volume_extinction.comp", {"VORTICES"})),
      frame_(kVolumeFrameBytes),
      known_(sizeof(Census)) {}

void VorticityVolume::prepare(const VorticityContents& contents) {
  const GridShape given = contents.given ? contents.given->shape : GridShape{};
  const std::size_t wanted = std::clamp(std::max(contents.cells, given.size()), kFewestCells, kMostCells);
  const int side =
      std::max(volumeTextureSide(wanted), (*std::max_element(given.cells.begin(), given.cells.end()) + 31) / 32 * 32);
  if (wanted == budget_ && side == side_) return;
  budget_ = wanted;
  sums_ = Buffer(wanted * 3 * sizeof(std::int32_t));
  for (Buffer* values : {&rows_, &planes_, &vorticity_}) *values = Buffer(wanted * kVector);
  bricks_ = Buffer((wanted / 16 + 1) * sizeof(float));  // see DensityVolume::prepare()
  tintSums_ = Buffer();
  tints_ = Buffer();
  const int rays = volumeRaySide(wanted);
  if (side != side_) {
    const auto columns = static_cast<std::size_t>(side / 2);
    columns_ = Buffer(3 * columns * columns * sizeof(std::uint32_t));
    texture_ = VolumeTexture();
    glow_ = VolumeTexture();
    tintTexture_ = VolumeTexture();
    side_ = side;
  }
  if (rays != view_.side()) view_ = VolumeTexture(GL_R16F, rays);
}

void VorticityVolume::build(const VorticityContents& contents) {
  assert(contents.strengths.count() == contents.elements.count());
  prepare(contents);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
  count(contents);
  place(contents);
  if (contents.given) take(*contents.given, showsSliceAlone(contents.view));
  for (int radiusIndex = 0; radiusIndex < kRadii && !contents.given; ++radiusIndex) {
    deposit(contents, radiusIndex);
    const GLintptr groups = radiusIndex == 0 ? 0 : offsetof(Census, moreGroups);
    blur(bellOf(contents.core), radiusIndex, {sums_, vorticity_, groups, false, contents.plane});
  }
  if (contents.tints && contents.view.vorticity > 0) {
    depositTints(contents);  // blurred with the widest core, so that all vorticity has a tint
    blur(kTintBell, kRadii - 1,
         {tintSums_, tints_, offsetof(Census, tintGroups), true, false, kTintSpacings * contents.spacing});
  }
  store(contents);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT);
  checkGl("glDispatchCompute(vorticity)");
}

/// Counts the census and the bounds of all elements.
void VorticityVolume::count(const VorticityContents& contents) {
  const Census none;
  known_.write(&none, sizeof(none));
  bounds_.find(contents.elements, nullptr);
  census_.use();
  known_.bindStorage(2);
  glUniform1f(1, static_cast<float>(bellOf(contents.core).width));
  forEachPart(contents, [](std::size_t count) {
    glUniform1ui(0, static_cast<GLuint>(count));
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  });
}

void VorticityVolume::place(const VorticityContents& contents) {
  place_.use();
  setVolumePlan({budget_, side_, 0}, contents.view, contents.rays);
  glUniform1f(11, static_cast<float>(bellOf(contents.core).reach));
  glUniform1i(12, contents.plane ? 1 : 0);
  glUniform1f(13, static_cast<float>(contents.spacing));
  const GridShape given = contents.given ? contents.given->shape : GridShape{{}, 1, {0, 0, 0}};
  const auto number = [](double value) { return static_cast<float>(value); };
  glUniform4f(14, number(given.origin.x), number(given.origin.y), number(given.origin.z), number(given.spacing));
  glUniform3i(15, given.cells[0], given.cells[1], given.cells[2]);
  bounds_.bind();
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_UNIFORM_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
}

/// Fills the grid: x is what volume and surface show, which for a slice alone sets the scale only; w is the number.
void VorticityVolume::take(const QuantityGrid& grid, bool sliceAlone) {
  const float sign = grid.wanted.quantity == VortexQuantity::q ? 1 : -1;
  std::vector<std::array<float, 4>> values;
  for (const float value : grid.values)
    values.push_back({sliceAlone ? std::abs(value) : std::max(sign * value, 0.F), 0, 0, value});
  vorticity_.write(values.data(), values.size() * kVector);
}

/// Spreads to cells the parts of the elements that belong to one core radius.
void VorticityVolume::deposit(const VorticityContents& contents, int radiusIndex) {
  zero_.fill(sums_);
  deposit_.with(contents.plane ? Program::Defines{"PLANE"} : Program::Defines{}).use();
  glUniform1i(1, radiusIndex);
  glUniform1f(2, static_cast<float>(bellOf(contents.core).width));
  frame_.bindUniform(0);
  known_.bindStorage(2);
  sums_.bindStorage(3);
  forEachPart(contents, [](std::size_t count) {
    glUniform1ui(0, static_cast<GLuint>(count));
    glDispatchCompute(workGroups(count, kElementGroup), 1, 1);
  });
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Blurs the sums along each axis in turn.
void VorticityVolume::blur(const VorticityBell& bell, int radiusIndex, const BlurPass& pass) {
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, known_.name());
  const auto along = [&](const char* axis, const Buffer& from, const Buffer& to) {
    Program::Defines defines = {axis};
    if (pass.tints) defines.emplace_back("TINTS");
    if (pass.plane) defines.emplace_back("PLANE");
    blur_.with(defines).use();
    glUniform1i(0, radiusIndex);
    glUniform1i(1, bell.order);
    glUniform1f(2, static_cast<float>(bell.reach));
    if (pass.tints) glUniform1f(3, static_cast<float>(pass.least));
    from.bindStorage(3);
    to.bindStorage(4);
    glDispatchComputeIndirect(pass.groups);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  };
  along("ALONG_X", pass.sums, rows_);
  along("ALONG_Y", rows_, planes_);
  along("ALONG_Z", planes_, pass.result);
}

/// Spreads the colours of the elements' rings to cells, weighted by strength.
void VorticityVolume::depositTints(const VorticityContents& contents) {
  if (tints_.name() == 0) {
    tintSums_ = Buffer(budget_ * 4 * sizeof(std::int32_t));  // more than needed
    tints_ = Buffer(budget_ * kVector);
  }
  zero_.fill(tintSums_);
  deposit_.with({"TINTS"}).use();
  glUniform1ui(3, contents.tints->rings > 1 ? contents.tints->places : 1);
  contents.tints->palette.bind(1);
  frame_.bindUniform(0);
  known_.bindStorage(2);
  tintSums_.bindStorage(3);
  forEachPart(contents, [](std::size_t count) {
    glUniform1ui(0, static_cast<GLuint>(count));
    glDispatchCompute(workGroups(count, kElementGroup), 1, 1);
  });
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Sets the opacity of the volume from the vorticity in its columns.
void VorticityVolume::measureColumns(const VorticityContents& contents) {
  zero_.fill(columns_);
  measure_.with({}).use();
  glUniform1i(0, side_ / 2);
  glUniform1f(1, static_cast<float>(fixedTop(contents.view)));
  columns_.bindStorage(5);
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  extinction_.use();
  glUniform1i(0, side_ / 2);
  glUniform1f(1, static_cast<float>(kWantedDepth * contents.view.vorticity));
  columns_.bindStorage(4);
  frame_.bindStorage(6);
  glDispatchCompute(1, 1, 1);
  vorticity_.bindStorage(4);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT);
}

/// Measures the vorticity of the cores, by which pictures in the colours of rings are exposed.
void VorticityVolume::measureCores() {
  if (shares_.name() == 0) shares_ = Buffer(kShares * sizeof(std::uint32_t));
  zero_.fill(shares_);
  shares_.bindStorage(5);
  measure_.with({"SHARES"}).use();
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  measure_.with({"CORES"}).use();
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/// Writes the textures and bricks that the march reads.
void VorticityVolume::store(const VorticityContents& contents) {
  frame_.bindUniform(0);
  known_.bindStorage(2);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, known_.name());
  vorticity_.bindStorage(4);
  measure_.with({"LARGEST"}).use();
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  if (showsVorticityOfRings(contents.view)) measureCores();
  bricksOf_.use();
  bricks_.bindStorage(3);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, frame_.name());
  glDispatchComputeIndirect(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, known_.name());
  if (contents.view.slice != SliceAxis::none || contents.view.isosurface > 0 || contents.atBodies) {
    if (texture_.name() == 0) texture_ = VolumeTexture(GL_RGBA16F, side_);
    store_.with({}).use();
    texture_.bindImage(0);
    glDispatchComputeIndirect(0);
  }
  if (contents.view.vorticity > 0) storeGlow(contents);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  if (contents.view.vorticity == 0 || !contents.fromEye) return;
  glow_.bind(0);
  transmittance_.with({"FROM_EYE"}).use();
  glUniform1i(0, view_.side());
  view_.bindImage(0);
  const auto groups = static_cast<GLuint>(view_.side() / kVolumeRayGroup);
  glDispatchCompute(groups, groups, 1);
}

void VorticityVolume::storeGlow(const VorticityContents& contents) {
  measureColumns(contents);
  if (contents.tints) storeTints(contents.plane);
  if (glow_.name() == 0) glow_ = VolumeTexture(GL_RGBA16F, side_);
  Program::Defines defines = {"GLOW"};
  if (contents.tints) defines.emplace_back("RINGS");
  store_.with(defines).use();
  glUniform1f(1, static_cast<float>(fixedTop(contents.view)));
  const fmm::Vec3 lamp = lampDirection(contents.view, 0);
  glUniform3f(2, static_cast<float>(lamp.x), static_cast<float>(lamp.y), static_cast<float>(lamp.z));
  glow_.bindImage(0);
  glDispatchComputeIndirect(0);
}

/// Writes the rings' colours into the texture that the glow and the surface read.
void VorticityVolume::storeTints(bool plane) {
  if (tintTexture_.name() == 0) tintTexture_ = VolumeTexture(GL_RGBA16F, (side_ + 1) / 2);
  store_.with({"TINTS"}).use();
  glUniform1i(3, plane ? 1 : 0);
  tints_.bindStorage(5);
  tintTexture_.bindImage(0);
  glDispatchComputeIndirect(offsetof(Census, tintGroups));
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  tintTexture_.bind(kTintUnit);
}

void VorticityVolume::bind() const {
  frame_.bindUniform(1);
  known_.bindUniform(2);
  if (texture_.name() != 0) texture_.bind(8);
  if (tintTexture_.name() != 0) tintTexture_.bind(kTintUnit);
}

double VorticityVolume::cores() const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  Census census;
  known_.read(&census, sizeof(census));
  return census.cores > 0 ? census.cores : census.largest;
}

VorticityVolume::Grid VorticityVolume::read() const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  Census census;
  known_.read(&census, sizeof(census));
  struct Frame {
    std::array<std::uint32_t, 4> groups;
    std::array<std::int32_t, 4> cells;
    std::array<std::uint32_t, 4> bricks;
    std::array<float, 4> box;
  } frame;
  frame_.read(&frame, sizeof(frame));
  Grid grid;
  std::copy_n(frame.cells.begin(), 3, grid.cells.begin());
  grid.low = {frame.box[0], frame.box[1], frame.box[2]};
  grid.side = frame.box[3];
  grid.largest = census.largest;
  grid.cores = census.cores > 0 ? census.cores : census.largest;
  const auto count = static_cast<std::size_t>(grid.cells[0]) * static_cast<std::size_t>(grid.cells[1]) *
                     static_cast<std::size_t>(grid.cells[2]);
  std::vector<std::array<float, 4>> values(count);
  if (count > 0) vorticity_.read(values.data(), count * kVector);
  for (const std::array<float, 4>& v : values) grid.vorticity.push_back({v[0], v[1], v[2]});
  return grid;
}

}  // namespace app
