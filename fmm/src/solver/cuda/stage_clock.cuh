#pragma once

#include "exec/cuda/stage_timer.cuh"
#include "solver/stage_timer.h"

namespace fmm {

template <>
class StageClock<CudaExec> : public CudaStageTimer {};

}  // namespace fmm
