"""Fast multipole method for vortex elements.

Vortex elements at x [L] with strengths alpha [L^3/T] = vorticity times volume and core radii sigma [L] induce

    u(y) = -1/(4 pi) sum_p g(|r|/sigma_p)/|r|^3 r x alpha_p,  r = y - x_p  [L/T]

`velocity()`, `vorticity()` and `vector_potential()` sum at points, `FieldEvaluator` does so again and again,
`VortexSystem` moves elements and tracers with the flow.

Arrays are NumPy's, or any that lie on a GPU and offer DLPack (PyTorch, CuPy, JAX, ...). float32 and float64 are read and
written where they lie, strided ones too; whatever else NumPy understands is converted to float64 first. Arrays of a GPU
need the backend "cuda". Functions with `**settings` take the library's settings by their keys, `describe_settings()`
prints them; `precision` is "double" unless the positions are float32.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from . import _fmm
from ._arrays import Array, Floats, Vector
from ._fields import FieldEvaluator, vector_potential, velocity, vorticity
from ._fmm import InvalidInput, MachineError, NumericalError
from ._system import VortexSystem

__all__ = [
    "FieldEvaluator", "InvalidInput", "MachineError", "NumericalError", "VortexSystem", "backends", "curve",
    "describe_settings", "knot", "ring", "ring_speed", "vector_potential", "velocity", "vorticity",
]
__version__: str = _fmm.version


def ring(count: int, sigma: float, *, radius: float = 1.0, circulation: float = 1.0, core_radius: float = 0.1,
         centre: Vector = (0.0, 0.0, 0.0), axis: Vector = (0.0, 0.0, 1.0), profile: str = "filament",
         seed: int = 1) -> Tuple[Floats, Floats, Floats]:
    """A vortex ring as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L].

    count: how many elements; sigma: their core radius [L]. circulation [L^2/T]; a positive one travels along the axis.
    profile: "filament", all elements on the circle; "uniform" or "gaussian", a core of core_radius [L] filled with them.
    """
    return _fmm.ring(count, sigma, radius, circulation, core_radius, centre, axis, profile, seed)[:3]


def knot(count: int, sigma: float, *, p: int = 2, q: int = 3, radius: float = 1.0, minor_radius: float = 0.4,
         circulation: float = 1.0, core_radius: float = 0.1, centre: Vector = (0.0, 0.0, 0.0),
         axis: Vector = (0.0, 0.0, 1.0), profile: str = "filament",
         seed: int = 1) -> Tuple[Floats, Floats, Floats, Floats]:
    """A torus knot or link T(p, q) as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L], rings (N).

    It goes p times round the axis and q times through the hole of a torus of radius and minor_radius [L]; gcd(p, |q|)
    closed lines, which `rings` numbers from 0. circulation [L^2/T] is that of each line. The rest as for ring().
    """
    return _fmm.knot(count, sigma, p, q, radius, minor_radius, circulation, core_radius, centre, axis, profile, seed)


def curve(points: Array, count: int, sigma: float, *, circulation: float = 1.0, core_radius: float = 0.1,
          profile: str = "filament", seed: int = 1) -> Tuple[Floats, Floats, Floats]:
    """A closed vortex line through points (K, 3) [L] as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L].

    The curve is the periodic cubic spline of the points, the first of which follows the last. circulation [L^2/T] goes
    along with their order. The rest as for ring().
    """
    return _fmm.curve(np.asarray(points, np.float64), count, sigma, circulation, core_radius, profile, seed)[:3]


def ring_speed(sigma: float, count: int, *, radius: float = 1.0, circulation: float = 1.0,
               regularisation: str = "gaussian") -> float:
    """Speed [L/T] of a ring of `count` elements on one circle, exact for any count."""
    return _fmm.ring_speed(sigma, count, radius, circulation, regularisation)


def backends() -> List[Tuple[str, bool, str]]:
    """(name, whether it can be used here, description) of each backend."""
    return _fmm.backends()


def describe_settings() -> None:
    """Prints every setting: its key, default, allowed values, unit and meaning."""
    defaults = _fmm.default_settings()
    for key, unit, allowed, text in _fmm.setting_descriptions():
        default = 'double, float for float32 positions' if key == "precision" else defaults[key]
        notes = [f"default {default}"] + [f"allowed: {allowed}"] * bool(allowed) + [f"[{unit}]"] * bool(unit)
        print(f"{key}: {text} ({', '.join(notes)})")
