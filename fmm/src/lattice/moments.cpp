#include "lattice/moments.h"

#include "core/math.h"

namespace fmm {

LatticeMoments momentsOf(const std::array<double, MomentSums<double>::kCount>& s, Vec3 centre) {
  const Vec3 strength = {s[10], s[11], s[12]}, moment = Vec3{s[13], s[14], s[15]} + cross(centre, strength);
  const Vec3 mean = s[0] > 0 ? (1 / s[0]) * Vec3{s[1], s[2], s[3]} : Vec3{};
  return {strength, 0.5 * moment, s[0], centre + mean};
}

LinearCorrection correctionTo(const LatticeMoments& wanted, const std::array<double, MomentSums<double>::kCount>& s,
                              Vec3 centre) {
  const Vec3 strength = {s[10], s[11], s[12]}, moment = {s[13], s[14], s[15]};
  const Vec3 missing = wanted.strength - strength;
  const Vec3 turn = 2 * wanted.impulse - cross(centre, wanted.strength) - moment;
  const double x = s[1], y = s[2], z = s[3], xx = s[4], yy = s[5], zz = s[6], xy = s[7], xz = s[8], yz = s[9];
  // sum |alpha| (a + b x y) = missing,  sum |alpha| y x (a + b x y) = turn.
  const Equations<6> m = {{{s[0], 0, 0, 0, z, -y, missing.x},
                           {0, s[0], 0, -z, 0, x, missing.y},
                           {0, 0, s[0], y, -x, 0, missing.z},
                           {0, -z, y, yy + zz, -xy, -xz, turn.x},
                           {z, 0, -x, -xy, xx + zz, -yz, turn.y},
                           {-y, x, 0, -xz, -yz, xx + yy, turn.z}}};
  const auto c = solveSymmetric<6>(m);
  return {centre, {c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
}

QuadraticCorrection correctionBy(const std::array<double, PlaneSums<double>::kMoments>& missing,
                                 const std::array<double, PlaneSums<double>::kCount>& sums, Vec3 centre) {
  constexpr std::size_t kMoments = PlaneSums<double>::kMoments;
  constexpr std::array<std::size_t, kMoments> kX = {0, 1, 0, 2, 1, 0}, kY = {0, 0, 1, 0, 1, 2};  // powers of x and y
  Equations<kMoments> m{};
  for (std::size_t i = 0; i < kMoments; ++i) {
    for (std::size_t j = 0; j < kMoments; ++j) {
      const std::size_t y = kY[i] + kY[j], degree = kX[i] + kX[j] + y;
      m[i][j] = sums[kMoments + degree * (degree + 1) / 2 + y];
    }
    m[i][kMoments] = missing[i];
  }
  return {centre, solveSymmetric<kMoments>(m)};
}

}  // namespace fmm
