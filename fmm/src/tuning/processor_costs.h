#pragma once

#include "exec/cpu/instruction_set.h"
#include "tuning/cost_model.h"

namespace fmm {

/// Costs of a thread as `fmm_costs` measures them [ns]: members of CostModel with the same names.
struct ProcessorCosts {
  double pair, gradientFactor, exactFactor;
  CoreFactors coreFactor;
  double correctedFactor;
  OrderCost translation, cell, element, target;
  double gradientTargetFactor, nearRead, correctedRead, point, listEntry;
};

/// The model with these costs, with levels and groups of targets as they are on a processor.
CostModel modelOf(const ProcessorCosts& costs, InstructionSet set, Precision precision);

/// The built-in costs of an instruction set; other processors than x86 count as SSE4.
CostModel processorCosts(InstructionSet set, Precision precision, Space space);
MeshCosts processorMeshCosts(InstructionSet set, Precision precision);

}  // namespace fmm
