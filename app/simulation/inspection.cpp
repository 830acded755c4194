#include "simulation/inspection.h"

#include <algorithm>
#include <cassert>

#include "camera/camera_rays.h"
#include "fmm/settings.h"

namespace app {
namespace {

constexpr std::size_t kSample = 4096;  // elements, at most: their mean differs invisibly from the true one

constexpr double kStrong = 0.15;   // of the largest strength
constexpr double kCounted = 1e-5;  // of the largest strength

/// Positions whose strengths are at least `share` times the largest one; none if that is 0.
std::vector<fmm::Vec3> pointsOf(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths,
                                double share) {
  double largest = 0;
  for (const fmm::Vec3& alpha : strengths) largest = std::max(largest, fmm::norm(alpha));
  std::vector<fmm::Vec3> strong;
  for (std::size_t i = 0; i < std::min(positions.size(), strengths.size()); ++i)
    if (largest > 0 && fmm::norm(strengths[i]) >= share * largest) strong.push_back(positions[i]);
  return strong;
}

}  // namespace

std::size_t sampleStride(std::size_t count) {
  return std::max<std::size_t>(1, (count + kSample - 1) / kSample);
}

fmm::Vec3 meanPosition(const std::vector<fmm::Vec3>& positions) {
  fmm::Vec3 sum;
  for (const fmm::Vec3& x : positions) sum = sum + x;
  return positions.empty() ? sum : (1.0 / static_cast<double>(positions.size())) * sum;
}

double extentAbout(fmm::Vec3 centre, const std::vector<fmm::Vec3>& positions) {
  double extent = 0;
  for (const fmm::Vec3& x : positions) extent = std::max(extent, fmm::norm(x - centre));
  return extent;
}

std::vector<fmm::Vec3> strongPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths) {
  return pointsOf(positions, strengths, kStrong);
}

std::vector<fmm::Vec3> countedPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths) {
  std::vector<fmm::Vec3> counted = pointsOf(positions, strengths, kCounted);
  return counted.empty() ? positions : counted;
}

std::vector<fmm::Vec3> sampleOfFirst(std::size_t first, std::size_t count, const std::vector<fmm::Vec3>& sample) {
  const std::size_t stride = sampleStride(count), end = std::min((first + stride - 1) / stride, sample.size());
  return {sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(end)};
}

namespace {

/// Position of a particle; indices beyond the elements name their images.
std::optional<fmm::Vec3> positionOf(const ParticleName& name, const fmm::VortexSystem& system,
                                    const ParticleStore& elements, const ParticleStore& tracers) {
  const ParticleStore& store = name.element ? elements : tracers;
  if (name.index < store.count()) return store.position(name.index);
  const std::optional<fmm::GroundPlane>& plane = system.settings().ground;
  if (!name.element || !plane || name.index >= 2 * store.count()) return std::nullopt;
  const fmm::Vec3 x = store.position(name.index - store.count());
  return x - (2 * fmm::height(*plane, x) / fmm::norm(plane->normal)) * plane->normal;
}

}  // namespace

ParticleName particleOf(const fmm::TreeCell& leaf) {
  assert(leaf.elements + leaf.tracers > 0);
  const bool element = leaf.firstElement >= 0;
  return {element, static_cast<std::size_t>(element ? leaf.firstElement : leaf.firstTracer)};
}

TreePicture inspectTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                        const ParticleStore& elements, const ParticleStore& tracers) {
  TreePicture picture;
  picture.cells = system.treeCells();
  if (!picked) return picture;
  const std::optional<fmm::Vec3> position = positionOf(*picked, system, elements, tracers);
  if (!position) return picture;
  picture.picked = leafNearest(picture.cells, *position);
  if (picture.picked) picture.near = system.nearCells(*picture.picked);
  return picture;
}

}  // namespace app
