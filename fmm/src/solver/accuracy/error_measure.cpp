#include "solver/accuracy/error_measure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <utility>

#include "core/length_unit.h"
#include "core/seeded_random.h"
#include "exec/unit_lengths.h"
#include "expansion/cores/with_core.h"
#include "pairs/reference.h"

namespace fmm {
namespace {

constexpr std::uint64_t kSeed = 1, kEven = 0;  // random streams: kEven of even draws, then one for each mass

/// Draws targets in proportion to `mass`, one in each of `samples` equal parts of its sum.
void drawByMass(const std::vector<double>& mass, double sum, std::size_t samples, const SeededRandom& random,
                std::vector<std::size_t>& indices) {
  std::size_t i = 0;
  double before = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const double at = (static_cast<double>(k) + random.uniform(k, 0)) * sum / static_cast<double>(samples);
    while (i + 1 < mass.size() && before + mass[i] <= at) before += mass[i++];
    while (mass[i] == 0) --i;  // after round-off at the end of the sum
    indices.push_back(i);
  }
}

}  // namespace

std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples) {
  const std::size_t n = std::min(count, samples);
  const SeededRandom random(kSeed, kEven);
  std::vector<std::size_t> indices(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t begin = k * count / n, end = (k + 1) * count / n;
    const double place = random.uniform(k, 0) * static_cast<double>(end - begin);
    indices[k] = std::min(begin + static_cast<std::size_t>(place), end - 1);
  }
  return indices;
}

namespace {

/// Squares of the errors over the largest finite one; values that are not finite count as the largest.
std::vector<double> squaresOverLargest(const std::vector<double>& errors) {
  double largest = 0;
  for (const double error : errors)
    if (std::isfinite(error)) largest = std::max(largest, error);
  std::vector<double> squares;
  for (const double error : errors) {
    const double part = !std::isfinite(error) ? 1 : largest > 0 ? error / largest : 0;
    squares.push_back(part * part);
  }
  return squares;
}

/// 1/k for the k-th largest mass, 0 for a mass of 0. Draws by rank find the largest even where masses have the right
/// order but wrong values.
std::vector<double> byRank(const std::vector<double>& masses) {
  std::vector<std::size_t> order(masses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return masses[a] > masses[b]; });
  std::vector<double> ranked(masses.size(), 0);
  for (std::size_t k = 0; k < order.size() && masses[order[k]] > 0; ++k)
    ranked[order[k]] = 1 / static_cast<double>(k + 1);
  return ranked;
}

}  // namespace

std::vector<std::vector<double>> errorMasses(const std::vector<Vec3>& values, ErrorGuesses guesses) {
  const double unit = unitOf(values);
  std::vector<std::vector<double>> masses(1);
  for (const Vec3& value : values) masses[0].push_back(dot((1 / unit) * value, (1 / unit) * value));
  for (const std::vector<double>* errors : {&guesses.expanded, &guesses.rounded}) {
    std::vector<double> squares = squaresOverLargest(*errors);
    if (std::none_of(squares.begin(), squares.end(), [](double s) { return s > 0; })) continue;
    masses.push_back(byRank(squares));
    masses.push_back(std::move(squares));
  }
  return masses;
}

ErrorSamples drawSamples(std::size_t count, std::size_t samples, const std::vector<std::vector<double>>& masses) {
  ErrorSamples drawn;
  if (samples >= count) {
    drawn.indices.resize(count);
    std::iota(drawn.indices.begin(), drawn.indices.end(), std::size_t{0});
    drawn.weights.assign(count, 1);
    drawn.even = count;
    drawn.all = true;
    return drawn;
  }
  std::vector<double> sums;
  for (const auto& mass : masses) {
    const double sum = std::accumulate(mass.begin(), mass.end(), 0.);
    sums.push_back(std::isfinite(sum) ? sum : 0);
  }
  const auto parts =
      1 + static_cast<std::size_t>(std::count_if(sums.begin(), sums.end(), [](double s) { return s > 0; }));
  const std::size_t each = samples / parts;
  drawn.even = samples - (parts - 1) * each;
  drawn.indices = sampleIndices(count, drawn.even);
  for (std::size_t m = 0; m < masses.size(); ++m)
    if (sums[m] > 0) drawByMass(masses[m], sums[m], each, SeededRandom(kSeed, kEven + 1 + m), drawn.indices);
  for (const std::size_t i : drawn.indices) {
    double expected = static_cast<double>(drawn.even) / static_cast<double>(count);  // number of draws of this target
    for (std::size_t m = 0; m < masses.size(); ++m)
      if (sums[m] > 0) expected += static_cast<double>(each) * masses[m][i] / sums[m];
    drawn.weights.push_back(1 / expected);
  }
  return drawn;
}

namespace {

/// Means of |u - u_exact|^2 and |u_exact|^2 over one kind of target, in the unit of all kinds.
struct KindMeans {
  Estimate error;
  double scale = 0, leastScale = 0;
};

struct KindSamples {
  ErrorSamples drawn;
  std::vector<Vec3> values, exact;
};

double meanSquare(const std::vector<Vec3>& values, double unit) {
  double sum = 0;
  for (const Vec3& v : values) {
    const Vec3 scaled = (1 / unit) * v;
    sum += dot(scaled, scaled);
  }
  return sum / static_cast<double>(values.size());
}

KindMeans meansOf(const KindSamples& samples, const std::vector<Vec3>& all, double unit) {
  std::vector<double> draws;
  for (std::size_t k = 0; k < samples.exact.size(); ++k) {
    const double off = norm((1 / unit) * (samples.values[k] - samples.exact[k]));
    draws.push_back(samples.drawn.weights[k] * off * off / static_cast<double>(all.size()));
  }
  KindMeans means;
  means.error = estimateFrom(draws);
  if (samples.drawn.all) {
    means.error.bound = means.error.value;
    means.scale = means.leastScale = meanSquare(samples.exact, unit);
    return means;
  }
  // The exact values are sampled, the computed ones known at all targets; they differ by the error at most.
  means.scale = meanSquare(all, unit);
  const double least = std::max(0., std::sqrt(means.scale) - std::sqrt(means.error.bound));
  means.leastScale = least * least;
  return means;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What the reference itself may be off, relative to its values: its fits (FitQuality::exact), and the order of its
/// sums, which differs from one instruction set to another.
double referenceOff(const FieldSettings& settings) {
  constexpr double kFits = 3e-12, kSums = 1e-14;
  const bool fitted = withCore(settings.regularisation, [](auto core) { return decltype(core)::kFitted; });
  return fitted && settings.space == Space::space ? kFits : kSums;
}

double ratioOf(double error, double scale) {
  return scale > 0 ? std::sqrt(error / scale) : error == 0 ? 0 : kInfinity;
}

bool areFinite(const std::vector<Vec3>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); });
}

KindSamples sampleKind(const Elements& elements, const MeasuredTargets& kind, MeasuredQuantity quantity,
                       const FieldSettings& settings, const EvaluationReport& report, std::size_t samples) {
  using Masses = std::vector<std::vector<double>>;
  const bool all = samples >= kind.at.size();
  KindSamples out;
  const auto masses = [&] {
    const bool guessed = quantity == MeasuredQuantity::velocity;
    return errorMasses(kind.values, guessed ? guessErrors(elements, kind.at, settings, report) : ErrorGuesses());
  };
  out.drawn = drawSamples(kind.at.size(), samples, all ? Masses() : masses());
  std::vector<Vec3> at;
  for (const std::size_t i : out.drawn.indices) {
    at.push_back(kind.at[i]);
    out.values.push_back(kind.values[i]);
  }
  const auto reference = quantity == MeasuredQuantity::velocity ? referenceVelocities : referenceVorticities;
  out.exact = reference(elements, at, settings);
  return out;
}

/// measureAgainstDirect() with all lengths in `unit`: relative errors stay the same.
MeasuredError measureInLengths(const LengthUnit& unit, const Elements& elements,
                               const std::vector<MeasuredTargets>& kinds, MeasuredQuantity quantity,
                               const FieldSettings& settings, const EvaluationReport& report,
                               const ErrorEffort& effort) {
  const LengthPowers powers = lengthPowers(settings.space);
  const int power = quantity == MeasuredQuantity::velocity ? powers.velocity : powers.vorticity;
  std::vector<std::vector<Vec3>> at, values;
  for (const MeasuredTargets& kind : kinds) {
    at.push_back(scaledBy(kind.at, unit.inverse()));
    values.push_back(scaledBy(kind.values, 1 / unit.inverse(), power));
  }
  std::vector<MeasuredTargets> scaled;
  for (std::size_t k = 0; k < kinds.size(); ++k) scaled.push_back({at[k], values[k]});
  return measureAgainstDirect(inLengths(unit, elements), scaled, quantity, settings, report, effort);
}

}  // namespace

std::string MeasuredError::warning() const {
  if (toleranceKept() != false) return {};
  char text[160];
  std::snprintf(text, sizeof text,
                "the tolerance %.1e is not kept: measured error %.1e, at most %.1e with 99 %% confidence", tolerance,
                relativeL2, bound);
  return text;
}

std::string notKept(double tolerance, double atSamples) {
  char text[160];
  std::snprintf(text, sizeof text, "the tolerance %.1e is not kept: error %.1e at samples", tolerance, atSamples);
  return text;
}

MeasuredError measureAgainstDirect(const Elements& elements, const std::vector<MeasuredTargets>& kinds,
                                   MeasuredQuantity quantity, const FieldSettings& settings,
                                   const EvaluationReport& report, const ErrorEffort& effort) {
  for (const MeasuredTargets& kind : kinds) {
    HostArrays host;
    const LengthUnit unit = lengthUnitOf(host, viewOf(elements), viewOf(kind.at));
    if (!unit.isOne()) return measureInLengths(unit, elements, kinds, quantity, settings, report, effort);
  }
  std::vector<KindSamples> samples;
  std::vector<Vec3> fairValues, fairExact;
  double unit = 0;
  bool finite = true;
  for (const MeasuredTargets& kind : kinds) {
    if (kind.at.empty() || effort.samples == 0) continue;
    const std::uint64_t perTarget = std::max<std::uint64_t>(1, elements.size() * kinds.size());
    samples.push_back(sampleKind(elements, kind, quantity, settings, report,
                                 std::max<std::size_t>(effort.samples, effort.pairs / perTarget)));
    const KindSamples& last = samples.back();
    const auto even = static_cast<std::ptrdiff_t>(last.drawn.even);
    fairValues.insert(fairValues.end(), last.values.begin(), last.values.begin() + even);
    fairExact.insert(fairExact.end(), last.exact.begin(), last.exact.begin() + even);
    finite = finite && areFinite(kind.values) && areFinite(last.exact);
    unit = std::max({unit, unitOf(last.exact), unitOf(kind.values)});
  }
  MeasuredError error = compareVelocities(fairValues, fairExact);
  error.tolerance = promisedTolerance(settings);
  if (samples.empty()) return error;
  if (!finite) {
    error.relativeL2 = error.bound = error.percentile99 = error.maximum = kInfinity;
    return error;
  }

  double value = 0, bound = 0, scale = 0, leastScale = 0;
  std::size_t k = 0, count = 0;
  for (const MeasuredTargets& kind : kinds) {
    if (kind.at.empty()) continue;
    const KindMeans means = meansOf(samples[k], kind.values, unit);
    value += means.error.value;
    bound += means.error.bound;
    scale += means.scale;
    leastScale += means.leastScale;
    count += samples[k++].exact.size();
  }
  error.samples = count;
  error.relativeL2 = ratioOf(value, scale);
  error.bound = ratioOf(bound, leastScale) + (scale > 0 ? referenceOff(settings) : 0);
  return error;
}

}  // namespace fmm
