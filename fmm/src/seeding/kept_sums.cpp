#include "seeding/kept_sums.h"

#include <array>
#include <cmath>

#include "core/math.h"
#include "seeding/centre_line.h"

namespace fmm {
namespace {

constexpr std::size_t kSums = 7;
constexpr double kPi = 3.14159265358979323846;

/// The gradient of the angle about an axis. Its integral along a closed line is 2 pi times the turns.
struct TurnAbout {
  Vec3 centre, axis;
  Vec3 operator()(Vec3 x) const {
    const Vec3 around = cross(axis, x - centre);
    const double square = dot(around, around);
    return square > 0 ? (1 / square) * around : Vec3{};
  }
};

/// Each sum has the form alpha . c(x); these are the seven c at x.
std::array<Vec3, kSums> weightsAt(const TurnAbout& turn, bool turns, Vec3 x) {
  const Vec3 y = x - turn.centre;
  return {{{1, 0, 0},
           {0, 1, 0},
           {0, 0, 1},
           cross({1, 0, 0}, y),
           cross({0, 1, 0}, y),
           cross({0, 0, 1}, y),
           turns ? turn(x) : Vec3{}}};
}

void correct(const KeptSums& wanted, Elements& elements) {
  const TurnAbout turn = {wanted.centre, basisAbout(wanted.axis).axis};
  const bool turns = wanted.circulation != 0;
  Equations<kSums> equations{};
  const double right[kSums] = {
      0, 0, 0, 2 * wanted.impulse.x, 2 * wanted.impulse.y, 2 * wanted.impulse.z, 2 * kPi * wanted.circulation};
  for (std::size_t j = 0; j < kSums; ++j) equations[j][kSums] = right[j];
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 alpha = elements.strength[i];
    const double size = norm(alpha);
    const auto c = weightsAt(turn, turns, elements.position[i]);
    for (std::size_t j = 0; j < kSums; ++j) {
      equations[j][kSums] -= dot(alpha, c[j]);
      for (std::size_t l = 0; l < kSums; ++l) equations[j][l] += size * dot(c[j], c[l]);
    }
  }
  const auto factor = solveSymmetric<kSums>(equations);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto c = weightsAt(turn, turns, elements.position[i]);
    Vec3 change;
    for (std::size_t j = 0; j < kSums; ++j) change = change + factor[j] * c[j];
    elements.strength[i] = elements.strength[i] + norm(elements.strength[i]) * change;
  }
}

}  // namespace

void keepSums(const KeptSums& wanted, Elements& elements) {
  correct(wanted, elements);
  correct(wanted, elements);  // a second time for the round-off
}

}  // namespace fmm
