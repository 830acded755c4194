#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/length_unit.h"
#include "core/rows.h"
#include "fmm/error.h"
#include "fmm/particle_views.h"

namespace fmm {

/// Up to `most` of N arrays' items, evenly spread, from either memory.
template <std::size_t N, class Exec>
std::array<std::vector<double>, N> sampleOf(Exec& exec, std::array<InputArray, N> arrays, std::size_t most = 512) {
  const std::size_t count = arrays[0].count, samples = std::min(count, most);
  for (InputArray& array : arrays) {
    array.count = samples;
    if (samples > 0) array.stride *= static_cast<std::ptrdiff_t>(count / samples);
  }
  std::array<std::vector<double>, N> found;
  if (samples == 0) return found;
  if (arrays[0].space == MemorySpace::host) {
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t i = 0; i < samples; ++i) found[k].push_back(readerOf(arrays[k])[static_cast<Index>(i)]);
    return found;
  }
  if constexpr (!Exec::kHostMemory) {
    typename Exec::template Buffer<double> room(N * samples);
    std::array<double*, N> rows{};
    for (std::size_t k = 0; k < N; ++k) rows[k] = room.data() + k * samples;
    exec.template load<double, N>(arrays, {}, rows);
    const auto all = exec.read(static_cast<const double*>(room.data()), N * samples);
    exec.synchronize();
    for (std::size_t k = 0; k < N; ++k) {
      const auto first = all.value().begin() + static_cast<std::ptrdiff_t>(k * samples);
      found[k].assign(first, first + static_cast<std::ptrdiff_t>(samples));
    }
  }
  return found;
}

template <class Exec>
std::vector<Vec3> pointsOf(Exec& exec, const InputVectors& points) {
  const auto found = sampleOf<3>(exec, arraysOf(points));
  std::vector<Vec3> sample;
  for (std::size_t i = 0; i < found[0].size(); ++i) sample.push_back({found[0][i], found[1][i], found[2][i]});
  return sample;
}

/// In place of an execution space for arrays in host memory.
struct HostArrays {
  static constexpr bool kHostMemory = true;
};

/// The unit for these elements and targets, from samples of them: that of the elements' usual distances from their
/// middle, or if they are all in one place of their cores, and of the targets' distances from there where these are
/// larger. A few elements far away do not count.
template <class Exec>
LengthUnit lengthUnitOf(Exec& exec, const ElementViews& elements, const InputVectors& targets) {
  const std::vector<Vec3> sources = pointsOf(exec, elements.position), points = pointsOf(exec, targets);
  const Vec3 middle = medianOf(sources);
  double size = typicalDistance(sources, middle);
  if (size == 0) size = medianOf(sampleOf<1>(exec, {elements.coreRadius})[0]);
  const double reach = typicalDistance(points, middle);
  if (size == 0) size = reach;
  return {size, std::max(size, reach)};
}

/// Vectors in host memory times powers of a factor.
inline std::vector<Vec3> scaledBy(std::vector<Vec3> vectors, double factor, int power = 1) {
  for (Vec3& v : vectors)
    v = {timesPower(v.x, factor, power), timesPower(v.y, factor, power), timesPower(v.z, factor, power)};
  return vectors;
}
/// Elements in host memory with their lengths in the unit.
inline Elements inLengths(const LengthUnit& unit, Elements elements) {
  elements.position = scaledBy(std::move(elements.position), unit.inverse());
  for (double& sigma : elements.coreRadius) sigma *= unit.inverse();
  return elements;
}

/// Multiplies item i of N rows by powers of a factor.
template <class From, class To, std::size_t N>
struct ScaleRows {
  std::array<const From*, N> from;
  std::array<To*, N> to;
  double factor;
  int power;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < N; ++k)
      to[k][i] = static_cast<To>(timesPower(static_cast<double>(from[k][i]), factor, power));
  }
};

/// floatOrigin() of points.
template <class Exec>
Vec3 frameOf(Exec& exec, const InputVectors& points) {
  if (points.size() == 0) return {};
  const NumberRange x = exec.range(points.x), y = exec.range(points.y), z = exec.range(points.z);
  return floatOrigin({x.low, y.low, z.low}, {x.high, y.high, z.high});
}

/// Elements and targets with their lengths in a unit of their own, from the elements' middle where they are far from
/// the origin; strengths are unchanged.
template <class Exec>
class UnitLengths {
 public:
  void load(Exec& exec, const LengthUnit& unit, const ElementViews& elements, const InputVectors& targets) {
    const Vec3 origin = frameOf(exec, elements.position);
    elementCount_ = elements.size();
    targetCount_ = targets.size();
    sources_.resize(static_cast<Index>(elementCount_));
    points_.resize(static_cast<Index>(targetCount_));
    exec.template load<double, 3>(arraysOf(elements.position), {origin.x, origin.y, origin.z}, sources_.vector(0));
    exec.template load<double, 3>(arraysOf(elements.strength), {}, sources_.vector(3));
    exec.template load<double, 1>({elements.coreRadius}, {}, {sources_[6]});
    exec.template load<double, 3>(arraysOf(targets), {origin.x, origin.y, origin.z}, points_.vector());
    scale<3>(exec, unit, sources_.vector(0), elementCount_);
    scale<1>(exec, unit, {sources_[6]}, elementCount_);
    scale<3>(exec, unit, points_.vector(), targetCount_);
    exec.synchronize();
  }
  ElementViews elements() const {
    ElementViews all;
    all.position = {row(sources_, 0, elementCount_), row(sources_, 1, elementCount_), row(sources_, 2, elementCount_)};
    all.strength = {row(sources_, 3, elementCount_), row(sources_, 4, elementCount_), row(sources_, 5, elementCount_)};
    all.coreRadius = row(sources_, 6, elementCount_);
    return all;
  }
  InputVectors targets() const {
    return {row(points_, 0, targetCount_), row(points_, 1, targetCount_), row(points_, 2, targetCount_)};
  }
  std::size_t bytes() const { return sources_.bytes() + points_.bytes(); }

 private:
  template <std::size_t N>
  static void scale(Exec& exec, const LengthUnit& unit, std::array<double*, N> rows, std::size_t count) {
    std::array<const double*, N> from{};
    std::copy(rows.begin(), rows.end(), from.begin());
    exec.forEach("fmm::unitLengths", static_cast<Index>(count),
                 ScaleRows<double, double, N>{from, rows, unit.inverse(), 1});
  }
  template <std::size_t N>
  static StridedSpan<const double> row(const Rows<Exec, double, N>& rows, std::size_t k, std::size_t count) {
    return {rows[k], count, 1, Exec::kHostMemory ? MemorySpace::host : MemorySpace::device};
  }

  Rows<Exec, double, 7> sources_;
  Rows<Exec, double, 3> points_;
  std::size_t elementCount_ = 0, targetCount_ = 0;
};

/// Writes N rows of `count` results in units of `unit`, with `power` of its inverse, to the caller's arrays. Throws
/// InvalidInput if all of them would vanish in these arrays although they are not 0.
template <class Real, std::size_t N, class Exec>
void storeInLengths(Exec& exec, const LengthUnit& unit, int power, const std::array<const Real*, N>& rows, Index count,
                    const std::array<OutputArray, N>& to, const char* what) {
  Rows<Exec, double, N> scaled;
  scaled.resize(count);
  exec.forEach("fmm::unitLengths", count, ScaleRows<Real, double, N>{rows, scaled.all(), unit.inverse(), power});
  exec.template store<double, N>(std::as_const(scaled).all(), count, to);
  exec.synchronize();
  const MemorySpace space = Exec::kHostMemory ? MemorySpace::host : MemorySpace::device;
  const auto largestOf = [&](const InputArray& array) {
    const NumberRange range = exec.range(array);
    return std::max(std::abs(range.low), std::abs(range.high));
  };
  double found = 0, written = 0;
  for (std::size_t k = 0; k < N && count > 0; ++k) {
    found = std::max(found, largestOf(StridedSpan<const Real>{rows[k], static_cast<std::size_t>(count), 1, space}));
    OutputArray part = to[k];
    part.count = static_cast<std::size_t>(count);
    written = std::max(written, largestOf(part));
  }
  const double least = to[0].isDouble ? 2.3e-308 : 1.2e-38;  // with all digits
  if (found > 0 && written < least)
    throw InvalidInput(std::string(what) + " is below the range of " +
                       (to[0].isDouble ? "double at all targets; allowed are lengths and strengths that give more"
                                       : "float at all targets; an array of double reaches farther"));
}

}  // namespace fmm
