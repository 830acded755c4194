#include "mesh/mesh_accuracy.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kPoints = 96;  // quadrature points

/// Midpoint rule for integrals with a window, in t with x = w/2 sin(t), where the window is smooth.
struct Samples {
  double place[kPoints], weight[kPoints];

  explicit Samples(const MeshWindow& window) {
    const double half = 0.5 * window.width;
    for (int n = 0; n < kPoints; ++n) {
      const double t = ((n + 0.5) / kPoints - 0.5) * kPi, root = std::cos(t);
      place[n] = half * std::sin(t);
      weight[n] = half * kPi / kPoints * root * std::exp(window.sharpness * (root - 1));
    }
  }
};

/// int f(x) window(x) dx.
template <class F>
double integrate(const MeshWindow& window, const F& f) {
  const Samples samples(window);
  double sum = 0;
  for (int n = 0; n < kPoints; ++n) sum += f(samples.place[n]) * samples.weight[n];
  return sum;
}

/// Polynomial factor of a core's filter, x = (k sigma)^2/2.
double terms(int order, double x) {
  return 1 + (order > 1 ? x : 0) + (order > 2 ? x * x / 2 : 0) + (order > 3 ? x * x * x / 6 : 0);
}

/// A window's transform at waves from 0 to 3 pi, and the aliasing errors of a mesh with this window.
class Losses {
 public:
  explicit Losses(const MeshWindow& window) : variance_(window.variance()) {
    const Samples samples(window);
    for (int j = 0; j < kPoints; ++j) {  // recurrence for cos(n angle)
      const double twice = 2 * std::cos(samples.place[j] * kPi / kWaves);
      double now = samples.weight[j], before = now * twice / 2;
      for (double& transform : transform_) {
        transform += now;
        before = std::exchange(now, twice * now - before);
      }
    }
    const double whole = transform_[0];
    for (double& transform : transform_) transform = std::abs(transform) / whole;
  }
  double share(double spacing) const { return variance_ * spacing * spacing; }

  /// The largest relative error of a wave k by aliasing: k + 2 pi and k - 2 pi look like k on the mesh, in spreading,
  /// interpolation and the kernel's samples.
  double at(double spacing, int order) const {
    const double square = 1 / (spacing * spacing), rest = square - 2 * variance_;  // sigma^2 and s^2, in spacings
    if (!(rest > 0)) return 1;
    double most = 0;
    for (int n = 0; n <= kWaves; ++n) {
      const double k = n * kPi / kWaves, other = 2 * kPi - k;
      const double x = square * k * k / 2, y = rest * other * other / 2;
      const double window = (of(2 * kWaves - n) + of(2 * kWaves + n)) / of(n);
      most = std::max(most, window * std::exp(-x) * terms(order, x));
      most = std::max(most, std::exp(-y - variance_ * k * k) * terms(order, y * square / rest));
    }
    return most;
  }

 private:
  static constexpr int kWaves = 32;
  double of(int n) const { return transform_[static_cast<std::size_t>(n)]; }

  double variance_;
  std::array<double, 3 * kWaves + 1> transform_ = {};
};

/// The coarsest mesh with windows of this width; spacing 0 if there is none.
MeshAccuracy coarsest(int width, double loss, int order) {
  constexpr double kCoarsest = 0.8, kFinest = 0.28, kStep = 0.02;  // of sigma
  MeshAccuracy best = {{width, 0}, 0, 0, 0};
  for (double perNode = 1.4; perNode < 2.95; perNode += 0.1) {
    const MeshWindow window = {width, perNode * width};
    const Losses losses(window);
    for (double spacing = kCoarsest; spacing >= kFinest && spacing > best.spacing; spacing -= kStep) {
      if (losses.at(spacing, order) > loss) continue;
      best = {window, spacing, losses.share(spacing), 0};
      break;
    }
  }
  return best;
}

}  // namespace

double MeshWindow::transform(double k) const {
  return integrate(*this, [k](double x) { return std::cos(k * x); });
}
std::vector<double> MeshWindow::transforms(Index n) const {
  const Samples samples(*this);
  std::vector<double> all;
  for (Index m = 0; 2 * m <= n; ++m) {
    const double k = 2 * kPi * m / n;
    double sum = 0;
    for (int j = 0; 2 * j < kPoints; ++j) sum += std::cos(k * samples.place[j]) * samples.weight[j];  // one half of it
    all.push_back(2 * sum);
  }
  return all;
}
double MeshWindow::variance() const {
  return integrate(*this, [](double x) { return x * x; }) / transform(0);
}

MeshAccuracy MeshAccuracy::ofTolerance(double tolerance, int order, int mostWidth) {
  constexpr double kField = 3;  // error of a field over that of its waves: upper bound, measured
  constexpr double kMuchFiner = 0.85;
  constexpr double kNoStep = 1e-8;  // most error by the kernel's step where it wraps around
  constexpr int kWider = 3;         // further widths to try, which may allow a much coarser mesh
  MeshAccuracy found[kMostWidth + 1] = {};
  double widest = 0;
  int last = mostWidth;
  for (int width = kLeastWidth; width <= last; ++width) {
    found[width] = coarsest(width, tolerance / kField, order);
    if (found[width].spacing > 0) last = std::min(mostWidth, widest > 0 ? last : width + kWider);
    widest = std::max(widest, found[width].spacing);
  }
  for (int width = kLeastWidth; width <= last; ++width)
    if (found[width].spacing > 0 && found[width].spacing >= kMuchFiner * widest) {
      found[width].fade = tolerance < kNoStep ? width : 0;
      return found[width];
    }
  return {};
}

}  // namespace fmm
