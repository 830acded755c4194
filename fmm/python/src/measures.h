#pragma once

#include <pybind11/pybind11.h>

#include "fmm/diagnostics.h"
#include "fmm/report.h"

namespace ringlet {

namespace py = pybind11;

/// Measured values by name, as numbers and tuples of three.
py::dict asDict(const fmm::EvaluationReport& report);
py::dict asDict(const fmm::MeasuredError& error);
py::dict asDict(const fmm::FlowMeasures& flow);
py::dict asDict(const fmm::RingMeasures& ring);
py::dict asDict(const fmm::HeatMeasures& heat);

}  // namespace ringlet
