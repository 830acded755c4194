// The unrolled translations of the GPU, whole or degree by degree, against those that all backends share, on one
// component of a vector expansion: the coefficients agree to round-off.

#include "expansion/degreewise_translations-inl.h"
#include "expansion/harmonics-inl.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace HWY_NAMESPACE {
namespace {

using V = Vector3<double>;

const V kShifts[] = {{0.9, -1.1, 0.6}, {-2, 0, 0}, {0, 1.7, 0}, {0, 0, 2.1}, {0, 0, -1.8}, {-0.4, 1.5, -1.2}};

/// Multipole expansion of random elements in the unit ball: test coefficients of a realistic size.
std::vector<double> randomMultipole(int p, std::uint64_t seed) {
  fmm_test::Random random(seed);
  std::vector<double> q(static_cast<std::size_t>(vectorLength(p)), 0.0);
  for (int i = 0; i < 50; ++i) {
    const Vec3 x = random.inBall(), alpha = random.inCube(-1, 1);
    p2m<double>(operatorTables(0.0), p, {x.x, x.y, x.z}, {alpha.x, alpha.y, alpha.z}, q.data());
  }
  return q;
}

/// Largest relative difference |a - b|/|b| of any degree of two expansions of one component; NaN if a coefficient is.
double difference(int p, const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (int n = 0; n <= p; ++n) {
    double sum = 0, size = 0;
    for (int i = n * n; i < (n + 1) * (n + 1); ++i) {
      const auto k = static_cast<std::size_t>(kComponentStride * i);
      sum += (a[k] - b[k]) * (a[k] - b[k]);
      size += b[k] * b[k];
    }
    const double part = std::sqrt(sum / size);
    if (std::isnan(part)) return part;
    worst = std::max(worst, part);
  }
  return worst;
}

template <int P>
void expectTheSharedTranslations() {
  const auto& tables = operatorTables(0.0);
  for (const V d : kShifts) {
    const std::vector<double> q = randomMultipole(P, P);
    std::vector<double> shared = q, fixed(q.size());
    m2m<1>(tables, P, d, 0.7, 1.3, shared.data());
    FixedTranslations<double, P>::m2m(d, 0.7, 1.3, q.data(), fixed.data());
    EXPECT_LT(difference(P, fixed, shared), 1e-12) << "M2M, p " << P << ", " << d.x << " " << d.y << " " << d.z;

    shared = q;
    m2l<1>(tables, P, d, 0.5, 0.4, shared.data());
    FixedTranslations<double, P>::m2l(d, 0.5, 0.4, q.data(), fixed.data());
    EXPECT_LT(difference(P, fixed, shared), 1e-12) << "M2L, p " << P << ", " << d.x << " " << d.y << " " << d.z;

    const std::vector<double> local = shared;
    fixed = local;
    l2l<1>(tables, P, d, 0.4, 0.3, shared.data());
    FixedTranslations<double, P>::l2l(d, 0.4, 0.3, fixed.data(), fixed.data());
    EXPECT_LT(difference(P, fixed, shared), 1e-12) << "L2L, p " << P << ", " << d.x << " " << d.y << " " << d.z;
  }
}

TEST(FixedTranslations, AreTheSharedOnesAtOrder4) {
  expectTheSharedTranslations<4>();
}
TEST(FixedTranslations, AreTheSharedOnesAtOrder5) {
  expectTheSharedTranslations<5>();
}
TEST(FixedTranslations, AreTheSharedOnesAtOrder8) {
  expectTheSharedTranslations<8>();
}
TEST(FixedTranslations, AreTheSharedOnesAtOrder12) {
  expectTheSharedTranslations<12>();
}

TEST(DegreewiseTranslations, AreTheSharedOnesAtEveryOrder) {
  using Degreewise = DegreewiseTranslations<double>;
  const auto& tables = operatorTables(0.0);
  for (int p = kMinimumOrder; p <= kMaximumOrder; ++p) {
    for (const V d : kShifts) {
      const std::vector<double> q = randomMultipole(p, static_cast<std::uint64_t>(p));
      std::vector<double> shared = q, degreewise = q;
      m2m<1>(tables, p, d, 0.7, 1.3, shared.data());
      Degreewise::m2m(tables, p, d, 0.7, 1.3, degreewise.data());
      EXPECT_LT(difference(p, degreewise, shared), 1e-12) << "M2M, p " << p << ", " << d.x << " " << d.y << " " << d.z;

      shared = degreewise = q;
      m2l<1>(tables, p, d, 0.5, 0.4, shared.data());
      Degreewise::m2l(tables, p, d, 0.5, 0.4, degreewise.data());
      EXPECT_LT(difference(p, degreewise, shared), 1e-12) << "M2L, p " << p << ", " << d.x << " " << d.y << " " << d.z;

      degreewise = shared;
      l2l<1>(tables, p, d, 0.4, 0.3, shared.data());
      Degreewise::l2l(tables, p, d, 0.4, 0.3, degreewise.data());
      EXPECT_LT(difference(p, degreewise, shared), 1e-12) << "L2L, p " << p << ", " << d.x << " " << d.y << " " << d.z;
    }
  }
}

/// Translating one component, as a thread of the GPU does, gives the same as translating all three together.
TEST(SharedTranslations, TreatEveryComponentAlike) {
  const auto& tables = operatorTables(0.0);
  const V d = {0.9, -1.1, 0.6};
  const std::vector<double> q = randomMultipole(9, 1);
  std::vector<double> together = q, apart = q;
  m2m<3>(tables, 9, d, 0.7, 1.3, together.data());
  m2l<3>(tables, 9, d, 0.5, 0.4, together.data());
  l2l<3>(tables, 9, d, 0.4, 0.3, together.data());
  for (int c = 0; c < 3; ++c) {
    m2m<1>(tables, 9, d, 0.7, 1.3, apart.data() + c);
    m2l<1>(tables, 9, d, 0.5, 0.4, apart.data() + c);
    l2l<1>(tables, 9, d, 0.4, 0.3, apart.data() + c);
  }
  EXPECT_LT(difference(9, apart, together), 1e-14);
}

TEST(Harmonics, TwoLanesGiveWhatOneElementDoes) {
  const auto& tables = operatorTables(0.0);
  const V offset = {0.3, -0.5, 0.4};
  for (const int p : {4, 7, 16}) {
    std::vector<double> q(static_cast<std::size_t>(vectorLength(p)), 0.0);
    p2m<double>(tables, p, offset, {1, 0, 0}, q.data());
    constexpr int kStride = 2;
    std::vector<double> harmonics(static_cast<std::size_t>(kStride * coefficientCount(p)), 0.0);
    everySecondHarmonic(tables, p, 0, offset, kStride, harmonics.data());
    everySecondHarmonic(tables, p, 1, offset, kStride, harmonics.data());
    for (int i = 0; i < coefficientCount(p); ++i) {
      const double expected = q[static_cast<std::size_t>(3 * i)];
      EXPECT_NEAR(harmonics[static_cast<std::size_t>(kStride * i)], expected, 1e-15 * std::abs(expected) + 1e-18);
    }
  }
}

TEST(Harmonics, L2PWithConstantsOfTheCompilerIsL2PWithTables) {
  constexpr int kDegree = 11;
  fmm_test::Random random(2);
  std::vector<double> plain(static_cast<std::size_t>(3 * coefficientCount(kDegree))), padded;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    plain[i] = random.uniform(-1, 1);
    padded.push_back(plain[i]);
    if (i % 3 == 2) padded.push_back(0);  // four numbers a coefficient
  }
  const V offset = {-0.4, 0.6, 0.5};
  double expected[3], unrolled[3];
  l2p<3, 3>(operatorTables(0.0), kDegree, offset, plain.data(), expected);
  l2p<3, 4>(FixedConstants<double>(), Fixed<kDegree>(), offset, padded.data(), unrolled);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(unrolled[c], expected[c], 1e-14);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
