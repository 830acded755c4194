#include "solver/error_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/error_samples.h"
#include "solver/reference.h"

namespace fmm {
namespace {

/// One kind of targets: means of |u - u_exact|^2 and |u_exact|^2 in the unit of all kinds.
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
  // Of all targets the computed values are known, which are as far from the exact ones as the error says.
  means.scale = meanSquare(all, unit);
  const double least = std::max(0., std::sqrt(means.scale) - std::sqrt(means.error.bound));
  means.leastScale = least * least;
  return means;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  out.exact = reference(elements, at, settings.regularisation, settings.threads);
  return out;
}

}  // namespace

MeasuredError measureAgainstDirect(const Elements& elements, const std::vector<MeasuredTargets>& kinds,
                                   MeasuredQuantity quantity, const FieldSettings& settings,
                                   const EvaluationReport& report, const ErrorEffort& effort) {
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
  error.bound = ratioOf(bound, leastScale);
  return error;
}

}  // namespace fmm
