#pragma once

#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "exec/cpu/exec.h"
#include "fmm/workloads.h"

namespace fmm_test {

/// A workload's elements and targets in CPU rows, and a task with them but without results.
template <class Real>
struct FieldRows {
  explicit FieldRows(const fmm::workloads::Workload& work, int threads = 2) : exec(threads) {
    task.elementCount = static_cast<fmm::Index>(work.elements.size());
    task.tracerCount = static_cast<fmm::Index>(work.targets.size());
    sources.resize(task.elementCount);
    positions.resize(task.tracerCount);
    exec.upload<Real>(work.elements.position, sources.vector(0));
    exec.upload<Real>(work.elements.strength, sources.vector(3));
    exec.uploadRow<Real>(work.elements.coreRadius, sources[6]);
    exec.upload<Real>(work.targets, positions.vector());
    const fmm::Rows<fmm::CpuExec, Real, 7>& s = sources;
    task.elements = {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
    task.tracers = {positions[0], positions[1], positions[2]};
  }
  std::vector<fmm::Vec3> vectors(fmm::Rows<fmm::CpuExec, Real, 3>& rows, fmm::Index count) {
    return exec.download<Real>({rows[0], rows[1], rows[2]}, count);
  }

  fmm::CpuExec exec;
  fmm::Rows<fmm::CpuExec, Real, 7> sources;
  fmm::Rows<fmm::CpuExec, Real, 3> positions;
  fmm::FieldTask<Real> task;
};

}  // namespace fmm_test
