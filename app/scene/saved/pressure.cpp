#include "scene/saved/pressure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fmm/field.h"
#include "fmm/ring_theory.h"
#include "scene/saved/buoyancy.h"

namespace app {
namespace {

constexpr double kReach = 4.8;         // of cores, in their radii
constexpr int kBricksPerReach = 2;     // bricks of nodes
constexpr double kNodesPerRadius = 3;  // of elements on no lattice
constexpr double kLeast = 1e-5;        // vorticity over the largest; nodes with less are left out
constexpr std::size_t kMostNodes = std::size_t{1} << 24;

using Brick = std::array<int, 3>;

void keepOneOfEach(std::vector<Brick>& bricks) {
  std::sort(bricks.begin(), bricks.end());
  bricks.erase(std::unique(bricks.begin(), bricks.end()), bricks.end());
}

/// Bricks of this width that vorticity may reach.
std::vector<Brick> bricksAbout(const std::vector<fmm::Vec3>& positions, double width, bool plane) {
  std::vector<Brick> own, all;
  for (const fmm::Vec3& x : positions)
    own.push_back({static_cast<int>(std::floor(x.x / width)), static_cast<int>(std::floor(x.y / width)),
                   plane ? 0 : static_cast<int>(std::floor(x.z / width))});
  keepOneOfEach(own);
  const int layers = plane ? 0 : kBricksPerReach;
  for (const Brick& b : own)
    for (int i = -kBricksPerReach; i <= kBricksPerReach; ++i)
      for (int j = -kBricksPerReach; j <= kBricksPerReach; ++j)
        for (int k = -layers; k <= layers; ++k) all.push_back({b[0] + i, b[1] + j, b[2] + k});
  keepOneOfEach(all);
  return all;
}

/// Nodes in the bricks, `side` along each edge.
std::vector<fmm::Vec3> nodesIn(const std::vector<Brick>& bricks, double width, int side, bool plane) {
  const double h = width / side;
  std::vector<fmm::Vec3> nodes;
  for (const Brick& b : bricks)
    for (int k = 0; k < (plane ? 1 : side); ++k)
      for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i)
          nodes.push_back(
              {b[0] * width + (i + 0.5) * h, b[1] * width + (j + 0.5) * h, plane ? 0 : b[2] * width + (k + 0.5) * h});
  return nodes;
}

/// Nodes where there is vorticity or heat.
struct FlowNodes {
  std::vector<fmm::Vec3> position, vorticity;
  std::vector<double> buoyancy;
};
FlowNodes flowNodes(const fmm::Settings& settings, const fmm::Elements& elements, const std::vector<fmm::Vec3>& nodes) {
  const std::vector<fmm::Vec3> omega = fmm::evaluateVorticity(settings, elements, nodes).vorticity;
  const std::vector<double> b = buoyancyAt(settings, elements, nodes);
  double strongest = 0, warmest = 0;
  for (const fmm::Vec3& w : omega) strongest = std::max(strongest, fmm::norm(w));
  for (const double each : b) warmest = std::max(warmest, std::abs(each));
  FlowNodes kept;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (fmm::norm(omega[i]) <= kLeast * strongest && std::abs(b[i]) <= kLeast * warmest) continue;
    kept.position.push_back(nodes[i]);
    kept.vorticity.push_back(omega[i]);
    kept.buoyancy.push_back(b[i]);
  }
  return kept;
}

std::string reasonAgainst(const fmm::Settings& settings, const fmm::Elements& elements) {
  if (fmm::sticks(settings))
    return settings.bodies.empty() ? "where the fluid sticks to a wall" : "where the fluid sticks to bodies";
  if (fmm::coreFacts(settings.regularisation).filterOrder == 0) return "with cores that are not Gaussian";
  if (elements.size() == 0) return "without vortices";
  if (!(*std::min_element(elements.coreRadius.begin(), elements.coreRadius.end()) > 0))
    return "with cores of no radius";
  if (settings.ground && !elements.heat.empty()) return "with heat over a ground";
  return {};
}

}  // namespace

Pressure::Pressure(const fmm::Settings& settings, const fmm::Elements& elements) : settings_(settings) {
  unknown_ = reasonAgainst(settings, elements);
  if (!isKnown()) return;
  const auto [least, most] = std::minmax_element(elements.coreRadius.begin(), elements.coreRadius.end());
  const bool plane = settings.space == fmm::Space::plane;
  const bool onLattice = settings.redistribution.isOn() && settings.spacing > 0;
  const double width = kReach * *most / kBricksPerReach;
  const double wanted = width / (onLattice ? settings.spacing : *least / kNodesPerRadius);
  const fmm::Elements all = settings.ground ? fmm::mirrored(elements, *settings.ground) : elements;
  settings_.ground.reset();
  const std::vector<Brick> bricks = bricksAbout(all.position, width, plane);
  if (static_cast<double>(bricks.size()) * std::pow(wanted + 1, plane ? 2 : 3) > static_cast<double>(kMostNodes)) {
    unknown_ = "with some cores far thinner than others";
    return;
  }
  const int side = std::max(1, static_cast<int>(std::ceil(wanted - 1e-9)));
  const FlowNodes nodes = flowNodes(settings_, all, nodesIn(bricks, width, side, plane));
  const std::vector<fmm::Vec3> velocity = fmm::evaluateField(settings_, all, nodes.position, false).velocity;
  const double h = width / side, volume = std::pow(h, plane ? 2 : 3);
  const fmm::Vec3 up = fmm::upOf(settings);
  sources_.position = nodes.position;
  sources_.coreRadius.assign(velocity.size(), h);
  for (std::size_t i = 0; i < velocity.size(); ++i)
    sources_.strength.push_back(volume * (fmm::cross(velocity[i], nodes.vorticity[i]) + nodes.buoyancy[i] * up));
  settings_.regularisation = fmm::Regularisation::gaussian8;
}

/// The solver sums u = curl A, lap A = -alpha. Strengths that are chosen of the components of L = u x omega make
/// components of u those of div A, lap(div A) = -div L.
std::vector<double> Pressure::at(const std::vector<fmm::Vec3>& points, const std::vector<fmm::Vec3>& velocity) const {
  const bool plane = settings_.space == fmm::Space::plane;
  fmm::Elements first = sources_, second = sources_;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const fmm::Vec3 l = sources_.strength[i];
    first.strength[i] = plane ? fmm::Vec3{0, 0, l.x} : fmm::Vec3{-l.y, l.x, 0};
    second.strength[i] = plane ? fmm::Vec3{0, 0, l.y} : fmm::Vec3{l.z, 0, 0};
  }
  const std::vector<fmm::Vec3> a = fmm::evaluateField(settings_, first, points, false).velocity,
                               b = fmm::evaluateField(settings_, second, points, false).velocity;
  std::vector<double> pressure;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double divergence = plane ? b[i].x - a[i].y : a[i].z + b[i].y;
    pressure.push_back(-divergence - 0.5 * fmm::dot(velocity[i], velocity[i]));
  }
  return pressure;
}

}  // namespace app
