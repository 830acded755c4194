#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "ranks/host_rows.h"
#include "ranks/tracer_scatter.h"
#include "vortex/crew_base.h"
#include "vortex/shared_solver.h"

namespace fmm {

/// One of the ranks that serve rank 0: it is given all elements and a stretch of the tracers, takes its part in the
/// SharedSolver of all, and gives back what it has summed at its tracers.
template <class Exec, class Real>
class CrewMember final : public CrewBase {
 public:
  CrewMember(Ranks& ranks, const CrewCall& begin) : ranks_(ranks), exec_(begin.settings.threads) {
    solver_.share(&ranks);
  }

  void serve(const CrewCall& call) override {
    std::vector<std::size_t> cuts(static_cast<std::size_t>(ranks_.size()) + 1);
    ranks_.broadcast(cuts.data(), cuts.size() * sizeof cuts[0]);
    FieldTask<Real> task;
    receiveElements(call, task);
    receiveTracers(cuts, task);
    task.elementVelocity = elementVelocity_.vector();
    if (call.elementGradient) task.elementGradient = elementGradient_.all();
    if (call.elementVorticity) task.elementVorticity = elementVorticity_.vector();
    task.tracerVelocity = tracerVelocity_.vector();
    if (call.tracerVorticity) task.tracerVorticity = tracerVorticity_.vector();
    if (call.anew) {
      solver_.forgetShares();
      solver_.adopt(call.tuning, call.settings);
    }
    EvaluationReport report;
    solver_.evaluate(exec_, task, call.settings, report, call.check, true);
    giveBack(cuts, std::as_const(tracerVelocity_).vector(), task.tracerCount);
    if (call.tracerVorticity) giveBack(cuts, std::as_const(tracerVorticity_).vector(), task.tracerCount);
    CrewWork::of(report).ofAll(ranks_);
  }

 private:
  void receiveElements(const CrewCall& call, FieldTask<Real>& task) {
    host_.resize(7 * static_cast<std::size_t>(call.elements));
    ranks_.broadcast(host_.data(), host_.size() * sizeof(Real));
    elements_.resize(call.elements);
    fromHost<7>(exec_, host_.data(), call.elements, elements_.all());
    const auto rows = std::as_const(elements_).all();
    task.elements = {rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6]};
    task.elementCount = call.elements;
    elementVelocity_.resize(call.elements);
    if (call.elementGradient) elementGradient_.resize(call.elements);
    if (call.elementVorticity) elementVorticity_.resize(call.elements);
  }
  void receiveTracers(const std::vector<std::size_t>& cuts, FieldTask<Real>& task) {
    const auto rank = static_cast<std::size_t>(ranks_.rank());
    const std::size_t count = cuts[rank + 1] - cuts[rank];
    host_.resize(3 * count);
    ranks_.scatter(nullptr, host_.data(), TracerScatter<Exec, Real>::template bytesOfVectors<Real>(cuts));
    task.tracerCount = static_cast<Index>(count);
    tracers_.resize(task.tracerCount);
    fromHost<3>(exec_, host_.data(), task.tracerCount, tracers_.vector());
    task.tracers = std::as_const(tracers_).vector();
    tracerVelocity_.resize(task.tracerCount);
    tracerVorticity_.resize(task.tracerCount);
  }
  void giveBack(const std::vector<std::size_t>& cuts, const std::array<const Real*, 3>& vector, Index count) {
    host_.resize(3 * static_cast<std::size_t>(count));
    toHost<3>(exec_, vector, count, host_.data());
    ranks_.gatherForFirst(host_.data(), nullptr, TracerScatter<Exec, Real>::template bytesOfVectors<Real>(cuts));
  }

  Ranks& ranks_;
  Exec exec_;
  SharedSolver<Exec, Real> solver_;
  Rows<Exec, Real, 7> elements_;
  Rows<Exec, Real, 3> elementVelocity_, elementVorticity_, tracers_, tracerVelocity_, tracerVorticity_;
  Rows<Exec, Real, 9> elementGradient_;
  std::vector<Real> host_;  ///< what comes and goes, item behind item
};

}  // namespace fmm
