#include "seeding/section_profile.h"

#include <algorithm>
#include <cmath>

#include "fmm/ring_theory.h"
#include "seeding/tube.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// n: terms of the series that undoes the filter; with more terms the edge of a uniform core overshoots.
constexpr int kTerms = 8, kTermsOfEdges = 2;
/// Width in spacings of the Gaussian that replaces a filament, the thinnest that a lattice resolves: its transform is
/// 5e-5 at the wave that the lattice folds back to 0.
constexpr double kThinnest = 1;
/// Length over which the edge of a uniform core is smoothed, over h.
constexpr double kEdge = 0.7;

int termsOf(const Section& section) {
  return section.profile == CoreProfile::uniform ? kTermsOfEdges : kTerms;
}

/// Factor of the strengths over the requested profile: (1 - (1 - f)^n)/f, by its series.
double sharpened(const Section& section, double k) {
  if (section.profile == CoreProfile::filament) return 1;
  const double lost = 1 - coreFilter(section.core, k * section.sigma);
  double sum = 0;
  for (int i = 0; i < termsOf(section); ++i) sum = 1 + lost * sum;
  return sum;
}

/// Transform of a profile of circulation 1.
double askedWave(const Section& section, double k) {
  const double x = k * section.radius;
  if (section.profile == CoreProfile::uniform) return x > 1e-4 ? 2 * std::cyl_bessel_j(1., x) / x : 1 - x * x / 8;
  return std::exp(-x * x / 4);
}

/// Factor of the smoothed edge, flat to k^4: it keeps the mean square.
double edgeWave(const Section& section, double k) {
  if (section.profile != CoreProfile::uniform) return 1;
  const double width = k * kEdge * section.spacing, x = 0.5 * width * width;
  return std::exp(-x) * (1 + x);
}

double widthOf(const Section& section) {
  return section.profile == CoreProfile::filament ? kThinnest * section.spacing : section.radius;
}

Section resolved(Section section) {
  section.radius = widthOf(section);
  return section;
}

/// Wavenumber beyond which the transform is negligible.
double lastWave(const Section& section) {
  return section.profile == CoreProfile::uniform ? 7 / (kEdge * section.spacing) : 11 / section.radius;
}

/// Simpson's rule for int_0^last f(k) dk, fine enough for waves over the distance `reach`.
template <class F>
double integrate(double last, double reach, const F& f) {
  const int pairs = std::max(64, static_cast<int>(2 * last * reach));
  const double step = last / (2 * pairs);
  double sum = f(0.) + f(last);
  for (int i = 1; i < 2 * pairs; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(i * step);
  return sum * step / 3;
}

/// Factor of the blobs for the four nearest images of a wave, by which sums over a lattice differ from integrals: the
/// mean over the directions of the wave.
double imagesAt(const Section& section, double k) {
  constexpr int kDirections = 32;
  const double image = 2 * kPi / section.spacing;
  double sum = 0;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * kPi * (i + 0.5) / kDirections;
    sum += coreFilter(section.core, section.sigma * std::hypot(image + k * std::cos(angle), k * std::sin(angle)));
  }
  return 4 * sum / kDirections;
}

}  // namespace

double sectionExtent(const Section& section, double threshold) {
  constexpr double kLeast = 1e-6;
  const double root = std::sqrt(std::log(1 / std::clamp(threshold, kLeast, 0.5)));
  if (section.profile == CoreProfile::uniform) return section.radius + kEdge * section.spacing * root;
  return widthOf(section) * root;
}

double meanSquare(const Section& section) {
  const double width = widthOf(section);
  return section.profile == CoreProfile::uniform ? width * width / 2 : width * width;
}

double sharpenedBy(const Section& section) {
  if (section.profile == CoreProfile::filament) return 0;
  return filterSpread(section.core) * section.sigma * section.sigma;
}

SectionMade sectionMade(const Section& section) {
  const Section s = resolved(section);
  const double last = kPi / s.spacing, reach = 4 * s.radius, square = s.radius * s.radius;
  const auto placed = [&](double k) { return askedWave(s, k) * edgeWave(s, k) * sharpened(s, k); };
  const auto filter = [&](double k) { return coreFilter(s.core, k * s.sigma); };
  SectionMade all;
  if (s.profile != CoreProfile::uniform) {
    all.peak = integrate(last, reach, [&](double k) { return placed(k) * filter(k) * k; }) * square / 2;
    all.enstrophy = integrate(last, reach, [&](double k) { return std::pow(placed(k) * filter(k), 2) * k; }) * square;
    all.ripple = integrate(last, reach, [&](double k) { return placed(k) * imagesAt(s, k) * k; }) * square / 2;
  }
  const auto smoothed = [&](double k) { return placed(k) * filter(k); };
  all.slowness = -0.5 + integrate(std::max(last, 40 / s.radius), reach, [&](double k) {
    const double asked = askedWave(s, k), step = 1e-4 * last;
    if (k == 0) return 0.;
    if (k >= last) return asked * asked / k;
    const double slope = (smoothed(k + step) - smoothed(k - step)) / (2 * step);
    return (asked * asked - placed(k) * smoothed(k)) / k - placed(k) * slope;
  });
  return all;
}

SectionProfile::SectionProfile(const Section& asked, double threshold) : extent_(sectionExtent(asked, threshold)) {
  const Section section = resolved(asked);
  const double last = lastWave(section);
  const auto points = static_cast<std::size_t>(std::ceil(8 * extent_ / std::min(section.spacing, section.radius / 3)));
  step_ = extent_ / static_cast<double>(points);
  value_.resize(points + 2);
  slope_.resize(points + 2);
  parallelFor(points + 2, [&](std::size_t i) {
    const double s = static_cast<double>(i) * step_;
    const auto wave = [&](double k) {
      return askedWave(section, k) * edgeWave(section, k) * sharpened(section, k) * k / (2 * kPi);
    };
    value_[i] = integrate(last, extent_, [&](double k) { return wave(k) * std::cyl_bessel_j(0., k * s); });
    slope_[i] = -integrate(last, extent_, [&](double k) { return wave(k) * k * std::cyl_bessel_j(1., k * s); });
  });
  makeWhole(asked);
}

/// Makes up for what is beyond the extent: circulation 1, and for a Gaussian the mean square of the whole, unless blobs
/// too wide for it have made its outer part negative.
void SectionProfile::makeWhole(const Section& section) {
  double circulation = 0, square = 0;
  for (std::size_t i = 0; i + 2 < value_.size(); ++i)
    for (const double t : {0.2113248654051871, 0.7886751345948129}) {  // Gauss-Legendre
      const double s = (static_cast<double>(i) + t) * step_, part = kPi * s * step_ * (*this)(s);
      circulation += part;
      square += part * s * s;
    }
  if (section.profile != CoreProfile::uniform) {
    const double whole = meanSquare(section) - 2 * sharpenedBy(section);
    const EdgeLift lift(extent_, 1 - circulation, (whole - square) / (extent_ * extent_),
                        [&](double s) { return 2 * kPi * s * (*this)(s); });
    if (lift.isGentle()) {
      lift_ = lift;
      return;
    }
  }
  for (double& value : value_) value /= circulation;
  for (double& slope : slope_) slope /= circulation;
}

double SectionProfile::operator()(double s) const {
  if (s >= extent_) return 0;
  const auto i = static_cast<std::size_t>(s / step_);
  const double t = s / step_ - static_cast<double>(i), u = 1 - t;
  return lift_(s) * (u * u * (1 + 2 * t) * value_[i] + t * t * (1 + 2 * u) * value_[i + 1] +
                     t * u * step_ * (u * slope_[i] - t * slope_[i + 1]));
}

}  // namespace fmm
