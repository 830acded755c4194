"""Fast multipole method for vortex elements.

Vortex elements at x [L] with strengths alpha [L^3/T] = vorticity times volume and core radii sigma [L] induce

    u(y) = -1/(4 pi) sum_p g(|r|/sigma_p)/|r|^3 r x alpha_p,  r = y - x_p  [L/T]

`velocity()`, `vorticity()` and `vector_potential()` sum at points, `FieldEvaluator` is for repeated evaluations,
`VortexSystem` moves elements and tracers with the flow.

Arrays are NumPy arrays, or arrays on a GPU that offer DLPack (PyTorch, CuPy, JAX, ...). float32 and float64 arrays,
also strided ones, are read and written in place; anything else that NumPy understands is first converted to float64.
GPU arrays need the backend "cuda". Functions with `**settings` take the library's settings by their keys, which
`describe_settings()` prints; `precision` is "double" unless the positions are float32.
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

    count: number of elements; sigma: their core radius [L]. circulation [L^2/T]: if positive, the ring travels along
    the axis. profile: "filament" puts all elements on the circle; "uniform" and "gaussian" fill a core of core_radius
    [L] with them.
    """
    return _fmm.ring(count, sigma, radius, circulation, core_radius, centre, axis, profile, seed)[:3]


def knot(count: int, sigma: float, *, p: int = 2, q: int = 3, radius: float = 1.0, minor_radius: float = 0.4,
         circulation: float = 1.0, core_radius: float = 0.1, centre: Vector = (0.0, 0.0, 0.0),
         axis: Vector = (0.0, 0.0, 1.0), profile: str = "filament",
         seed: int = 1) -> Tuple[Floats, Floats, Floats, Floats]:
    """A torus knot or link T(p, q) as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L], rings (N).

    It goes p times round the axis and q times through the hole of a torus of radius and minor_radius [L]. `rings`
    numbers its gcd(p, |q|) closed lines from 0. Each line has the circulation [L^2/T]. Otherwise as ring().
    """
    return _fmm.knot(count, sigma, p, q, radius, minor_radius, circulation, core_radius, centre, axis, profile, seed)


def curve(points: Array, count: int, sigma: float, *, circulation: float = 1.0, core_radius: float = 0.1,
          profile: str = "filament", seed: int = 1) -> Tuple[Floats, Floats, Floats]:
    """A closed vortex line through points (K, 3) [L] as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L].

    The curve is the periodic cubic spline of the points; the first point follows the last. The circulation [L^2/T] is
    in the direction of their order. Otherwise as ring().
    """
    return _fmm.curve(np.asarray(points, np.float64), count, sigma, circulation, core_radius, profile, seed)[:3]


def ring_speed(sigma: float, count: int, *, radius: float = 1.0, circulation: float = 1.0,
               regularisation: str = "gaussian") -> float:
    """Speed [L/T] of a ring of `count` elements on one circle, exact for any count."""
    return _fmm.ring_speed(sigma, count, radius, circulation, regularisation)


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
