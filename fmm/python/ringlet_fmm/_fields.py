"""Velocities, gradients and vorticities at points."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional, Tuple

from . import _fmm
from ._arrays import Array, Floats, as_input, core_radii, like, on_gpu, require_vectors, with_precision
from ._fmm import InvalidInput
from ._plane import flattened, is_flat, lifted_points, lifted_strengths
from ._settings import checked
from ._tolerance import warn_if_missed


class FieldEvaluator:
    """A plan for repeated evaluations of fields: keeps its threads, buffers and chosen parameters.

    settings: `tolerance`, `precision` (default "double"), `regularisation`, `backend`, ...: see describe_settings().
    Order and opening angle stay the same while the numbers of elements and targets do. Threads may share an evaluator:
    each call waits for the previous one. A plan is pickled as its settings.

    Warns (ToleranceWarning) where the tolerance is found not to be kept. Raises InvalidInput for invalid settings,
    MachineError for a backend that is not available, ToleranceError instead of the warning with strict=True.
    """

    def __init__(self, **settings: Any) -> None:
        self._settings = checked({"precision": "double", **settings})
        self._plan = _fmm.Evaluator(self._settings)
        self._lock = threading.RLock()
        self._report: Dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"FieldEvaluator({', '.join(f'{key}={value!r}' for key, value in self._settings.items())})"

    def __getstate__(self) -> Dict[str, Any]:
        return dict(self._settings)

    def __setstate__(self, settings: Dict[str, Any]) -> None:
        self.__init__(**settings)  # type: ignore[misc]

    @property
    def report(self) -> Dict[str, Any]:
        """Report of the last evaluation: backend, seconds, order, theta, cells, ...; empty before the first one.

        `tolerance_kept` is True or False where it is known whether the error is within the tolerance: by its bound
        where it was measured (full_output), else by the samples on which order and angle were chosen. It is None where
        nothing tells, as for other particles than those. `warning` says what is wrong, or is None.
        """
        return self._report

    def velocity(self, x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *,
                 gradient: bool = False, out: Optional[Any] = None, full_output: bool = False,
                 samples: int = 1024) -> Any:
        """Velocities [L/T], and gradients [1/T], as velocity() gives them.

        alpha may hold several sets of strengths, (K, N, 3): the results are then (K, M, 3) and (K, M, 3, 3).
        full_output: also the report, with the `error` of these velocities, measured at `samples` targets or more;
        they are not evaluated anew. For arrays of NumPy's and one set of strengths, without `out`.
        """
        lifted = _lifted(as_input(x), alpha, targets, self._settings, out)
        if lifted is not None:
            return flattened(self.velocity(lifted[0], lifted[1], sigma, lifted[2], gradient=gradient,
                                           full_output=full_output, samples=samples))
        x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
        if full_output:
            _require_plain(x, alpha, sigma, at, out)
            return self._measured(x, alpha, sigma, at, gradient, samples)
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
            return self.vorticity(lifted[0], lifted[1], sigma, lifted[2])[..., 2]
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
            warn_if_missed(self._report)

    def _measured(self, x: Array, alpha: Array, sigma: Array, at: Array, gradient: bool, samples: int) -> Any:
        u = like(at, (len(at), 3), "velocities")
        j = like(at, (len(at), 3, 3), "gradients") if gradient else None
        with self._lock:  # no other evaluation between this one and its error
            report = self._plan.evaluate(x, alpha, sigma, at, u, j, None)
            error = self._plan.measure_error(x, alpha, sigma, at, u, samples)
            self._report = {**report, "error": error, "tolerance_kept": error["tolerance_kept"],
                            "warning": error["warning"]}
            warn_if_missed(self._report)
            return (u, self._report) if j is None else (u, j, self._report)


def _require_plain(x: Array, alpha: Array, sigma: Array, at: Array, out: Optional[Any]) -> None:
    """Raises InvalidInput unless these are arrays of NumPy's with one set of strengths."""
    if out is not None or getattr(alpha, "ndim", 2) != 2 or any(on_gpu(array) for array in (x, alpha, sigma, at)):
        raise InvalidInput("full_output is for arrays of NumPy's and one set of strengths, without out=")


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
    """Rows x, y and circulations of a plane flow as the library's rows; None for other rows and flows."""
    if not is_flat(x, settings):
        return None
    if out is not None:
        raise InvalidInput("out= is for arrays with three components")
    at = None if targets is None else lifted_points("targets", targets)
    return lifted_points("x", x), lifted_strengths(alpha, len(x), sets=True), at


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
    strict: raises ToleranceError where it is found that the tolerance is not kept, instead of a ToleranceWarning.

    space="plane": straight vortices, x (N, 2) with circulations alpha (N) or (K, N) [L^2/T] and targets (M, 2); results
    have two components. Or x, alpha and targets as above with z = 0 and alpha along z.

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
        return flattened(velocity(lifted[0], lifted[1], sigma, lifted[2], tolerance=tolerance, gradient=gradient,
                                  full_output=True, samples=samples, **settings))
    x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
    _require_plain(x, alpha, sigma, at, out)
    u, j, report, error = _fmm.evaluate_measured(checked(asked), x, alpha, sigma, at, gradient, samples)
    u = u.astype(at.dtype, copy=False)
    report["error"] = error
    warn_if_missed(report)
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
        psi: Floats = vector_potential(lifted[0], lifted[1], sigma, lifted[2], **settings)[:, 2]
        return psi
    x, alpha, sigma, at = _checked(x, alpha, sigma, targets)
    if alpha.ndim != 2 or any(on_gpu(array) for array in (x, alpha, sigma, at)):
        raise InvalidInput("vector_potential is for arrays of NumPy's and one set of strengths")
    # The sum is direct in any case, so that cores that need that are allowed.
    return _fmm.vector_potential(checked({**settings, "solver": "direct"}), x, alpha, sigma, at)
