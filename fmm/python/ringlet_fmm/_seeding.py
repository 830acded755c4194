"""Vortices, vortex lines and warm regions as elements."""

from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np

from . import _fmm
from ._arrays import Array, Floats, Vector
from ._settings import checked

Point = Tuple[float, float]
PlaneElements = Tuple[Floats, Floats, Floats]


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


def plane_vortex(count: int, *, circulation: float = 1.0, half_axes: Tuple[float, float] = (0.1, 0.1),
                 angle: float = 0.0, centre: Point = (0.0, 0.0), profile: str = "gaussian", overlap: float = 1.5,
                 threshold: float = 1e-3, spacing: Optional[float] = None) -> PlaneElements:
    """A straight vortex of a plane flow as elements: x (N, 2) [L], circulations (N) [L^2/T], sigma (N) [L].

    The elements stand on a square lattice: about `count`, or with `spacing` [L] as many as that makes, with sigma =
    overlap times spacing. circulation [L^2/T]: the sum, exactly; positive turns counter-clockwise. half_axes [L] of the
    ellipse, the first at `angle` [rad] from x. profile: "gaussian", Gamma/(pi a b) exp(-(x/a)^2 - (y/b)^2), "uniform"
    within the ellipse, or "point", one element with the first half axis as sigma. threshold: elements with less than
    this part of the largest vorticity are left out. For space="plane"; several join by numpy.concatenate.
    """
    return _fmm.plane_vortex(count, spacing, overlap, threshold, circulation, half_axes, angle, centre, profile)


def plane_sheet(count: int, *, start: Point = (-0.5, 0.0), end: Point = (0.5, 0.0), circulation: float = 1.0,
                thickness: float = 0.02, waves: int = 0, amplitude: float = 0.0, overlap: float = 1.5,
                threshold: float = 1e-3, spacing: Optional[float] = None) -> PlaneElements:
    """A layer of vorticity along a line of a plane flow, which rolls up, as elements like those of plane_vortex().

    Vorticity Gamma/(sqrt(pi) l d) exp(-s^2/d^2), with the line's length l, d = thickness and s the distance from the
    line from start to end, which is displaced sideways by amplitude cos(2 pi waves t), t from 0 to 1 along it.
    """
    return _fmm.plane_sheet(count, spacing, overlap, threshold, circulation, start, end, thickness, waves, amplitude)


def heat_elements(**settings: Any) -> Tuple[Floats, Floats, Floats, Floats]:
    """Elements at rest with the heat of regions that are warm at the start: x (N, 3) [L], alpha of 0 (N, 3) [L^3/T],
    sigma (N) [L], heat B (N) [L^4/T^2], in a plane flow x (N, 2), alpha (N) and heat [L^3/T^2].

    settings: those of the system, of which `heat_sources`, `spacing` of the lattice [L], `lattice_overlap`, `ground`,
    `up` and `space` count. heat_sources is a list of dictionaries with the keys of [[heat]] in scene files. Regions of
    another supply than "start" make no elements: the system itself gives their heat.
    """
    found = _fmm.heat_elements(checked(settings))
    if settings.get("space") != "plane":
        return found
    x, alpha, sigma, heat = found
    return x[:, :2], alpha[:, 2], sigma, heat


def ring_speed(sigma: float, count: int, *, radius: float = 1.0, circulation: float = 1.0,
               regularisation: str = "gaussian") -> float:
    """Speed [L/T] of a ring of `count` elements on one circle, exact for any count."""
    return _fmm.ring_speed(sigma, count, radius, circulation, regularisation)
