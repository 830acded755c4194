// The expansion operators against direct sums, in scalar double: every translation alone and the whole chain.

#include "expansion/harmonics-inl.h"
#include "expansion/local_derivatives.h"
#include "expansion/m2p.h"
#include "expansion/translations-inl.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace HWY_NAMESPACE {
namespace {

using V = Vector3<double>;

V toVector(Vec3 a) {
  return {a.x, a.y, a.z};
}
V scaled(V a, double s) {
  return {a.x / s, a.y / s, a.z / s};
}

/// A cloud of singular elements in a ball of radius 0.3.
struct Cloud {
  Cloud(Vec3 centre, std::uint64_t seed) {
    fmm_test::Random random(seed);
    for (int i = 0; i < 40; ++i) {
      elements.position.push_back(centre + 0.3 * random.inBall());
      elements.strength.push_back(random.inCube(-1, 1));
      elements.coreRadius.push_back(0);
    }
  }
  std::vector<double> multipole(int p, V centre, double scale) const {
    std::vector<double> q(static_cast<std::size_t>(vectorLength(p)), 0.0);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      p2m<double>(operatorTables(0.0), p, scaled(toVector(elements.position[i]) - centre, scale),
                  toVector(elements.strength[i]), q.data());
    }
    return q;
  }
  Elements elements;
};

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  return std::sqrt(sum / size);
}

/// Relative errors of velocity and gradient of a local expansion around `centre` against the elements' exact field.
std::array<double, 2> errorsOf(int p, const std::vector<double>& local, V centre, double scale, const Elements& e) {
  const auto& tables = operatorTables(0.0);
  std::vector<double> u(local.size()), j(3 * local.size());
  curl(p, local.data(), kInverse4Pi / scale, u.data());
  gradientOf(p, u.data(), 1 / scale, j.data());
  foldNegativeOrders(p - 1, 3, u.data());
  foldNegativeOrders(p - 2, 9, j.data());
  fmm_test::Random random(5);
  std::vector<Vec3> velocity, exactVelocity;
  std::vector<Mat3> gradient, exactGradient;
  for (int t = 0; t < 60; ++t) {
    const Vec3 offset = 0.2 * random.inBall();
    double value[3];
    Mat3 slope;
    l2p<3, 3>(tables, p - 1, scaled(toVector(offset), scale), u.data(), value);
    l2p<9, 9>(tables, p - 2, scaled(toVector(offset), scale), j.data(), slope.m);
    const auto exact = fmm_test::referenceAt(e, Regularisation::cutoff, Vec3{centre.x, centre.y, centre.z} + offset);
    velocity.push_back({value[0], value[1], value[2]});
    gradient.push_back(slope);
    exactVelocity.push_back(exact.velocity);
    exactGradient.push_back(exact.gradient);
  }
  return {fmm_test::errorOf(velocity, exactVelocity).relativeL2, fmm_test::errorOf(gradient, exactGradient).relativeL2};
}

TEST(Operators, M2MGivesTheMultipoleOfTheNewCentre) {
  const Cloud cloud({0.1, -0.2, 0.3}, 1);
  const V from = {0.1, -0.2, 0.3};
  for (const V to : {V{0.3, -0.1, 0.2}, V{0.1, -0.2, 0.5}, V{0.1, -0.2, 0.1}, V{0.1, 0.1, 0.3}, from}) {
    for (const int p : {4, 9, 16}) {
      std::vector<double> moved = cloud.multipole(p, from, 0.3);
      m2m<3>(operatorTables(0.0), p, from - to, 0.3, 0.6, moved.data());
      EXPECT_LT(difference(moved, cloud.multipole(p, to, 0.6)), 1e-14) << "p " << p;
    }
  }
}

TEST(Operators, ChainConvergesAsTheRatioOfRadii) {
  const Cloud cloud({0.1, -0.2, 0.3}, 2);
  const V child = {0.1, -0.2, 0.3}, parent = {0.2, -0.1, 0.25}, localParent = {2.3, 1.4, -0.9},
          localChild = {2.2, 1.5, -1};
  double previousU = 1, previousJ = 1;
  for (const int p : {4, 8, 12, 16}) {
    const auto& tables = operatorTables(0.0);
    std::vector<double> x = cloud.multipole(p, child, 0.3);
    m2m<3>(tables, p, child - parent, 0.3, 0.5, x.data());
    m2l<3>(tables, p, localParent - parent, 0.5, 0.4, x.data());
    l2l<3>(tables, p, localChild - localParent, 0.4, 0.2, x.data());
    const auto [u, j] = errorsOf(p, x, localChild, 0.2, cloud.elements);
    // Rb/(d - Ra) = 0.47/(3 - 0.37): four more orders gain a factor of 900; the test asks for half of it.
    EXPECT_LT(u, previousU / 400) << "p " << p;
    EXPECT_LT(j, previousJ / 200) << "p " << p;
    previousU = u;
    previousJ = j;
  }
  EXPECT_LT(previousU, 1e-11);
}

TEST(Operators, M2LWorksInEveryDirection) {
  const Cloud cloud({}, 3);
  for (const V d :
       {V{3, 0, 0}, V{-3, 0, 0}, V{0, 3, 0}, V{0, -3, 0}, V{0, 0, 3}, V{0, 0, -3}, V{2, -2, 1}, V{-1, 2, -2}}) {
    std::vector<double> l = cloud.multipole(12, {0, 0, 0}, 0.3);
    m2l<3>(operatorTables(0.0), 12, d, 0.3, 0.25, l.data());
    const auto [u, j] = errorsOf(12, l, d, 0.25, cloud.elements);
    EXPECT_LT(u, 1e-10) << d.x << " " << d.y << " " << d.z;
    EXPECT_LT(j, 1e-9) << d.x << " " << d.y << " " << d.z;
  }
}

TEST(Operators, M2PMatchesTheElements) {
  const Cloud cloud({0.2, 0.1, 0}, 4);
  const V centre = {0.2, 0.1, 0};
  const std::vector<double> q = cloud.multipole(12, centre, 0.3);
  for (const V d : {V{2, -1, 2}, V{0, 0, -2.5}, V{-2, 1, 0.1}, V{1e5, 2e5, -1e5}}) {
    double u[3] = {}, j[9] = {};
    m2p(12, q.data(), 0.3, d, u, j);
    const auto exact = fmm_test::referenceAt(cloud.elements, Regularisation::cutoff,
                                             Vec3{centre.x + d.x, centre.y + d.y, centre.z + d.z});
    Mat3 gradient;
    std::copy_n(j, 9, gradient.m);
    EXPECT_LT(fmm_test::errorOf(std::vector<Vec3>{{u[0], u[1], u[2]}}, {exact.velocity}).relativeL2, 1e-9);
    EXPECT_LT(fmm_test::errorOf(std::vector<Mat3>{gradient}, {exact.gradient}).relativeL2, 1e-8);
  }
}

TEST(Operators, SwapIsItsOwnInverse) {
  for (int n = 1; n <= kMaximumOrder; ++n) {
    const auto& tables = operatorTables(0.0);
    for (const double* table : {tables.swap, tables.swapTransposed}) {
      std::vector<double> x(static_cast<std::size_t>(3 * (2 * n + 1))), once(x.size()), twice(x.size());
      fmm_test::Random random(static_cast<std::uint64_t>(n));
      // Coefficients have the size of R_n^m; otherwise round-off would hide errors.
      for (int m = 0; m <= 2 * n; ++m) {
        const int order = m <= n ? m : m - n;
        const double size = table == tables.swap ? tables.inverseFactorial[n + order] * tables.factorial[n - order] : 1;
        for (int c = 0; c < 3; ++c) x[static_cast<std::size_t>(3 * m + c)] = std::sqrt(size) * random.uniform(-1, 1);
      }
      swapAxes<3, 3, 3>(n, table + tables.swapStart[n], x.data(), once.data());
      swapAxes<3, 3, 3>(n, table + tables.swapStart[n], once.data(), twice.data());
      EXPECT_LT(difference(twice, x), 1e-9) << "degree " << n;
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
