#pragma once

#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "exec/cpu/exec.h"

namespace fmm {

/// Elements and targets in double on the CPU, and the task that has them, with no results yet.
struct LoadedParticles {
  LoadedParticles(CpuExec& exec, const Elements& elements, const std::vector<Vec3>& targets) {
    task.elementCount = static_cast<Index>(elements.size());
    task.tracerCount = static_cast<Index>(targets.size());
    sources_.resize(task.elementCount);
    targets_.resize(task.tracerCount);
    exec.upload<double>(elements.position, sources_.vector(0));
    exec.upload<double>(elements.strength, sources_.vector(3));
    exec.uploadRow<double>(elements.coreRadius, sources_[6]);
    exec.upload<double>(targets, targets_.vector());
    task.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task.tracers = {targets_[0], targets_[1], targets_[2]};
  }
  LoadedParticles(const LoadedParticles&) = delete;
  LoadedParticles& operator=(const LoadedParticles&) = delete;

  FieldTask<double> task;

 private:
  Rows<CpuExec, double, 7> sources_;
  Rows<CpuExec, double, 3> targets_;
};

}  // namespace fmm
