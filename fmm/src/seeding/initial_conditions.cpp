#include "fmm/initial_conditions.h"

#include <string>

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/core_filling.h"
#include "seeding/seeded_random.h"

namespace fmm {
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

/// The closed line, if its core fits about it.
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

void addLine(const LineComponent& of, std::size_t count, double sigma, std::int32_t index, std::uint64_t seed,
             Elements& elements) {
  const LineBase& base = baseOf(of.line);
  const LinePointer line = checkedLine({withPhase(of.line, seed), of.number});
  requireFinite(fieldOf(of.line, "circulation"), base.circulation);
  const bool balanced = std::visit([](const auto& kind) { return kind.kBalanced; }, of.line);
  const bool closed = balanced || base.layout == CoreLayout::layers;
  fillCore(*line, {coreOf(base), base.circulation, count, sigma, index, seed, closed}, elements);
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
