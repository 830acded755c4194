#pragma once

#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "exec/cpu/exec.h"

namespace fmm {

/// Elements and targets in double on the CPU, and a task with them; the caller sets its result arrays.
struct LoadedParticles {
  struct Units {
    double length = 1, strength = 1;  ///< powers of 2
  };

  LoadedParticles(CpuExec& exec, const Elements& elements, const std::vector<Vec3>& targets)
      : LoadedParticles(exec, elements, targets, Units()) {}
  /// Divides lengths and strengths by `units`.
  LoadedParticles(CpuExec& exec, const Elements& elements, const std::vector<Vec3>& targets, const Units& units) {
    task.elementCount = static_cast<Index>(elements.size());
    task.tracerCount = static_cast<Index>(targets.size());
    sources_.resize(task.elementCount);
    targets_.resize(task.tracerCount);
    exec.upload<double>(elements.position, sources_.vector(0));
    exec.upload<double>(elements.strength, sources_.vector(3));
    exec.uploadRow<double>(elements.coreRadius, sources_[6]);
    exec.upload<double>(targets, targets_.vector());
    for (const std::size_t k : {0, 1, 2, 6}) divide(exec, sources_[k], task.elementCount, units.length);
    for (const std::size_t k : {3, 4, 5}) divide(exec, sources_[k], task.elementCount, units.strength);
    for (const std::size_t k : {0, 1, 2}) divide(exec, targets_[k], task.tracerCount, units.length);
    task.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task.tracers = {targets_[0], targets_[1], targets_[2]};
  }
  LoadedParticles(const LoadedParticles&) = delete;
  LoadedParticles& operator=(const LoadedParticles&) = delete;

  FieldTask<double> task;

 private:
  static void divide(CpuExec& exec, double* row, Index count, double unit) {
    if (unit != 1) exec.forEach("fmm::units", count, [row, unit](Index i) { row[i] /= unit; });
  }

  Rows<CpuExec, double, 7> sources_;
  Rows<CpuExec, double, 3> targets_;
};

}  // namespace fmm
