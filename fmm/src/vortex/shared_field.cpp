// A field whose targets are divided among several ranks.

#include <algorithm>
#include <cmath>

#include "exec/unit_lengths.h"
#include "fmm/field.h"
#include "fmm/shared_field.h"
#include "ranks/tracer_shares.h"
#include "vortex/array_checks.h"
#include "vortex/step_failure.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

/// Values at all targets in the given order, from each rank's own. `all`: target indices in the gathered order.
template <class T>
std::vector<T> gatheredAt(Ranks& ranks, const std::vector<T>& own, const std::vector<std::uint32_t>& all) {
  const std::vector<T> values = ranks.gatheredRows(own);
  std::vector<T> ordered(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) ordered[all[k]] = values[k];
  return ordered;
}

double sumOfSquares(const std::vector<Vec3>& values) {
  double sum = 0;
  for (const Vec3& v : values) sum += dot(v, v);
  return sum;
}

/// A rank's measured error, and the sum of |u|^2 at its targets, which the error is relative to.
struct Measured {
  MeasuredError error;
  double squares = 0, targets = 0;
};

/// The error at all targets, relative to the velocities of all ranks.
MeasuredError errorOfAll(const std::vector<Measured>& parts) {
  double squares = 0, targets = 0, value = 0, bound = 0;
  for (const Measured& part : parts) {
    squares += part.squares;
    targets += part.targets;
    value += part.error.relativeL2 * part.error.relativeL2 * part.squares;
    bound += part.error.bound * part.error.bound * part.squares;
  }
  MeasuredError all;
  const double unit = squares > 0 ? squares : 1;
  all.relativeL2 = std::sqrt(value / unit);
  all.bound = std::sqrt(bound / unit);
  for (const Measured& part : parts) {
    if (part.error.samples == 0) continue;
    const double scale = std::sqrt(part.squares / part.targets / (unit / targets));
    all.samples += part.error.samples;
    all.tolerance = part.error.tolerance;
    all.percentile99 = std::max(all.percentile99, scale * part.error.percentile99);
    all.maximum = std::max(all.maximum, scale * part.error.maximum);
    for (std::size_t k = 0; k < all.histogram.size(); ++k) all.histogram[k] += part.error.histogram[k];
  }
  return all;
}

/// The report of all ranks: sums of counts, the strictest parameters, the longest time.
EvaluationReport reportOfAll(Ranks& ranks, EvaluationReport own) {
  struct Numbers {
    double seconds, theta;
    std::uint64_t nearPairs, correctedPairs;
    std::size_t farPairs, bytes;
    int order;
    int missed;  // 1: the tolerance is not kept
  };
  const Numbers mine = {own.seconds,  own.theta, own.nearPairs, own.correctedPairs,
                        own.farPairs, own.bytes, own.order,     own.toleranceKept == false ? 1 : 0};
  own.nearPairs = own.correctedPairs = 0;
  own.farPairs = own.bytes = 0;
  for (const Numbers& n : ranks.gathered(mine)) {
    own.seconds = std::max(own.seconds, n.seconds);
    own.order = std::max(own.order, n.order);
    if (n.order > 0) own.theta = own.theta > 0 ? std::min(own.theta, n.theta) : n.theta;
    if (n.missed != 0) own.toleranceKept = false;
    own.nearPairs += n.nearPairs;
    own.correctedPairs += n.correctedPairs;
    own.farPairs += n.farPairs;
    own.bytes += n.bytes;
  }
  if (own.toleranceKept == false && own.warning.empty())
    own.warning = "the tolerance is not kept at the targets of other ranks";
  return own;
}

/// Every rank has all elements, and its share of the targets.
RankedField evaluateEverywhere(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                               bool gradient, std::size_t errorSamples, Ranks& ranks) {
  const std::vector<std::uint32_t> own = shareOf(targets, {}, ranks);
  const std::size_t samples = own.empty() ? 0 : errorSamples;
  Settings used = settings;
  used.strict = false;  // what counts is the error of all
  const Field part = evaluateField(used, elements, picked(targets, own), gradient, samples);
  const std::vector<std::uint32_t> order = ranks.gatheredRows(own);
  RankedField all;
  all.velocity = gatheredAt(ranks, part.velocity, order);
  if (gradient) all.gradient = gatheredAt(ranks, part.gradient, order);
  all.report = reportOfAll(ranks, part.report);
  all.error =
      errorOfAll(ranks.gathered(Measured{part.error, sumOfSquares(part.velocity), static_cast<double>(own.size())}));
  all.loads = ranks.gathered(RankLoad{elements.size(), own.size(), 0, 0, part.report.bytes});
  return all;
}

/// This rank's part of `all`, divided into equal parts of successive items.
template <class T>
std::vector<T> itemsOf(const std::vector<T>& all, const Ranks& ranks) {
  const auto at = [&](int rank) {
    return all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(rank) * all.size() /
                                                     static_cast<std::size_t>(ranks.size()));
  };
  return {at(ranks.rank()), at(ranks.rank() + 1)};
}

/// Elements are divided among the ranks; each rank measures the error at a part of the targets.
RankedField evaluateByParts(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                            bool gradient, std::size_t errorSamples, Ranks& ranks) {
  const Elements ownElements = partOf(elements, ranks);
  const std::vector<Vec3> own = partOf(targets, ranks);
  RankedField all;
  all.sharing = ElementSharing::shared;
  static_cast<Field&>(all) = withinTolerance(settings, [&](const Settings& used) {
    SharedField shared(used, ranks, ownElements, own, {gradient, false, false});
    shared.evaluate();
    const SharedResults part = shared.results();
    Field field;
    field.velocity = ranks.gatheredRows(part.velocity);
    if (gradient) field.gradient = ranks.gatheredRows(part.gradient);
    field.report = reportOfAll(ranks, shared.report());
    if (errorSamples > 0) field.error = measureError(shared, ranks, elements, ownElements, own, errorSamples);
    all.loads = ranks.gathered(shared.load());
    return field;
  });
  return all;
}

}  // namespace

std::vector<Vec3> partOf(const std::vector<Vec3>& all, const Ranks& ranks) {
  return itemsOf(all, ranks);
}

Elements partOf(const Elements& all, const Ranks& ranks) {
  Elements part;
  part.position = itemsOf(all.position, ranks);
  part.strength = itemsOf(all.strength, ranks);
  part.coreRadius = itemsOf(all.coreRadius, ranks);
  return part;
}

MeasuredError measureError(const SharedField& field, Ranks& ranks, const Elements& all, const Elements& elements,
                           const std::vector<Vec3>& targets, std::size_t samples) {
  constexpr std::uint64_t kPairs = std::uint64_t{1} << 28;
  const SharedResults found = field.results();
  Measured own;
  std::vector<MeasuredTargets> kinds;
  const auto add = [&](const std::vector<Vec3>& at, const std::vector<Vec3>& values) {
    if (values.empty()) return;
    kinds.push_back({at, values});
    own.squares += sumOfSquares(values);
    own.targets += static_cast<double>(values.size());
  };
  add(elements.position, found.elementVelocity);
  add(targets, found.velocity);
  if (!kinds.empty() && samples > 0)
    own.error = measureAgainstDirect(inducing(field.settings(), all), kinds, MeasuredQuantity::velocity,
                                     field.settings(), field.report(), {samples, kPairs});
  return errorOfAll(ranks.gathered(own));
}

Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples, Ranks& ranks) {
  return evaluateField(settings, elements, targets, gradient, errorSamples, ranks, ElementSharing::everywhere);
}

RankedField evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                          bool gradient, std::size_t errorSamples, Ranks& ranks, ElementSharing sharing) {
  HostMemory host;
  requireFinite(host, viewOf(targets), "target");  // here: with some of the targets a rank would report another index
  requireSound(host, viewOf(elements));
  HostArrays memory;
  const bool usual = lengthUnitOf(memory, viewOf(elements), viewOf(targets)).isOne();
  const bool everywhere =
      !usual || resolve(sharing, settings, elements, targets, {gradient}, ranks.size()) == ElementSharing::everywhere;
  const auto evaluate = everywhere ? evaluateEverywhere : evaluateByParts;
  RankedField all = evaluate(settings, elements, targets, gradient, errorSamples, ranks);
  static_cast<Field&>(all) = judged(settings, std::move(all));
  return all;
}

}  // namespace fmm
