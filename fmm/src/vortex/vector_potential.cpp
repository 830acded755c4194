#include <cmath>
#include <utility>

#include "exec/cpu/exec.h"
#include "exec/unit_lengths.h"
#include "expansion/cores/with_core.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// 4 pi psi at one point. An element without a core is singular, and is skipped at its own position.
template <class Core>
Vec3 potentialAt(const Elements& elements, Vec3 y) {
  Vec3 sum;
  for (std::size_t p = 0; p < elements.size(); ++p) {
    const double distance = norm(y - elements.position[p]), sigma = elements.coreRadius[p];
    if (sigma > 0) {
      sum = sum + (Core::potential(distance / sigma) / sigma) * elements.strength[p];
    } else if (distance > 0) {
      sum = sum + (1 / distance) * elements.strength[p];
    }
  }
  return sum;
}

constexpr double kEuler = 0.57721566490153286061;

/// Ein(y) = int_0^y (1 - e^-t)/t dt.
double entireExpint(double y) {
  if (y > 1) return std::log(y) + kEuler - std::expint(-y);
  double term = y, sum = 0;  // (-1)^(k+1) y^k/k!
  for (int k = 1; k < 20; ++k) {
    sum += term / k;
    term *= -y / (k + 1);
  }
  return sum;
}

/// 2 pi times the stream function of a plane vortex with Gamma = 1: -ln r far away. docs/math.md, section 21.
template <class Core>
double streamOf(double square, double sigma) {
  const double s2 = sigma * sigma;
  if constexpr (Core::kFilterOrder > 0) {
    const double y = square / (2 * s2);
    double sum = 0, before = 0, laguerre = 1;  // L_(n-2), L_(n-1)
    for (int n = 1; n < Core::kFilterOrder; ++n) {
      sum += laguerre / n;
      const double next = ((2 * n - 1 - y) * laguerre - (n - 1) * before) / n;
      before = laguerre;
      laguerre = next;
    }
    return (kEuler - std::log(2 * s2) - entireExpint(y) + std::exp(-y) * sum) / 2;
  } else if constexpr (Core::kKind == Regularisation::cutoff) {
    return square < s2 ? (1 - square / s2 - std::log(s2)) / 2 : -std::log(square) / 2;
  } else {
    static_assert(Core::kKind == Regularisation::winckelmans || Core::kKind == Regularisation::rosenhead);
    const double share = Core::kKind == Regularisation::winckelmans ? s2 / (square + s2) : 0;
    return (share - std::log(square + s2)) / 2;
  }
}

/// 4 pi times the stream function at one point, along z.
template <class Core>
Vec3 streamAt(const Elements& elements, Vec3 y) {
  double sum = 0;
  for (std::size_t p = 0; p < elements.size(); ++p) {
    const Vec3 r = y - elements.position[p];
    const double square = r.x * r.x + r.y * r.y, sigma = elements.coreRadius[p];
    if (sigma > 0) {
      sum += elements.strength[p].z * streamOf<Core>(square, sigma);
    } else if (square > 0) {
      sum -= elements.strength[p].z * std::log(square) / 2;
    }
  }
  return {0, 0, 2 * sum};
}

/// The potential with lengths in a unit as it is with lengths as they are.
std::vector<Vec3> fromLengths(const LengthUnit& unit, Space space, const Elements& elements,
                              std::vector<Vec3> potential) {
  if (space == Space::space) return scaledBy(std::move(potential), unit.inverse());
  double circulation = 0;
  for (const Vec3& gamma : elements.strength) circulation += gamma.z;
  for (Vec3& psi : potential) psi.z += circulation * std::log(unit.inverse()) / (2 * kPi);
  return potential;
}

}  // namespace

std::vector<Vec3> vectorPotential(const FieldSettings& settings, const Elements& elements,
                                  const std::vector<Vec3>& targets) {
  if (settings.ground) throw InvalidInput("the vector potential is that of a flow without a ground");
  const ElementViews views = viewOf(elements);
  requireShape(views);
  HostMemory host;
  requireSound(host, views);
  requireInRange(host, Precision::real64, views);
  requireFinite(host, viewOf(targets), "target");
  const InputVectors points = viewOf(targets);
  requireInPlane(host, settings, &views, &points, "target");
  HostArrays memory;
  const LengthUnit unit = lengthUnitOf(memory, views, points);
  if (!unit.isOne())
    return fromLengths(unit, settings.space, elements,
                       vectorPotential(settings, inLengths(unit, elements), scaledBy(targets, unit.inverse())));
  std::vector<Vec3> potential(targets.size());
  withCore(settings.regularisation, [&](auto core) {
    CpuExec(settings.threads)
        .forEachTeam("fmm::vectorPotential", static_cast<Index>(targets.size()), [&](CpuTeam, Index i) {
          const auto k = static_cast<std::size_t>(i);
          using Core = decltype(core);
          potential[k] = (1 / (4 * kPi)) * (settings.space == Space::plane ? streamAt<Core>(elements, targets[k])
                                                                           : potentialAt<Core>(elements, targets[k]));
        });
  });
  return potential;
}

}  // namespace fmm
