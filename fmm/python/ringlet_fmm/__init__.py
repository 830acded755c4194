"""Fast multipole method for vortex elements.

Vortex elements at x [L] with strengths alpha [L^3/T] = vorticity times volume and core radii sigma [L] induce

    u(y) = -1/(4 pi) sum_p g(|r|/sigma_p)/|r|^3 r x alpha_p,  r = y - x_p  [L/T]

`velocity()`, `vorticity()` and `vector_potential()` sum at points, `FieldEvaluator` is for repeated evaluations,
`VortexSystem` moves elements and tracers with the flow, `measure()` has the energy of a set. Elements with `heat` rise,
and `heat_elements()` makes them of warm regions. With space="plane" all of them take straight vortices, x (N, 2) with
circulations alpha (N) [L^2/T].

Velocities are to keep a tolerance. Where it is found that they may not, there is a `ToleranceWarning`, or with
strict=True the exception `ToleranceError`; `tolerance_kept` in reports says what is known.

Arrays are NumPy arrays, or arrays on a GPU that offer DLPack (PyTorch, CuPy, JAX, ...). float32 and float64 arrays,
also strided ones, are read and written in place; anything else that NumPy understands is first converted to float64.
GPU arrays need the backend "cuda". Functions with `**settings` take the library's settings by their keys, which
`describe_settings()` prints; `precision` is "double" unless the positions are float32.
"""

from __future__ import annotations

from typing import List, Tuple

from . import _fmm
from ._fields import FieldEvaluator, vector_potential, velocity, vorticity
from ._fmm import InvalidInput, MachineError, NumericalError, ToleranceError
from ._seeding import curve, heat_elements, knot, plane_sheet, plane_vortex, ring, ring_speed
from ._system import VortexSystem, measure
from ._tolerance import ToleranceWarning

__all__ = [
    "FieldEvaluator", "InvalidInput", "MachineError", "NumericalError", "ToleranceError", "ToleranceWarning",
    "VortexSystem", "backends", "curve", "describe_settings", "heat_elements", "knot", "measure", "plane_sheet",
    "plane_vortex", "ring", "ring_speed", "vector_potential", "velocity", "vorticity",
]
__version__: str = _fmm.version


def backends() -> List[Tuple[str, bool, str]]:
    """(name, True if it can be used here, description) of each backend."""
    return _fmm.backends()


def describe_settings() -> None:
    """Prints every setting: its key, default, allowed values, unit and meaning."""
    defaults = _fmm.default_settings()
    for key, unit, allowed, text in _fmm.setting_descriptions():
        default = 'double, float for float32 positions' if key == "precision" else defaults[key]
        notes = [f"default {default}"] + [f"allowed: {allowed}"] * bool(allowed) + [f"[{unit}]"] * bool(unit)
        print(f"{key}: {text} ({', '.join(notes)})")
