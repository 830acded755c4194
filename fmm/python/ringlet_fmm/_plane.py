"""Plane flows as rows x, y and circulations: the library's rows have z = 0 and strengths along z."""

from __future__ import annotations

from typing import Any, Dict, Tuple

import numpy as np

from ._arrays import Array, on_gpu
from ._fmm import InvalidInput


def is_flat(x: Array, settings: Dict[str, Any]) -> bool:
    """True for rows x, y in a plane flow."""
    return bool(settings.get("space") == "plane" and getattr(x, "ndim", 0) == 2 and x.shape[1] == 2)


def lifted_points(name: str, points: Array) -> Array:
    """(N, 2) as (N, 3) with z = 0."""
    _require_host(points)
    rows: Any = np.asarray(points)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InvalidInput(f"{name} has the shape {rows.shape}; with x, y in the plane (N, 2) is wanted")
    return np.column_stack([rows, np.zeros(len(rows), rows.dtype)])


def lifted_strengths(alpha: Array, count: int, sets: bool = False) -> Array:
    """Circulations (N), or (K, N) of several sets, as strengths along z."""
    _require_host(alpha)
    gamma: Any = np.asarray(alpha)
    if gamma.shape[-1:] != (count,) or gamma.ndim > (2 if sets else 1):
        more = f", or (K, {count}) for several sets," if sets else ""
        raise InvalidInput(f"alpha has the shape {gamma.shape}; with x, y in the plane ({count},){more} circulations "
                           "are wanted")
    strengths = np.zeros((*gamma.shape, 3), gamma.dtype if gamma.dtype.kind == "f" else np.float64)
    strengths[..., 2] = gamma
    return strengths


def flat(rows: Array) -> Array:
    """(..., 3) vectors as (..., 2)."""
    return rows[..., :2]


def flattened(found: Any) -> Any:
    """Velocities (..., 3), and gradients (..., 3, 3) where they come second, with two components."""
    if not isinstance(found, tuple):
        return flat(found)
    rest: Tuple[Any, ...] = tuple(part[..., :2, :2] if isinstance(part, np.ndarray) else part for part in found[1:])
    return (flat(found[0]), *rest)


def given_to(out: Array, found: Array) -> Array:
    """Copies results into `out` and returns it."""
    _require_host(out)
    if np.shape(out) != np.shape(found):
        raise InvalidInput(f"out= has the shape {np.shape(out)}; with x, y in the plane {np.shape(found)} is wanted")
    out[...] = found
    return out


def _require_host(array: Array) -> None:
    if on_gpu(array):
        raise InvalidInput("rows x, y are for arrays of NumPy's; on a GPU give z = 0 and strengths along z")
