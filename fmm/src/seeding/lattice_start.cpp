#include "fmm/initial_conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/input_checks.h"
#include "core/math.h"
#include "fmm/error.h"
#include "fmm/ring_theory.h"
#include "seeding/kept_sums.h"
#include "seeding/lattice_nodes.h"
#include "seeding/line_samples.h"
#include "seeding/section_profile.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSamplesPerSpacing = 3;
/// A line farther from its axis than `kClear` times the root mean square radius of its section gets an exact
/// circulation about the axis; nodes closer to the axis than `kAxis` spacings are then left out.
constexpr double kClear = 2, kAxis = 0.25;
constexpr int kFewTrials = 8;  // of a spacing for a count

std::string fieldOf(const VortexLine& line, const char* member) {
  return std::visit([&](const auto& kind) { return std::string(kind.kName) + "." + member; }, line);
}

/// The centre line. Its core must be narrower than the line's radius, whatever its curvature.
std::unique_ptr<CentreLine> checkedLine(const SeededLine& seeded) {
  const LineComponent component = {withPhase(seeded.line.line, seeded.seed), seeded.line.number};
  const LineBase& base = baseOf(component.line);
  requireFinite(fieldOf(component.line, "circulation"), base.circulation);
  std::unique_ptr<CentreLine> line = lineOf(component);
  if (base.profile != CoreProfile::filament && !(base.coreRadius > 0 && base.coreRadius < base.radius))
    rejectInput(fieldOf(component.line, "coreRadius"), numberText(base.coreRadius),
                "more than 0 and less than " + numberText(base.radius));
  return line;
}

Section sectionOf(const LineBase& line, const LatticePlan& plan, Regularisation core) {
  return {line.profile, line.coreRadius, plan.spacing, plan.overlap * plan.spacing, core};
}

/// The line as seen from a point.
LineSamples from(const Vec3& point, LineSamples line) {
  for (Vec3& x : line.position) x = x - point;
  return line;
}

/// One line at the spacing of the plan, from a node of the lattice.
Elements elementsOf(const SeededLine& seeded, const LatticePlan& plan, const Vec3& origin, Regularisation core) {
  const LineBase& base = baseOf(seeded.line.line);
  const std::unique_ptr<CentreLine> line = checkedLine(seeded);
  const Section section = sectionOf(base, plan, core);
  const LineSamples asked = samplesOf(*line, plan.spacing / kSamplesPerSpacing);
  const LineSamples placed = from(origin, movedOut(asked, sharpenedBy(section)));
  requireNodes(placed, plan.spacing, sectionExtent(section, plan.threshold));
  const SectionProfile profile(section, plan.threshold);
  const std::vector<LatticeNode> nodes =
      nodesAbout(placed, plan.spacing, profile.extent(), [&](double s) { return profile(s); });

  const double h = plan.spacing, volume = h * h * h;
  const Vec3 axis = basisAbout(base.axis).axis;
  const bool clear = clearanceOf(asked, base.centre, axis) > kClear * std::sqrt(meanSquare(section));
  Elements elements;
  for (const LatticeNode& node : nodes) {
    const Vec3 x = origin + h * Vec3{double(node.i), double(node.j), double(node.k)};
    if (clear && norm(cross(axis, x - base.centre)) < kAxis * h) continue;  // a circle's field is 0 there
    elements.position.push_back(x);
    elements.strength.push_back(base.circulation * volume * node.vorticity);
  }
  const std::size_t count = elements.size();
  if (count == 0)
    rejectInput("spacing", numberText(h), "less: no node lies in the core of ring " + std::to_string(seeded.index + 1));
  elements.coreRadius.assign(count, section.sigma);
  elements.ring.assign(count, seeded.index);
  elements.length.assign(count, h);
  elements.volume.assign(count, volume);
  const int turns = clear ? turnsAbout(asked, base.centre, axis) : 0;
  keepSums(
      {base.circulation * tubeImpulse(asked, meanSquare(section)), turns * base.circulation, base.centre, base.axis},
      elements);
  return elements;
}

void requirePlan(const LatticePlan& plan) {
  requirePositive("spacing", plan.spacing);
  requirePositive("overlap", plan.overlap);
  requireWithin("threshold", plan.threshold, 0, 0.5);
}

using Centres = std::vector<std::unique_ptr<CentreLine>>;

Centres centresOf(const std::vector<SeededLine>& lines, std::size_t count) {
  if (lines.empty()) rejectInput("lines", "none", "one or more");
  if (count == 0) rejectInput("count", "0", "1 or more");
  Centres centres;
  for (const SeededLine& line : lines) centres.push_back(checkedLine(line));
  return centres;
}

/// The spacing at which the volume of all sections is that of `count` cells.
double spacingByVolume(const std::vector<SeededLine>& lines, const Centres& centres, double count, LatticePlan plan) {
  plan.spacing = centres.front()->length() / count;
  for (int i = 0; i < 100; ++i) {  // sections of filaments, and edges of others, depend on the spacing
    double volume = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const double extent =
          sectionExtent(sectionOf(baseOf(lines[k].line.line), plan, Regularisation::gaussian), plan.threshold);
      volume += kPi * extent * extent * centres[k]->length();
    }
    plan.spacing = std::cbrt(volume / count);
  }
  return plan.spacing;
}

std::size_t nodesWith(const std::vector<SeededLine>& lines, const Centres& centres, const LatticePlan& plan,
                      const Vec3& origin) {
  std::size_t all = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Section section = sectionOf(baseOf(lines[i].line.line), plan, Regularisation::gaussian);
    const LineSamples samples = from(origin, samplesOf(*centres[i], plan.spacing / kSamplesPerSpacing));
    all += nodesAbout(samples, plan.spacing, sectionExtent(section, plan.threshold), [](double) { return 1.; }).size();
  }
  return all;
}

/// Throws if the chosen spacing is too small; the message says that it follows from `count`, not from the user.
void requireWithinLattice(const Centres& centres, std::size_t count, double spacing, const Vec3& origin) {
  constexpr int kSamples = 100;
  double farthest = 0;
  for (const std::unique_ptr<CentreLine>& line : centres)
    for (int i = 0; i < kSamples; ++i)
      farthest = std::max(farthest, norm(line->at(static_cast<double>(i) / kSamples).position - origin));
  const double least = leastSpacing(farthest);
  if (spacing >= least) return;
  throw InvalidInput(std::to_string(count) + " elements make a lattice of spacing " + numberText(spacing) +
                     ", which does not reach so far from the middle as the lines, " + numberText(farthest) +
                     ": allowed are lines within " + numberText(farthest * spacing / least) +
                     " of it, or a spacing of " + numberText(least) + " or more");
}

}  // namespace

Elements latticeElements(const std::vector<SeededLine>& lines, const LatticePlan& plan, Regularisation core) {
  requirePlan(plan);
  const Vec3 origin = plan.node.value_or(latticeNode(lines));
  Elements all;
  for (const SeededLine& line : lines) append(all, elementsOf(line, plan, origin, core));
  return all;
}

Vec3 latticeNode(const std::vector<SeededLine>& lines) {
  constexpr double kMost = std::numeric_limits<double>::max();
  Vec3 low = {kMost, kMost, kMost}, high = {-kMost, -kMost, -kMost};
  for (const SeededLine& line : lines) {
    const LineBase& base = baseOf(line.line.line);
    const Vec3 x = base.centre;
    const double r = base.radius;
    low = {std::min(low.x, x.x - r), std::min(low.y, x.y - r), std::min(low.z, x.z - r)};
    high = {std::max(high.x, x.x + r), std::max(high.y, x.y + r), std::max(high.z, x.z + r)};
  }
  return lines.empty() ? Vec3{} : floatOrigin(low, high);
}

double roughSpacing(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& plan) {
  return spacingByVolume(lines, centresOf(lines, count), static_cast<double>(count), plan);
}

double spacingFor(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& asked) {
  constexpr int kMostTrials = 40;
  constexpr double kAim = 0.985, kEnough = 0.96, kGrowth = 1.02;
  const Centres centres = centresOf(lines, count);
  LatticePlan plan = asked;
  plan.spacing = spacingByVolume(lines, centres, static_cast<double>(count), plan);
  const Vec3 origin = plan.node.value_or(latticeNode(lines));
  requireWithinLattice(centres, count, plan.spacing, origin);
  double best = 0;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    const double share = static_cast<double>(nodesWith(lines, centres, plan, origin)) / static_cast<double>(count);
    const bool fits = share <= 1;
    if (fits && (best == 0 || plan.spacing < best)) best = plan.spacing;
    if ((fits && share >= kEnough) || (best > 0 && trial >= kFewTrials)) break;
    plan.spacing *= fits || trial < kFewTrials ? std::cbrt(std::max(share, 0.1) / kAim) : kGrowth;
  }
  if (best == 0) rejectInput("count", std::to_string(count), "more for these lines");
  requireWithinLattice(centres, count, best, origin);
  return best;
}

double widestSpacing(const VortexLine& line, double overlap, Regularisation core) {
  // Sections that have to be narrowed lose about twice as much in addition by their end and the bend of the line.
  const double allowed = 0.01 / (1 + 2 * filterSpread(core));
  requirePositive("overlap", overlap);
  const LineBase& base = baseOf(line);
  if (base.profile == CoreProfile::filament) return std::numeric_limits<double>::infinity();
  const auto right = [&](double spacing) {
    const SectionMade made = sectionMade({base.profile, base.coreRadius, spacing, overlap * spacing, core});
    const double slow = made.slowness / std::max(std::log(8 * base.radius / base.coreRadius) - 0.25, 0.5);
    const double worst = std::max({std::abs(1 - made.peak), std::abs(1 - made.enstrophy), made.ripple, std::abs(slow)});
    return worst <= allowed;
  };
  double low = 0.02 * base.coreRadius, high = 4 * base.coreRadius;
  if (!right(low)) return 0;
  for (int i = 0; i < 30; ++i) {
    const double middle = std::sqrt(low * high);
    (right(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace fmm
