// The module ringlet_fmm._fmm: the library's functions on arrays as they lie. ringlet_fmm/__init__.py is what users
// see.

#include "bindings.h"
#include "fmm/error.h"

PYBIND11_MODULE(_fmm, module) {
  namespace py = pybind11;
  py::register_exception<fmm::InvalidInput>(module, "InvalidInput", PyExc_ValueError);
  py::register_exception<fmm::EnvironmentError>(module, "MachineError", PyExc_RuntimeError);
  const auto numerical = py::register_exception<fmm::NumericalError>(module, "NumericalError", PyExc_ArithmeticError);
  py::register_exception<fmm::ToleranceError>(module, "ToleranceError", numerical);  // the later one is tried first
  ringlet::bindField(module);
  ringlet::bindHeat(module);
  ringlet::bindLines(module);
  ringlet::bindPlane(module);
  ringlet::bindSystem(module);
}
