#include "pairs/reference.h"

#include <algorithm>
#include <cmath>

#include "pairs/cpu/direct_sum.h"
#include "pairs/cpu/loaded_particles.h"

namespace fmm {

namespace {

enum class Quantity { velocity, vorticity };

std::vector<Vec3> directSums(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                             Quantity quantity) {
  CpuExec exec(settings.threads);
  LoadedParticles particles(exec, elements, targets);
  FieldTask<double>& task = particles.task;
  Rows<CpuExec, double, 3> results;
  results.resize(task.tracerCount);
  (quantity == Quantity::velocity ? task.tracerVelocity : task.tracerVorticity) = results.vector();
  EvaluationReport report;
  DirectSum<CpuExec, double>().evaluate(exec, task, settings, report);
  return exec.download<double>({results[0], results[1], results[2]}, task.tracerCount);
}

}  // namespace

std::vector<Vec3> referenceVelocities(const Elements& elements, const std::vector<Vec3>& targets,
                                      const FieldSettings& settings) {
  return directSums(elements, targets, settings, Quantity::velocity);
}

std::vector<Vec3> referenceVorticities(const Elements& elements, const std::vector<Vec3>& targets,
                                       const FieldSettings& settings) {
  return directSums(elements, targets, settings, Quantity::vorticity);
}

namespace {

std::size_t binOf(double error) {
  if (!(error < INFINITY)) return MeasuredError::kBins - 1;
  const double bin = (std::log10(error) - MeasuredError::kLowestDecade) * MeasuredError::kBinsPerDecade;
  return static_cast<std::size_t>(std::clamp(std::floor(bin), 0., MeasuredError::kBins - 1.));
}

}  // namespace

double unitOf(const std::vector<Vec3>& values) {
  double largest = 0;
  for (const Vec3& v : values)
    for (const double component : {v.x, v.y, v.z})
      if (std::isfinite(component)) largest = std::max(largest, std::abs(component));
  return largest > 0 ? std::ldexp(1., std::ilogb(largest)) : 1;
}

Estimate estimateFrom(const std::vector<double>& draws) {
  constexpr double kQuantile = 4;
  constexpr std::size_t kFewest = 30;  // draws needed to estimate their scatter
  const auto n = static_cast<double>(draws.size());
  double value = 0, second = 0, third = 0;
  for (const double x : draws) value += x;
  for (const double x : draws) {
    const double off = x - value / n;
    second += off * off;
    third += off * off * off;
  }
  if (draws.size() < kFewest) return {value, INFINITY};
  if (!(second > 0)) return {value, value};
  const double variance = second / std::max(1., n - 1), skew = third / n / variance;
  const double upper = kQuantile * std::sqrt(n * variance) * (1 + 2 / n) + skew * (2 * kQuantile * kQuantile + 1) / 6;
  return {value, value + std::max(0., upper)};
}

MeasuredError compareVelocities(const std::vector<Vec3>& velocity, const std::vector<Vec3>& exact) {
  MeasuredError error;
  error.samples = exact.size();
  if (exact.empty()) return error;
  std::vector<double> differences(exact.size());
  double sum = 0, scale = 0;
  const double unit = unitOf(exact);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    differences[i] = norm((1 / unit) * (velocity[i] - exact[i]));
    sum += differences[i] * differences[i];
    const Vec3 scaled = (1 / unit) * exact[i];
    scale += dot(scaled, scaled);
  }
  const double rms = std::sqrt(scale / static_cast<double>(exact.size()));
  for (const double difference : differences) ++error.histogram[difference == 0 ? 0 : binOf(difference / rms)];
  if (scale == 0) {
    error.relativeL2 = error.bound = error.percentile99 = error.maximum = sum == 0 ? 0 : INFINITY;
    return error;
  }
  if (!std::isfinite(sum)) {  // NaNs cannot be sorted
    error.relativeL2 = error.bound = error.percentile99 = error.maximum = std::sqrt(sum / scale);
    return error;
  }
  std::vector<double> squares;
  for (const double difference : differences) squares.push_back(difference * difference);
  error.bound = std::sqrt(estimateFrom(squares).bound / scale);
  std::sort(differences.begin(), differences.end());
  error.relativeL2 = std::sqrt(sum / scale);
  error.percentile99 = differences[differences.size() * 99 / 100] / rms;
  error.maximum = differences.back() / rms;
  return error;
}

}  // namespace fmm
