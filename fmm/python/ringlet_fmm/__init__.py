"""Fast multipole method for vortex elements.

Vortex elements at x [L] with strengths alpha [L^3/T] = vorticity times volume and core radii sigma [L] induce

    u(y) = -1/(4 pi) sum_p g(|r|/sigma_p)/|r|^3 r x alpha_p,  r = y - x_p  [L/T]

`velocity()` and `vorticity()` sum at points, `VortexSystem` moves elements and tracers with the flow.

Arrays are NumPy's, or any that lie on a GPU and offer DLPack (PyTorch, CuPy, JAX, ...). float32 and float64 are read and
written where they lie, strided ones too; whatever else NumPy understands is converted to float64 first. Arrays of a GPU
need the backend "cuda". Functions with `**settings` take the library's settings by their keys, `describe_settings()`
prints them; `precision` is "double" unless the positions are float32.
"""

from __future__ import annotations

import importlib
import threading
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np

from . import _fmm
from ._fmm import InvalidInput, MachineError, NumericalError

__all__ = [
    "InvalidInput", "MachineError", "NumericalError", "VortexSystem", "backends", "describe_settings", "ring",
    "ring_speed", "velocity", "vorticity",
]
__version__: str = _fmm.version

# An array of NumPy's, of another library's on a GPU, or what NumPy makes an array of.
Array = Any
Vector = Tuple[float, float, float]

_CUDA_MEMORY = (2, 13)  # DLPack's kDLCUDA and kDLCUDAManaged


def _on_gpu(array: Array) -> bool:
    device = getattr(array, "__dlpack_device__", None)
    return device is not None and device()[0] in _CUDA_MEMORY


def _input(array: Array) -> Array:
    """The array itself where it can be read as it lies, else a copy as float64."""
    if _on_gpu(array):
        return array
    host = np.asarray(array)
    if host.dtype.kind == "c":
        raise InvalidInput("an array holds complex numbers; allowed are real ones")
    if host.dtype not in (np.float32, np.float64) or not host.dtype.isnative:
        return host.astype(np.float64)
    if not host.flags.aligned or any(stride % host.itemsize for stride in host.strides):
        return np.ascontiguousarray(host)
    return host


def _like(array: Array, shape: Tuple[int, ...], what: str) -> Array:
    """Room for results beside `array`: in the same memory and of the same type."""
    if not _on_gpu(array):
        return np.empty(shape, array.dtype)
    if hasattr(array, "new_empty"):  # PyTorch
        return array.new_empty(shape)
    if type(array).__module__.split(".")[0] == "cupy":
        return importlib.import_module("cupy").empty(shape, array.dtype)
    raise InvalidInput(f"{what}: this kind of array cannot be made here; give one to write to by out=")


def _core_radii(sigma: Array, x: Array) -> Array:
    """Core radii one by one; a single number stands for all."""
    if _on_gpu(sigma) or np.ndim(sigma) == 1:
        return _input(sigma)
    if np.ndim(sigma) != 0:
        raise InvalidInput(f"sigma has the shape {np.shape(sigma)}; allowed are a number and (N)")
    if not _on_gpu(x):
        return np.broadcast_to(np.float64(sigma), (len(x),))
    radii = _like(x, (len(x),), "sigma")
    radii[...] = float(sigma)
    return radii


def _ring_numbers(rings: Optional[Array]) -> Optional[Any]:
    """Whole numbers as they are kept, none of them another than was given."""
    if rings is None:
        return None
    given = np.asarray(rings)
    if given.ndim != 1 or given.dtype.kind not in "iuf":
        raise InvalidInput(f"rings holds {given.dtype} in the shape {given.shape}; allowed are whole numbers, (N)")
    most = np.iinfo(np.int32).max
    sound = (given >= 0) & (given <= most) & (given == np.floor(given))
    if not sound.all():
        i = int(np.argmin(sound))
        raise InvalidInput(f"rings[{i}] is {given[i]}; allowed are whole numbers from 0 to {most}")
    return given.astype(np.int32)


def _with_precision(settings: Dict[str, Any], x: Array) -> Dict[str, Any]:
    single = str(x.dtype).split(".")[-1] == "float32"
    return {"precision": "float" if single else "double", **settings}


def velocity(x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *, tolerance: float = 1e-4,
             gradient: bool = False, out: Optional[Any] = None, **settings: Any) -> Any:
    """Velocity that vortex elements induce, and its gradient if it is asked for.

    x: (N, 3) positions [L]; alpha: (N, 3) strengths [L^3/T]; sigma: core radii [L], (N) or one number for all,
    0 = singular. targets: (M, 3) points [L]; None: the elements themselves.
    tolerance: relative error of the velocities (in the root mean square) that the fast multipole method may make.
    out: an array for the velocities, or a pair of it and one for the gradients, to write into.

    Returns u, (M, 3) [L/T]; with gradient the pair u, J: J[m, i, k] = du_i/dx_k, (M, 3, 3) [1/T]. Type and memory are
    those of the targets. Raises InvalidInput, MachineError.
    """
    x, alpha = _input(x), _input(alpha)
    at = x if targets is None else _input(targets)
    given_u, given_j = out if isinstance(out, tuple) else (out, None)
    u = given_u if given_u is not None else _like(at, (len(at), 3), "velocities")
    j = None
    if gradient:
        j = given_j if given_j is not None else _like(at, (len(at), 3, 3), "gradients")
    asked = _with_precision({"tolerance": tolerance, **settings}, x)
    _fmm.evaluate(asked, x, alpha, _core_radii(sigma, x), at, u, j, None)
    return (u, j) if gradient else u


def vorticity(x: Array, alpha: Array, sigma: Array, targets: Optional[Array] = None, *, tolerance: float = 1e-4,
              out: Optional[Array] = None, **settings: Any) -> Any:
    """Vorticity sum_p alpha_p zeta_sigma(y - x_p) of the elements' blobs, (M, 3) [1/T].

    Arguments are those of velocity(); the tolerance is relative to the root mean square of the vorticity.
    """
    x, alpha = _input(x), _input(alpha)
    at = x if targets is None else _input(targets)
    w = out if out is not None else _like(at, (len(at), 3), "vorticity")
    asked = _with_precision({"tolerance": tolerance, **settings}, x)
    _fmm.evaluate(asked, x, alpha, _core_radii(sigma, x), at, None, None, w)
    return w


class VortexSystem:
    """Vortex elements and tracers that move in the velocity field that the elements induce.

    x, alpha, sigma: as for velocity(). tracers: (M, 3) points [L] that go with the flow. rings: (N) whole numbers from 0
    to 2^31 - 1, which ring each element belongs to; measure_rings() goes by them. settings: `dt` [T], `integrator`, `viscosity` [L^2/T],
    `stretching`, ... (describe_settings()).

    The system keeps particles of its own, on the GPU with the backend "cuda". Reading writes into arrays of yours where
    `out` is given, a GPU's too, else into new ones of NumPy's, float64 with double precision and float32 else.
    Splitting and redistribution change the number of elements. Raises InvalidInput, MachineError, and NumericalError
    where a step gives values that are not finite; the state is then the one before. Threads may share a system: a call
    waits for the one before it.
    """

    def __init__(self, x: Array, alpha: Array, sigma: Array, *, tracers: Optional[Array] = None,
                 rings: Optional[Array] = None, **settings: Any) -> None:
        x = _input(x)
        points = None if tracers is None else _input(tracers)
        self._system = _fmm.System(_with_precision(settings, x), x, _input(alpha), _core_radii(sigma, x),
                                   _ring_numbers(rings), points)
        self._lock = threading.RLock()
        self._evaluated = False  # the velocities are those of the particles and settings as they are

    def step(self, count: int = 1) -> None:
        """Advances elements, strengths and tracers by `count` steps of dt, 0 or more; a negative dt goes back in time."""
        if count < 0:
            raise InvalidInput(f"step: count is {count}; allowed are 0 and above (a negative dt goes back in time)")
        for _ in range(count):
            with self._lock:
                self._evaluated = False
                self._system.step()
                self._evaluated = True

    def evaluate(self) -> None:
        """Velocities at the present positions, without moving anything."""
        with self._lock:
            self._evaluated = False
            self._system.evaluate()
            self._evaluated = True

    def _evaluate_once(self) -> None:
        if not self._evaluated:
            self.evaluate()

    def _require_evaluated(self, what: str) -> None:
        if not self._evaluated:
            raise InvalidInput(f"{what}() before the first evaluation of these particles and settings; call evaluate() "
                               "or step() first")

    def apply(self, **settings: Any) -> None:
        """Changes these settings; particles and time stay."""
        with self._lock:
            self._system.apply({**self._system.settings(), **settings})
            self._evaluated = False

    @property
    def settings(self) -> Dict[str, Any]:
        """All settings by their keys."""
        with self._lock:
            return self._system.settings()

    @property
    def time(self) -> float:
        """Simulated time [T]."""
        with self._lock:
            return self._system.time()

    @property
    def steps(self) -> int:
        """Steps done."""
        with self._lock:
            return self._system.steps()

    @property
    def element_count(self) -> int:
        with self._lock:
            return self._system.element_count()

    @property
    def tracer_count(self) -> int:
        with self._lock:
            return self._system.tracer_count()

    def _room(self, out: Optional[Array], *shape: int) -> Array:
        if out is not None:
            return out
        double = self._system.settings()["precision"] == "double"
        return np.empty(shape, np.float64 if double else np.float32)

    def _elements(self, which: str, out: Optional[Array], *inner: int) -> Array:
        with self._lock:
            room = self._room(out, self.element_count, *inner)
            self._system.read_elements(**{which: room})
            return room

    def _tracers(self, which: str, out: Optional[Array]) -> Array:
        with self._lock:
            room = self._room(out, self.tracer_count, 3)
            self._system.read_tracers(**{which: room})
            return room

    def positions(self, out: Optional[Array] = None) -> Array:
        """Positions of the elements, (N, 3) [L]."""
        return self._elements("position", out, 3)

    def strengths(self, out: Optional[Array] = None) -> Array:
        """Strengths alpha, (N, 3) [L^3/T]."""
        return self._elements("strength", out, 3)

    def core_radii(self, out: Optional[Array] = None) -> Array:
        """Core radii sigma, (N) [L]."""
        return self._elements("core_radius", out)

    def velocities(self, out: Optional[Array] = None) -> Array:
        """Velocities of the elements at the last evaluate(), or at the last stage of the last step(), (N, 3) [L/T].
        Raises InvalidInput before the first one, and after apply()."""
        with self._lock:
            self._require_evaluated("velocities")
            return self._elements("velocity", out, 3)

    def strength_rates(self, out: Optional[Array] = None) -> Array:
        """d(alpha)/dt of the same evaluation, (N, 3) [L^3/T^2]."""
        with self._lock:
            self._require_evaluated("strength_rates")
            return self._elements("strength_rate", out, 3)

    def tracer_positions(self, out: Optional[Array] = None) -> Array:
        """Positions of the tracers, (M, 3) [L]."""
        return self._tracers("position", out)

    def tracer_velocities(self, out: Optional[Array] = None) -> Array:
        """Velocities of the tracers at the last evaluation, (M, 3) [L/T]."""
        with self._lock:
            self._require_evaluated("tracer_velocities")
            return self._tracers("velocity", out)

    def measure(self, energy: bool = True, vorticity: bool = False) -> Dict[str, Any]:
        """Sums over all elements by name: total_strength [L^3/T], linear_impulse [L^4/T], angular_impulse [L^5/T],
        helicity [L^4/T^2], energy [L^5/T^2], enstrophy [L^3/T^2], ...; nan for what was not asked for. Vorticity gives
        divergence, largest_vorticity [1/T] and the enstrophy of cores that are not Gaussian. Helicity goes by the
        velocities of the last evaluation; where there is none yet it is made."""
        with self._lock:
            self._evaluate_once()
            return self._system.measure(energy, vorticity)

    def measure_rings(self) -> List[Dict[str, Any]]:
        """Every ring: its number, centre [L], axis, radius [L], circulation about the axis [L^2/T] (of a knot Gamma times
        the turns that it makes about it), velocity and speed [L/T] of the last evaluation, which is made where there is
        none yet, ..."""
        with self._lock:
            self._evaluate_once()
            return self._system.measure_rings()

    def measure_error(self, samples: int = 512) -> Dict[str, Any]:
        """Relative error of the velocities against direct sums in double precision at so many samples; `bound` holds
        for all targets with a confidence of 99 %."""
        with self._lock:
            self._evaluated = False
            error = self._system.measure_error(samples)
            self._evaluated = True
            return error

    @property
    def report(self) -> Dict[str, Any]:
        """What the last evaluation or step did: backend, seconds, order, theta, cells, ..."""
        with self._lock:
            return self._system.report()


def ring(count: int, sigma: float, *, radius: float = 1.0, circulation: float = 1.0, core_radius: float = 0.1,
         centre: Vector = (0.0, 0.0, 0.0), axis: Vector = (0.0, 0.0, 1.0), profile: str = "filament",
         seed: int = 1) -> Tuple[Any, Any, Any]:
    """A vortex ring as elements: x (N, 3) [L], alpha (N, 3) [L^3/T], sigma (N) [L].

    count: how many elements; sigma: their core radius [L]. circulation [L^2/T]; a positive one travels along the axis.
    profile: "filament", all elements on the circle; "uniform" or "gaussian", a core of core_radius [L] filled with them.
    """
    return _fmm.ring(count, sigma, radius, circulation, core_radius, centre, axis, profile, seed)


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
        notes = [f"default {defaults[key]}"] + [f"allowed: {allowed}"] * bool(allowed) + [f"[{unit}]"] * bool(unit)
        print(f"{key}: {text} ({', '.join(notes)})")
