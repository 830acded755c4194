#include "fmm/support/support.h"

#include <cmath>
#include <limits>

namespace fmm_test {

fmm::Settings directDouble() {
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.precision = fmm::Precision::real64;
  settings.solver = fmm::SolverKind::direct;
  return settings;
}

fmm::Settings fmmFloat() {
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.precision = fmm::Precision::single;
  settings.solver = fmm::SolverKind::fmm;
  settings.tolerance = 1e-4;
  return settings;
}

fmm::Settings settingsFor(fmm::Backend backend, Regularisation kind, fmm::Precision precision, double tolerance) {
  fmm::Settings settings;
  settings.backend = backend;
  settings.regularisation = kind;
  settings.precision = precision;
  settings.tolerance = tolerance;
  return settings;
}

fmm::Ring filament(Vec3 centre, double circulation) {
  fmm::Ring ring;
  ring.centre = centre;
  ring.circulation = circulation;
  ring.profile = fmm::CoreProfile::filament;
  return ring;
}

void add(const fmm::Ring& ring, std::size_t count, double sigma, Elements& elements) {
  const std::int32_t index = elements.ring.empty() ? 0 : elements.ring.back() + 1;
  fmm::addLine(ring, {count, sigma, index}, elements);
}

Workload speck(std::size_t elements, std::size_t tracers, std::size_t near) {
  Workload work = cube(elements, tracers);
  Random random(7);
  const Vec3 middle = {0.3, 0.3, 0.3};
  const auto around = [&](double reach) {
    for (;;) {
      const Vec3 x = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      if (norm(x) <= 1 && norm(x) > 0.2) return middle + reach * x;
    }
  };
  const double strength = norm(work.elements.strength[0]);
  for (std::size_t k = 0; k < elements; ++k)
    work.add(around(1e-3), {0, 0.1 * strength * random.uniform(), strength}, 1e-4);
  for (std::size_t k = 0; k < near; ++k) work.targets[(k * 7919 + 11) % tracers] = around(1e-2);
  return rounded(thin(work));
}

Elements leapfrogPair(std::size_t countEach, double sigma, double gap) {
  Elements elements;
  add(filament(), countEach, sigma, elements);
  add(filament({0, 0, gap}), countEach, sigma, elements);
  return elements;
}

namespace {

/// A Gaussian core: 4 pi zeta = sqrt(2/pi) exp(-s/2) (bell[0] + bell[1] s + ...) and g = erf(rho/sqrt 2) -
/// sqrt(2/pi) exp(-s/2) (odd[0] rho + odd[1] rho^3 + ...).
struct GaussianShape {
  double bell[4], odd[4];
};

GaussianShape gaussianShape(Regularisation kind) {
  if (kind == Regularisation::gaussian8)
    return {{105. / 16, -63. / 16, 9. / 16, -1. / 48}, {1, -89. / 48, 5. / 12, -1. / 48}};
  return {{1, 0, 0, 0}, {1, 0, 0, 0}};
}

double gaussianDensity(const GaussianShape& shape, double s) {
  return std::sqrt(2 / kPi) * std::exp(-s / 2) *
         (shape.bell[0] + s * (shape.bell[1] + s * (shape.bell[2] + s * shape.bell[3])));
}

/// g = int_0^rho t^2 4 pi zeta(t) dt term by term for s <= 1, where the closed form cancels.
CoreFunction gaussianSeries(const GaussianShape& shape, double s) {
  double bell[24];  // of sqrt(2/pi) exp(-s/2), then of 4 pi zeta, by powers of s
  bell[0] = std::sqrt(2 / kPi);
  for (int n = 1; n < 24; ++n) bell[n] = bell[n - 1] * -0.5 / n;
  for (int n = 23; n >= 0; --n) {
    bell[n] *= shape.bell[0];
    for (int k = 1; k <= 3 && k <= n; ++k) bell[n] += shape.bell[k] * bell[n - k];
  }
  CoreFunction sum{0, 0};
  for (int n = 23; n >= 0; --n) {
    sum.q = sum.q * s + bell[n] / (2 * n + 3);
    if (n > 0) sum.slope = sum.slope * s + n * bell[n] / (2 * n + 3);
  }
  return sum;
}

CoreFunction gaussianClosed(const GaussianShape& shape, double s) {
  const double rho = std::sqrt(s);
  const double odd = rho * (shape.odd[0] + s * (shape.odd[1] + s * (shape.odd[2] + s * shape.odd[3])));
  const double g = std::erf(rho / std::sqrt(2.0)) - (s < 1000 ? std::sqrt(2 / kPi) * std::exp(-s / 2) * odd : 0);
  const double density = s < 1000 ? gaussianDensity(shape, s) : 0;  // dg/drho = rho^2 4 pi zeta
  return {g / (rho * s), density / (2 * s) - 1.5 * g / (rho * s * s)};
}

}  // namespace

CoreFunction coreFunction(Regularisation kind, double s) {
  switch (kind) {
    case Regularisation::cutoff: {
      const double rho = std::sqrt(s);
      return rho <= 1 ? CoreFunction{1 / rho, -0.5 / (rho * s)} : CoreFunction{1 / (rho * s), -1.5 / (rho * s * s)};
    }
    case Regularisation::gaussian:
    case Regularisation::gaussian8:
      return s < 1 ? gaussianSeries(gaussianShape(kind), s) : gaussianClosed(gaussianShape(kind), s);
    case Regularisation::winckelmans:
      return {(s + 2.5) / std::pow(s + 1, 2.5), 1 / std::pow(s + 1, 2.5) - 2.5 * (s + 2.5) / std::pow(s + 1, 3.5)};
    case Regularisation::rosenhead:
      return {1 / std::pow(s + 1, 1.5), -1.5 / std::pow(s + 1, 2.5)};
  }
  return {std::nan(""), std::nan("")};
}

double coreDensity(Regularisation kind, double s) {
  switch (kind) {
    case Regularisation::gaussian:
    case Regularisation::gaussian8:
      return s < 1000 ? gaussianDensity(gaussianShape(kind), s) : 0;
    case Regularisation::cutoff:
    case Regularisation::winckelmans:
    case Regularisation::rosenhead:
      break;
  }
  const CoreFunction core = coreFunction(kind, s);
  return 3 * core.q + 2 * s * core.slope;
}

double coreProfile(Regularisation kind, double rho) {
  return rho == 0 ? 0 : coreFunction(kind, rho * rho).q * rho * rho * rho;
}

PairField referencePair(Regularisation kind, double sigma, Vec3 alpha, Vec3 r) {
  const double r2 = dot(r, r);
  double f = 0;
  double slope = 0;
  if (sigma == 0 || kind == Regularisation::cutoff) {
    if (r2 == 0) return {};
  }
  if (sigma == 0) {
    f = 1 / (r2 * std::sqrt(r2));
    slope = -1.5 * f / r2;
  } else {
    const CoreFunction core = coreFunction(kind, r2 / (sigma * sigma));
    f = core.q / (sigma * sigma * sigma);
    slope = core.slope / (sigma * sigma * sigma * sigma * sigma);
  }
  f /= 4 * kPi;
  slope /= 4 * kPi;
  const Vec3 w = cross(alpha, r);
  const double matrix[9] = {0, -alpha.z, alpha.y, alpha.z, 0, -alpha.x, -alpha.y, alpha.x, 0};
  const double wv[3] = {w.x, w.y, w.z};
  const double rv[3] = {r.x, r.y, r.z};
  PairField pair;
  pair.velocity = f * w;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pair.gradient.m[3 * i + j] = f * matrix[3 * i + j] + 2 * slope * wv[i] * rv[j];
  }
  return pair;
}

PairField referenceAt(const Elements& elements, Regularisation kind, Vec3 target) {
  PairField sum;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const PairField pair =
        referencePair(kind, elements.coreRadius[i], elements.strength[i], target - elements.position[i]);
    sum.velocity = sum.velocity + pair.velocity;
    for (int k = 0; k < 9; ++k) sum.gradient.m[k] += pair.gradient.m[k];
  }
  return sum;
}

ReferenceField referenceField(const Elements& elements, Regularisation kind, const std::vector<Vec3>& targets) {
  ReferenceField field;
  for (const Vec3& target : targets) {
    const PairField at = referenceAt(elements, kind, target);
    field.velocity.push_back(at.velocity);
    field.gradient.push_back(at.gradient);
  }
  return field;
}

Vec3 apply(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[1] * v.y + a.m[2] * v.z, a.m[3] * v.x + a.m[4] * v.y + a.m[5] * v.z,
          a.m[6] * v.x + a.m[7] * v.y + a.m[8] * v.z};
}

Vec3 applyTransposed(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[3] * v.y + a.m[6] * v.z, a.m[1] * v.x + a.m[4] * v.y + a.m[7] * v.z,
          a.m[2] * v.x + a.m[5] * v.y + a.m[8] * v.z};
}

Vec3 referenceStretching(fmm::Stretching scheme, const Mat3& gradient, Vec3 alpha) {
  switch (scheme) {
    case fmm::Stretching::off:
      return {};
    case fmm::Stretching::classical:
      return apply(gradient, alpha);
    case fmm::Stretching::transpose:
      return applyTransposed(gradient, alpha);
    case fmm::Stretching::mixed:
      return 0.5 * (apply(gradient, alpha) + applyTransposed(gradient, alpha));
  }
  return {};
}

namespace {

const Error kInfinite = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::infinity()};

Error errorFrom(std::vector<double> squaredDifference, double exactSquared) {
  const double n = static_cast<double>(squaredDifference.size());
  if (squaredDifference.empty()) return {};
  double sum = 0;
  for (const double d : squaredDifference) sum += d;
  std::sort(squaredDifference.begin(), squaredDifference.end());
  const double rms2 = exactSquared / n;
  const auto at99 = static_cast<std::size_t>(0.99 * (n - 1));
  return {std::sqrt(sum / exactSquared), std::sqrt(squaredDifference[at99] / rms2),
          std::sqrt(squaredDifference.back() / rms2)};
}

}  // namespace

Error errorOf(const std::vector<Vec3>& actual, const std::vector<Vec3>& exact) {
  if (actual.size() != exact.size()) return kInfinite;
  std::vector<double> difference;
  double squared = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Vec3 d = actual[i] - exact[i];
    difference.push_back(dot(d, d));
    squared += dot(exact[i], exact[i]);
  }
  return errorFrom(difference, squared);
}

Error errorOf(const std::vector<Mat3>& actual, const std::vector<Mat3>& exact) {
  if (actual.size() != exact.size()) return kInfinite;
  std::vector<double> difference;
  double squared = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    double d = 0;
    for (int k = 0; k < 9; ++k) {
      d += (actual[i].m[k] - exact[i].m[k]) * (actual[i].m[k] - exact[i].m[k]);
      squared += exact[i].m[k] * exact[i].m[k];
    }
    difference.push_back(d);
  }
  return errorFrom(difference, squared);
}

double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b, Vec3 shift) {
  double most = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) most = std::max(most, fmm::norm(b[i] - a[i] - shift));
  return most;
}

fmm::VortexSystem resumed(const fmm::VortexSystem& from) {
  fmm::VortexSystem system(from.settings(), from.elements(), from.tracers());
  system.setClock(from.time(), from.steps());
  system.setLattice(from.lattice());
  system.setTuning(from.tuning());
  return system;
}

}  // namespace fmm_test
