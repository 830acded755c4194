#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "core/input_checks.h"
#include "core/seeded_random.h"
#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "seeding/centre_line.h"
#include "seeding/core_filling.h"
#include "seeding/kept_sums.h"
#include "seeding/line_samples.h"

namespace fmm {

/// The line moved outwards of its bends, so that a tube about it keeps its impulse although its mean square along each
/// direction of the section is less by `square` [L^2]: R'^2 = R^2 + square for a circle.
std::unique_ptr<CentreLine> movedOutwards(std::unique_ptr<CentreLine> line, double square);

namespace {

class MovedLine : public CentreLine {
 public:
  MovedLine(std::unique_ptr<CentreLine> line, double square) : line_(std::move(line)), square_(square) {
    constexpr int kSamples = 512;
    for (int i = 0; i < kSamples; ++i)
      length_ += line_->length() / kSamples * growth(line_->at(static_cast<double>(i) / kSamples).curvature);
  }

  LinePoint at(double part) const override {
    LinePoint on = line_->at(part);
    const double growth = this->growth(on.curvature);
    if (on.curvature == 0) return on;
    const Vec3 outwards = std::cos(on.bend) * on.first + std::sin(on.bend) * on.second;
    on.position = on.position + ((growth - 1) / on.curvature) * outwards;
    on.curvature /= growth;
    return on;
  }
  double length() const override { return length_; }
  double widestTube() const override { return line_->widestTube(); }

 private:
  /// Growth of the radius of a circle with this curvature, and so of the line's length.
  double growth(double curvature) const { return std::sqrt(1 + curvature * curvature * square_); }

  std::unique_ptr<CentreLine> line_;
  double square_, length_ = 0;
};

}  // namespace

std::unique_ptr<CentreLine> movedOutwards(std::unique_ptr<CentreLine> line, double square) {
  return std::make_unique<MovedLine>(std::move(line), square);
}

namespace {

constexpr double kPi = 3.14159265358979323846;

using LinePointer = std::unique_ptr<CentreLine>;

Core coreOf(const LineBase& line) {
  return {line.profile, line.coreRadius, line.layout, line.layers};
}

/// "ring.coreRadius", "knot.coreRadius".
std::string fieldOf(const VortexLine& line, const char* member) {
  return std::visit([&](const auto& kind) { return std::string(kind.kName) + "." + member; }, line);
}

/// Change of a^2 if the mean square along each direction changes by `square`.
double radiusChange(CoreProfile profile, double square) {
  return (profile == CoreProfile::uniform ? 4 : 2) * square;
}

/// Widening of a core by blobs along each direction [L^2], if the core can be narrowed by as much; else 0.
double narrowing(const LineBase& line, double sigma, Regularisation blobs) {
  constexpr double kLeast = 1e-6, kMost = 0.75;  // of a^2
  const double square = filterSpread(blobs) * sigma * sigma, all = line.coreRadius * line.coreRadius;
  const double change = radiusChange(line.profile, square);
  return line.profile != CoreProfile::filament && change > kLeast * all && change <= kMost * all ? square : 0;
}

/// Fills a narrower tube, whose blobs make the requested one.
void fillNarrowed(LinePointer line, Filling filling, double square, const LineBase& base, Elements& elements) {
  const double all = base.coreRadius * base.coreRadius;
  const LineSamples asked = samplesOf(*line, line->length());
  const Vec3 impulse = base.circulation * tubeImpulse(asked, base.profile == CoreProfile::uniform ? all / 2 : all);
  const int turns = turnsAbout(asked, base.centre, base.axis);
  filling.core.radius = std::sqrt(all - radiusChange(base.profile, square));
  Elements made;
  fillCore(*movedOutwards(std::move(line), square), filling, made);
  keepSums({impulse, turns * base.circulation, base.centre, base.axis}, made);
  append(elements, made);
}

/// The centre line, if the core fits about it.
LinePointer checkedLine(const LineComponent& of) {
  LinePointer line = lineOf(of);
  const Core core = coreOf(baseOf(of.line));
  if (core.profile != CoreProfile::filament)
    requireTube(fieldOf(of.line, "coreRadius"), core.radius, filledRadius(core.profile, 1), *line);
  return line;
}

}  // namespace

void drawPhase(LineBase& line, std::uint64_t seed) {
  if (line.randomPhase) line.wavePhase = 2 * kPi * SeededRandom(seed, kPhaseStream).uniform(0, 0);
  line.randomPhase = false;
}

LinePointer lineOf(const LineComponent& of) {
  return std::visit([&](const auto& kind) { return kind.centreLine(of.number); }, of.line);
}

void addLine(const LineComponent& of, const Seeding& how, Elements& elements) {
  const LineBase& base = baseOf(of.line);
  LinePointer line = checkedLine({withPhase(of.line, how.seed), of.number});
  requireFinite(fieldOf(of.line, "circulation"), base.circulation);
  const bool balanced = std::visit([](const auto& kind) { return kind.kBalanced; }, of.line);
  const bool closed = balanced || base.layout == CoreLayout::layers;
  const Filling filling = {coreOf(base), base.circulation, how.count, how.sigma, how.ring, how.seed, closed};
  const double square = how.blobs && how.count > 0 ? narrowing(base, how.sigma, *how.blobs) : 0;
  if (square > 0) return fillNarrowed(std::move(line), filling, square, base, elements);
  fillCore(*line, filling, elements);
}

double smoothedRadius(const LineBase& line, double sigma, Regularisation blobs) {
  if (narrowing(line, sigma, blobs) > 0) return line.coreRadius;
  const double square = filterSpread(blobs) * sigma * sigma;
  return std::sqrt(line.coreRadius * line.coreRadius + radiusChange(line.profile, square));
}

double seededRadius(const LineBase& line, double sigma, Regularisation blobs) {
  const double all = line.coreRadius * line.coreRadius;
  return std::sqrt(all - radiusChange(line.profile, narrowing(line, sigma, blobs)));
}

double meanSpacing(const VortexLine& line, std::size_t count) {
  return spacingOf(*checkedLine(line), coreOf(baseOf(line)), count);
}

double lineLength(const VortexLine& line) {
  return lineOf(line)->length();
}

double widestTube(const VortexLine& line) {
  return lineOf(line)->widestTube();
}

}  // namespace fmm
