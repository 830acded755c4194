#include "fmm/wall_velocity.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

#include "fmm/ring_theory.h"
#include "vortex/wall_steps.h"

namespace fmm {
namespace {

constexpr double kReach = 4.5;  // in core radii: where E is 1

/// G(rho) = int_rho^inf (1 - E), docs/math.md, (20.4), over G(0).
double decayOfSlip(int m, double rho) {
  const auto integral = [m](double r) {
    const double s = r * r, bell = std::exp(-s / 2) / std::sqrt(2 * 3.14159265358979323846);
    double g = 2 * bell - r * std::erfc(r / std::sqrt(2.0));
    if (m > 1) g -= bell;
    if (m > 2) g -= bell * (1 - s) / 4;
    if (m > 3) g -= bell * (3 - s * (6 - s)) / 24;
    return g;
  };
  return integral(rho) / integral(0);
}

/// Slip that blobs do not induce, at points of the wall that stand h apart: those under the lattice's nodes.
class HiddenSlip {
 public:
  HiddenSlip(const GroundPlane& plane, bool inPlane, double h) : frame_(fromOrigin(plane), inPlane), h_(h) {}

  Vec3 normal() const { return frame_.direction(frame_.up); }
  /// Of the wall that belongs to a node: an area, in the plane a length.
  double share() const { return frame_.up == 1 ? h_ : h_ * h_; }

  void add(Vec3 at, Vec3 slip) {
    forNodes(at, [&](const Node& node, double weight) {
      Vec3& sum = slip_[node];
      sum = sum + weight * slip;
    });
  }
  Vec3 at(Vec3 x) const {
    Vec3 sum;
    forNodes(x, [&](const Node& node, double weight) {
      const auto found = slip_.find(node);
      if (found != slip_.end()) sum = sum + weight * found->second;
    });
    return sum;
  }

 private:
  using Node = std::pair<long, long>;

  /// With its point below the origin, from which columns are counted: groundFrom().
  static GroundPlane fromOrigin(const GroundPlane& plane) {
    return {-height(plane, Vec3{}) * ((1 / norm(plane.normal)) * plane.normal), plane.normal};
  }

  /// Calls visit(node, weight) with the weights of a cubic spline that keeps sums and first and second moments. In the
  /// plane nodes lie along one axis.
  template <class Visit>
  void forNodes(Vec3 x, const Visit& visit) const {
    const Vec3 away = x - Vec3{frame_.origin.x, frame_.origin.y, frame_.origin.z};
    std::array<long, 2> first{};
    std::array<std::array<double, 4>, 2> weight{};
    weight[1][0] = 1;
    for (std::size_t k = 0; k < static_cast<std::size_t>(frame_.up); ++k) {
      const double place = dot(away, frame_.direction(static_cast<int>(k))) / h_, low = std::floor(place);
      first[k] = static_cast<long>(low) - 1;
      for (std::size_t i = 0; i < 4; ++i) {
        const double d = std::abs(place - (low - 1 + static_cast<double>(i)));
        weight[k][i] = d < 1 ? 1 + d * d * (1.5 * d - 2.5) : d < 2 ? (2 - d) * (2 - d) * (1 - d) / 2 : 0;
      }
    }
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k)
        if (const double w = weight[0][i] * weight[1][k]; w != 0)
          visit(Node{first[0] + static_cast<long>(i), first[1] + static_cast<long>(k)}, w);
  }

  WallFrame frame_;
  double h_;
  std::map<Node, Vec3> slip_;
};

}  // namespace

void addHiddenSlip(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                   std::vector<Vec3>& velocity) {
  assert(points.size() == velocity.size());
  if (settings.wall != Wall::noSlip || !settings.ground || elements.size() == 0) return;
  const int m = coreFacts(settings.regularisation).filterOrder;
  double widest = 0;
  for (const double sigma : elements.coreRadius) widest = std::max(widest, sigma);
  if (widest == 0) return;
  const double h = widest / settings.latticeOverlap;
  HiddenSlip slip(*settings.ground, settings.space == Space::plane, h);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double rho = std::abs(height(*settings.ground, elements.position[i])) / elements.coreRadius[i];
    if (!(rho < kReach)) continue;
    const double part = (1 - slipOfBlobs(m, rho)) / slip.share();
    slip.add(elements.position[i], part * cross(slip.normal(), elements.strength[i]));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double rho = std::abs(height(*settings.ground, points[i])) / widest;
    if (rho < kReach) velocity[i] = velocity[i] + decayOfSlip(m, rho) * slip.at(points[i]);
  }
}

}  // namespace fmm
