#include "fmm/initial_conditions.h"

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/core_filling.h"
#include "seeding/seeded_random.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

template <class Line>
Line drawPhase(Line line, std::uint64_t seed) {
  if (line.randomPhase) line.wavePhase = 2 * kPi * SeededRandom(seed, kPhaseStream).uniform(0, 0);
  line.randomPhase = false;
  return line;
}

template <class Line>
Core coreOf(const Line& line) {
  return {line.profile, line.coreRadius, line.layout, line.layers};
}

using LinePointer = std::unique_ptr<CentreLine>;

/// The line, if its core fits about it.
LinePointer checkedLine(const Ring& ring) {
  LinePointer line = lineOf(ring);
  const Core core = coreOf(ring);
  if (core.profile != CoreProfile::filament)
    requireTube("ring.coreRadius", core.radius, filledRadius(core.profile, 1), *line);
  return line;
}
LinePointer checkedLine(const TorusKnot& knot, int component) {
  LinePointer line = lineOf(knot, component);
  const Core core = coreOf(knot);
  if (core.profile != CoreProfile::filament)
    requireTube("knot.coreRadius", core.radius, filledRadius(core.profile, 1), *line);
  return line;
}

}  // namespace

Ring withPhase(Ring ring, std::uint64_t seed) {
  return drawPhase(ring, seed);
}
TorusKnot withPhase(TorusKnot knot, std::uint64_t seed) {
  return drawPhase(knot, seed);
}

void addRing(const Ring& ring, std::size_t count, double sigma, std::int32_t index, std::uint64_t seed,
             Elements& elements) {
  const Ring drawn = withPhase(ring, seed);
  const LinePointer line = checkedLine(drawn);
  requireFinite("ring.circulation", ring.circulation);
  const bool closed = ring.layout == CoreLayout::layers;  // quasi-random cores keep the strengths of their profile
  fillCore(*line, {coreOf(ring), ring.circulation, count, sigma, index, seed, closed}, elements);
}

void addKnot(const TorusKnot& knot, int component, std::size_t count, double sigma, std::int32_t index,
             std::uint64_t seed, Elements& elements) {
  const LinePointer line = checkedLine(withPhase(knot, seed), component);
  requireFinite("knot.circulation", knot.circulation);
  fillCore(*line, {coreOf(knot), knot.circulation, count, sigma, index, seed, true}, elements);
}

double meanSpacing(const Ring& ring, std::size_t count) {
  return spacingOf(*checkedLine(ring), coreOf(ring), count);
}
double meanSpacing(const TorusKnot& knot, std::size_t count) {
  return spacingOf(*checkedLine(knot, 0), coreOf(knot), count);
}

double lineLength(const Ring& ring) {
  return lineOf(ring)->length();
}
double lineLength(const TorusKnot& knot) {
  return lineOf(knot, 0)->length();
}

double widestTube(const Ring& ring) {
  return lineOf(ring)->widestTube();
}
double widestTube(const TorusKnot& knot) {
  return lineOf(knot, 0)->widestTube();
}

}  // namespace fmm
