// The centre lines of rings: circles, waves in the ring's plane, and waves out of it.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/closed_spline.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLargestWave = 0.9;
constexpr int kLargestWaveMode = 1000;
constexpr int kPiecesPerWave = 64;

/// r and its derivatives with respect to phi.
struct Polar {
  double r, slope, bend;
  double speed() const { return std::hypot(r, slope); }
  double curvature() const {
    const double v = speed();
    return (r * r + 2 * slope * slope - r * bend) / (v * v * v);
  }
};

/// r(phi) = radius (1 + amplitude cos(mode phi + phase))
struct PolarWave {
  double radius, amplitude, mode, phase;
  Polar at(double phi) const {
    const double c = amplitude * std::cos(mode * phi + phase);
    const double s = amplitude * std::sin(mode * phi + phase);
    return {radius * (1 + c), -radius * mode * s, -radius * mode * mode * c};
  }
};

/// A circle if there are no waves; a wave of mode 0 scales its radius.
PolarWave radialWave(const Ring& ring) {
  PolarWave wave{ring.radius, ring.waveAmplitude, static_cast<double>(ring.waveMode), ring.wavePhase};
  if (ring.waveMode == 0) {
    wave.radius *= 1 + ring.waveAmplitude * (ring.wavePhase == 0 ? 1 : std::cos(ring.wavePhase));
    wave.amplitude = 0;
  }
  return wave;
}

/// A ring that lies in one plane.
class PlaneRing : public CentreLine {
 public:
  explicit PlaneRing(const Ring& ring) : centre_(ring.centre), basis_(basisAbout(ring.axis)), wave_(radialWave(ring)) {
    if (wave_.amplitude == 0) return;
    const int pieces = kPiecesPerWave * (ring.waveMode + 1);
    arc_.emplace([wave = wave_](double phi) { return wave.at(phi).speed(); }, pieces);
    for (int k = 0; k < pieces; ++k)
      largestCurvature_ = std::max(largestCurvature_, std::abs(wave_.at(2 * kPi * k / pieces).curvature()));
  }

  LinePoint at(double part) const override {
    const double phi = arc_ ? arc_->parameterAt(part * length()) : part * length() / wave_.radius;
    const Vec3 radial = std::cos(phi) * basis_.first + std::sin(phi) * basis_.second;
    const Vec3 azimuthal = cross(basis_.axis, radial);
    const Polar p = wave_.at(phi);
    const Vec3 tangent = (1 / p.speed()) * (p.slope * radial + p.r * azimuthal);
    return {centre_ + p.r * radial, tangent, cross(tangent, basis_.axis), basis_.axis, p.curvature(), 0};
  }
  double length() const override { return arc_ ? arc_->total() : 2 * kPi * wave_.radius; }
  double widestTube() const override { return 1 / std::max(largestCurvature_, 1 / wave_.radius); }

 private:
  Vec3 centre_;
  Basis basis_;
  PolarWave wave_;
  std::optional<ArcLength> arc_;  ///< not used for a circle
  double largestCurvature_ = 0;
};

/// A ring with waves along its axis.
std::unique_ptr<CentreLine> bentRing(const Ring& ring) {
  const auto jet = [centre = ring.centre, basis = basisAbout(ring.axis), wave = radialWave(ring),
                    height = ring.radius * ring.axialAmplitude](double phi) -> CurveJet {
    const Vec3 radial = std::cos(phi) * basis.first + std::sin(phi) * basis.second;
    const Vec3 azimuthal = cross(basis.axis, radial);
    const Polar p = wave.at(phi);
    const double c = height * std::cos(wave.mode * phi + wave.phase);
    const double s = height * std::sin(wave.mode * phi + wave.phase);
    const auto vector = [&](double r, double a, double z) { return r * radial + a * azimuthal + z * basis.axis; };
    return {centre + vector(p.r, 0, c), vector(p.slope, p.r, -wave.mode * s),
            vector(p.bend - p.r, 2 * p.slope, -wave.mode * wave.mode * c), radial};
  };
  return spaceCurve(jet, kPiecesPerWave * (ring.waveMode + 1), std::numeric_limits<double>::infinity());
}

}  // namespace

std::unique_ptr<CentreLine> Ring::centreLine(int component) const {
  requireWithin("component", component, 0, 0);
  requireFinite("ring.centre", centre);
  requireDirection("ring.axis", axis);
  requirePositive("ring.radius", radius);
  requireWithin("ring.waveAmplitude", waveAmplitude, -kLargestWave, kLargestWave);
  requireWithin("ring.axialAmplitude", axialAmplitude, -kLargestWave, kLargestWave);
  requireWithin("ring.waveMode", waveMode, 0, kLargestWaveMode);
  requireFinite("ring.wavePhase", wavePhase);
  if (waveMode == 0 || axialAmplitude == 0) return std::make_unique<PlaneRing>(*this);
  return bentRing(*this);
}

}  // namespace fmm
