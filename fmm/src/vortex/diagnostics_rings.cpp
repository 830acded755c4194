#include <cassert>
#include <cmath>
#include <map>

#include "fmm/diagnostics.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Sums over the elements of one ring, in three rounds: what each round needs, the one before has found.
struct RingSums {
  RingMeasures measured;
  Vec3 moment, impulse;  ///< of position; x cross alpha about the centre
  Vec3 motion;           ///< sum |alpha| u + d|alpha|/dt (x - centre)
  double sigma = 0, distance = 0, turn = 0, square = 0;

  void addPosition(Vec3 x, double weight, double core) {
    ++measured.elements;
    measured.strength += weight;
    moment = moment + weight * x;
    sigma += core;
  }
  void findCentre() {
    measured.centre = (1 / measured.strength) * moment;
    measured.sigma = sigma / static_cast<double>(measured.elements);
  }
  void findAxis() {
    const double length = norm(impulse);
    measured.axis = length > 0 ? (1 / length) * impulse : Vec3{};
  }
  void addAcross(Vec3 x, Vec3 alpha, double weight) {
    const Vec3 arm = x - measured.centre;
    const Vec3 out = arm - dot(arm, measured.axis) * measured.axis;
    const double r2 = dot(out, out);
    distance += weight * std::sqrt(r2);
    square += weight * dot(arm, arm);
    if (r2 > 0) turn += dot(cross(measured.axis, out), alpha) / r2;  // alpha_phi/r
  }
  void finish() {
    measured.radius = distance / measured.strength;
    measured.circulation = turn / (2 * kPi);
    // |x - c|^2 = r^2 + h^2, so its mean less R^2 is the mean of (r - R)^2 + h^2.
    const double thick = square / measured.strength - measured.radius * measured.radius;
    measured.thickness = std::sqrt(std::max(thick, 0.0));
    measured.velocity = (1 / measured.strength) * motion;
    measured.speed = dot(measured.velocity, measured.axis);
  }
};

/// The sums of the ring that element i belongs to, found once and kept for neighbours of the same ring.
class SumsByRing {
 public:
  explicit SumsByRing(const Elements& elements) : elements_(elements) {}

  RingSums& of(std::size_t i) {
    const std::int32_t index = elements_.ring.empty() ? 0 : elements_.ring[i];
    if (!last_ || last_->measured.ring != index) {
      last_ = &sums_[index];
      last_->measured.ring = index;
    }
    return *last_;
  }
  std::map<std::int32_t, RingSums>& all() { return sums_; }

 private:
  const Elements& elements_;
  std::map<std::int32_t, RingSums> sums_;
  RingSums* last_ = nullptr;
};

}  // namespace

std::vector<RingMeasures> measureRings(const Elements& elements, const std::vector<Vec3>& velocities,
                                       const std::vector<Vec3>& rates) {
  const std::size_t n = elements.size();
  assert(velocities.empty() || velocities.size() == n);
  assert(rates.empty() || rates.size() == n);
  SumsByRing sums(elements);
  for (std::size_t i = 0; i < n; ++i)
    sums.of(i).addPosition(elements.position[i], norm(elements.strength[i]), elements.coreRadius[i]);
  for (auto& [index, ring] : sums.all()) ring.findCentre();

  for (std::size_t i = 0; i < n; ++i) {
    RingSums& ring = sums.of(i);
    const Vec3 alpha = elements.strength[i], arm = elements.position[i] - ring.measured.centre;
    const double weight = norm(alpha);
    ring.impulse = ring.impulse + cross(arm, alpha);
    const Vec3 u = velocities.empty() ? Vec3{std::nan(""), std::nan(""), std::nan("")} : velocities[i];
    ring.motion = ring.motion + weight * u;
    if (!rates.empty() && weight > 0) ring.motion = ring.motion + dot(alpha, rates[i]) / weight * arm;
  }
  for (auto& [index, ring] : sums.all()) ring.findAxis();

  for (std::size_t i = 0; i < n; ++i)
    sums.of(i).addAcross(elements.position[i], elements.strength[i], norm(elements.strength[i]));
  std::vector<RingMeasures> measured;
  for (auto& [index, ring] : sums.all()) {
    ring.finish();
    measured.push_back(ring.measured);
  }
  return measured;
}

}  // namespace fmm
