#pragma once

#include <cstddef>
#include <utility>

#include "core/float_origin.h"
#include "core/particles.h"
#include "core/rows.h"
#include "vortex/system_base.h"

namespace fmm {

/// floatOrigin() of points.
template <class Exec>
Vec3 frameOf(Exec& exec, const InputVectors& points) {
  if (points.size() == 0) return {};
  const NumberRange x = exec.range(points.x), y = exec.range(points.y), z = exec.range(points.z);
  return floatOrigin({x.low, y.low, z.low}, {x.high, y.high, z.high});
}

/// A caller's elements and targets in rows of an execution space, in its precision.
template <class Exec, class Real>
class FieldInputs {
 public:
  /// A task of them that wants nothing yet.
  FieldTask<Real> load(Exec& exec, const ElementViews& elements, const InputVectors& targets) {
    const auto elementCount = static_cast<Index>(elements.size()), targetCount = static_cast<Index>(targets.size());
    const Vec3 origin = frameOf(exec, elements.position);
    sources_.resize(elementCount);
    positions_.resize(targetCount);
    exec.template load<Real, 3>(arraysOf(elements.position), {origin.x, origin.y, origin.z}, sources_.vector(0));
    exec.template load<Real, 3>(arraysOf(elements.strength), {}, sources_.vector(3));
    exec.template load<Real, 1>({elements.coreRadius}, {}, {sources_[6]});
    exec.template load<Real, 3>(arraysOf(targets), {origin.x, origin.y, origin.z}, positions_.vector());
    FieldTask<Real> task;
    task.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task.elementCount = elementCount;
    task.tracers = std::as_const(positions_).vector();
    task.tracerCount = targetCount;
    return task;
  }
  std::size_t bytes() const { return sources_.bytes() + positions_.bytes(); }

 private:
  Rows<Exec, Real, 7> sources_;
  Rows<Exec, Real, 3> positions_;
};

}  // namespace fmm
