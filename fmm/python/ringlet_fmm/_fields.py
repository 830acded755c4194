"""Velocities, gradients and vorticities at points."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional, Tuple

import numpy as np

from . import _fmm
from ._arrays import Array, Floats, as_input, core_radii, like, on_gpu, require_vectors, with_precision
from ._fmm import InvalidInput


class FieldEvaluator:
    """A plan for repeated evaluations of fields: keeps its threads, buffers and chosen parameters.

    settings: `tolerance`, `precision` (default "double"), `regularisation`, `backend`, ...: see describe_settings().
    Order and opening angle stay the same while the numbers of elements and targets do. Threads may share an evaluator:
    each call waits for the previous one.

    Raises InvalidInput for invalid settings, MachineError for a backend that is not available.
    """

    def __init__(self, **settings: Any) -> None:
        self._settings = {"precision": "double", **settings}
        self._plan = _fmm.Evaluator(self._settings)
        self._lock = threading.RLock()
        self._report: Dict[str, Any] = {}

    @property
    def report(self) -> Dict[str, Any]:
        """Report of the last evaluation: backend, seconds, order, theta, cells, ...; empty before the first one."""
        return self._report

    def velocity(self, x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *,
                 gradient: bool = False, out: Optional[Any] = None) -> Any:
        """Velocities [L/T], and gradients [1/T], as velocity() gives them.

        alpha may hold several sets of strengths, (K, N, 3): the results are then (K, M, 3) and (K, M, 3, 3).
        """
        lifted = _lifted(as_input(x), alpha, targets, self._settings, out)
        if lifted is not None:
            return _flat(self.velocity(lifted[0], lifted[1], sigma, lifted[2], gradient=gradient))
        x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
        sets = tuple(getattr(alpha, "shape", ())[:-2])
        given_u, given_j = out if isinstance(out, tuple) else (out, None)
        u = given_u if given_u is not None else like(at, (*sets, len(at), 3), "velocities")
        j = None
        if gradient:
            j = given_j if given_j is not None else like(at, (*sets, len(at), 3, 3), "gradients")
        if not sets:
            self._evaluate(x, alpha, sigma, at, u, j, None)
        for k in range(*sets) if sets else ():
            self._evaluate(x, alpha[k], sigma, at, u[k], None if j is None else j[k], None)
        return (u, j) if gradient else u

    def vorticity(self, x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *,
                  out: Optional[Array] = None) -> Any:
        """Vorticities [1/T] as vorticity() gives them; alpha may hold several sets of strengths as in velocity()."""
        lifted = _lifted(as_input(x), alpha, targets, self._settings, out)
        if lifted is not None:
            return self.vorticity(lifted[0], lifted[1], sigma, lifted[2])[:, 2]
        x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
        sets = tuple(getattr(alpha, "shape", ())[:-2])
        w = out if out is not None else like(at, (*sets, len(at), 3), "vorticity")
        if not sets:
            self._evaluate(x, alpha, sigma, at, None, None, w)
        for k in range(*sets) if sets else ():
            self._evaluate(x, alpha[k], sigma, at, None, None, w[k])
        return w

    def _evaluate(self, *arrays: Any) -> None:
        with self._lock:
            self._report = self._plan.evaluate(*arrays)


def _checked(x: Array, alpha: Array, sigma: Array, targets: Optional[Array]) -> Tuple[Array, Array, Array, Array]:
    x, alpha = require_vectors("x", as_input(x)), as_input(alpha)
    shape = tuple(getattr(alpha, "shape", (len(x), 3)))
    if len(shape) not in (2, 3) or shape[-1] != 3:
        raise InvalidInput(f"alpha has the shape {shape}; allowed are (N, 3) and, for several sets, (K, N, 3)")
    if shape[-2] != len(x):
        raise InvalidInput(f"alpha has {shape[-2]} entries, {len(x)} wanted: it and x differ in length")
    at = x if targets is None else require_vectors("targets", as_input(targets))
    return x, alpha, core_radii(sigma, x), at


def _lifted(x: Array, alpha: Array, targets: Optional[Array], settings: Dict[str, Any],
            out: Optional[Any] = None) -> Optional[Tuple[Array, Array, Optional[Array]]]:
    """Rows x, y and circulations of a plane flow as positions with z = 0 and strengths along z; None if the flow is not
    plane or x has no rows of two."""
    if settings.get("space") != "plane" or getattr(x, "ndim", 0) != 2 or x.shape[1] != 2:
        return None
    if out is not None:
        raise InvalidInput("out= is for arrays with three components")
    if any(on_gpu(array) for array in (x, alpha, targets) if array is not None):
        raise InvalidInput("rows x, y are for arrays of NumPy's; on a GPU give z = 0 and strengths along z")
    x, alpha = np.asarray(x), np.asarray(alpha)
    if alpha.shape != (len(x),):
        raise InvalidInput(
            f"alpha has the shape {alpha.shape}; with x, y in the plane ({len(x)},) circulations are wanted")
    at = None
    if targets is not None:
        at = np.asarray(targets)
        if at.ndim != 2 or at.shape[1] != 2:
            raise InvalidInput(f"targets has the shape {at.shape}; with x, y in the plane (M, 2) is wanted")
        at = np.column_stack([at, np.zeros(len(at), at.dtype)])
    strengths = np.zeros((len(x), 3), alpha.dtype)
    strengths[:, 2] = alpha
    return np.column_stack([x, np.zeros(len(x), x.dtype)]), strengths, at


def _flat(found: Any) -> Any:
    """Velocities, and gradients if present, with two components."""
    if not isinstance(found, tuple):
        return found[:, :2]
    rest = tuple(part[:, :2, :2] if isinstance(part, np.ndarray) else part for part in found[1:])
    return (found[0][:, :2], *rest)


def velocity(x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *, tolerance: float = 1e-4,
             gradient: bool = False, out: Optional[Any] = None, full_output: bool = False, samples: int = 1024,
             **settings: Any) -> Any:
    """Velocity that vortex elements induce, and optionally its gradient.

        u(y) = -1/(4 pi) sum_p g(|r|/sigma_p)/|r|^3 r x alpha_p,  r = y - x_p  [L/T]

    x: (N, 3) positions [L]; alpha: (N, 3) strengths [L^3/T], or (K, N, 3) for several sets; sigma: core radii [L], (N)
    or one number for all, 0 = singular. targets: (M, 3) points [L]; None: the elements themselves.
    tolerance: allowed relative error of the velocities (in the root mean square) by the fast multipole method.
    out: an array to write the velocities into, or a pair of arrays for velocities and gradients.
    full_output: also measures the error against direct sums in double at `samples` targets or more, and evaluates anew
    if the tolerance may be exceeded. Needs NumPy arrays and one set of strengths, without `out`.

    space="plane": straight vortices, x (N, 2) with circulations alpha (N) [L^2/T] and targets (M, 2); results have two
    components. Or x, alpha and targets as above with z = 0 and alpha along z.

    Returns u, (M, 3) [L/T] or (K, M, 3); with gradient the pair u, J: J[m, i, k] = du_i/dx_k, (M, 3, 3) [1/T] or
    (K, M, 3, 3); with full_output a dictionary last: the report with `error`, whose `relative_l2` was measured and
    whose `bound` holds for all targets with a confidence of 99 %. Results have the type and memory of the targets.
    Raises InvalidInput, MachineError.
    """
    x = as_input(x)
    asked = with_precision({"tolerance": tolerance, **settings}, x)
    if not full_output:
        return FieldEvaluator(**asked).velocity(x, alpha, sigma, targets, gradient=gradient, out=out)
    lifted = _lifted(x, alpha, targets, settings, out)
    if lifted is not None:
        return _flat(velocity(lifted[0], lifted[1], sigma, lifted[2], tolerance=tolerance, gradient=gradient,
                              full_output=True, samples=samples, **settings))
    x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
    if out is not None or alpha.ndim != 2 or any(on_gpu(array) for array in (x, alpha, sigma, at)):
        raise InvalidInput("full_output is for arrays of NumPy's and one set of strengths, without out=")
    u, j, report, error = _fmm.evaluate_measured(asked, x, alpha, sigma, at, gradient, samples)
    u = u.astype(at.dtype, copy=False)
    report["error"] = error
    return (u, report) if j is None else (u, j.astype(at.dtype, copy=False), report)


def vorticity(x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *, tolerance: float = 1e-4,
              out: Optional[Array] = None, **settings: Any) -> Any:
    """Vorticity sum_p alpha_p zeta_sigma(y - x_p) of the elements' blobs, (M, 3) [1/T], or (K, M, 3).

    Arguments are those of velocity(); the tolerance is relative to the root mean square of the vorticity. For x, y in
    the plane it returns the vorticity along z, (M).
    """
    x = as_input(x)
    asked = with_precision({"tolerance": tolerance, **settings}, x)
    return FieldEvaluator(**asked).vorticity(x, alpha, sigma, targets, out=out)


def vector_potential(x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, **settings: Any) -> Floats:
    """Vector potential psi of the elements' blobs, (M, 3) [L^2/T] in double precision; u = curl psi.

        psi(y) = 1/(4 pi) sum_p alpha_p G(|r|/sigma_p)/sigma_p,  G -> sigma/|r| far away

    A direct sum over all pairs by the CPU's threads: 10^8 pairs take some seconds. Arrays as for velocity(), in host
    memory. Uses the settings `space`, `regularisation` and `threads` only. For x, y in the plane it returns the stream
    function (M), u = d psi/dy, v = -d psi/dx. Raises InvalidInput, also for a ground.
    """
    lifted = _lifted(as_input(x), alpha, targets, settings)
    if lifted is not None:
        return vector_potential(lifted[0], lifted[1], sigma, lifted[2], **settings)[:, 2]
    x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
    if alpha.ndim != 2 or any(on_gpu(array) for array in (x, alpha, sigma, at)):
        raise InvalidInput("vector_potential is for arrays of NumPy's and one set of strengths")
    return _fmm.vector_potential(settings, x, alpha, sigma, at)
