#pragma once

#include "core/particles.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "solver/tuning.h"

namespace fmm {

/// One FMM evaluation with given parameters, from unsorted positions to results in the caller's order:
///   void run(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
///   std::size_t bytes() const;
/// and, for people to look at, the tree of the last run that had elements (VortexSystem::treeCells(), nearCells()):
///   std::vector<TreeCell> treeCells(Exec&);
///   std::vector<std::size_t> nearCells(Exec&, std::size_t leaf);
/// Keeps its buffers from one evaluation to the next. Specialised for each execution space: the steps and their
/// mathematics are the same, the schedules differ.
template <class Exec, class Real>
class FmmPipeline;

}  // namespace fmm
