"""Systems of elements and tracers that move."""

from __future__ import annotations

import json
import os
import threading
from typing import Any, Dict, List, Optional, Union

import numpy as np

from . import _fmm
from ._arrays import Array, Floats, as_input, core_radii, require_rows, require_vectors, ring_numbers, with_precision
from ._fmm import InvalidInput


class VortexSystem:
    """Vortex elements and tracers that move in the velocity field that the elements induce.

    x, alpha, sigma: as for velocity(). tracers: (M, 3) points [L] that move with the flow. rings: (N) whole numbers,
    0 to 2^31 - 1, the ring of each element, for measure_rings(). settings: `dt` [T], `integrator`, `viscosity` [L^2/T],
    `stretching`, ... (describe_settings()). With space="plane" rows have three components, too: z = 0, and circulations
    as strengths along z.

    The system has its own copy of the particles, on the GPU with the backend "cuda". Reading writes into the array
    `out` if given, also on a GPU, otherwise into a new NumPy array: float64 with double precision, else float32.
    Splitting and redistribution change the number of elements. Raises InvalidInput, MachineError, and NumericalError
    if a step gives values that are not finite; the state is then the one before. Threads may share a system: each call
    waits for the previous one.
    """

    def __init__(self, x: Array, alpha: Array, sigma: Array, *, tracers: Optional[Array] = None,
                 rings: Optional[Array] = None, **settings: Any) -> None:
        x = require_vectors("x", as_input(x))
        alpha = require_rows("alpha", require_vectors("alpha", as_input(alpha)), len(x))
        points = None if tracers is None else require_vectors("tracers", as_input(tracers))
        numbers = ring_numbers(rings)
        if numbers is not None:
            require_rows("rings", numbers, len(x))
        self._system = _fmm.System(with_precision(settings, x), x, alpha, core_radii(sigma, x), numbers, points)
        self._lock = threading.RLock()
        self._evaluated = False  # the velocities belong to the present particles and settings

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
        """Evaluates the velocities at the present positions; nothing moves."""
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

    def append(self, x: Array, alpha: Array, sigma: Array, *, tracers: Optional[Array] = None,
               rings: Optional[Array] = None) -> None:
        """Appends elements, and tracers, to the present ones, which keep all bits. Arrays as for the constructor, in
        host memory."""
        x = require_vectors("x", np.asarray(as_input(x)))
        alpha = require_rows("alpha", require_vectors("alpha", np.asarray(as_input(alpha))), len(x))
        numbers = ring_numbers(rings)
        if numbers is not None:
            require_rows("rings", numbers, len(x))
        points = None if tracers is None else require_vectors("tracers", np.asarray(as_input(tracers)))
        with self._lock:
            self._system.append(x, alpha, np.asarray(core_radii(sigma, x)), numbers, points)
            self._evaluated = False

    def set_clock(self, time: float, steps: int) -> None:
        """Sets the time [T] and the number of steps done; nothing moves."""
        with self._lock:
            self._system.set_clock(time, steps)

    def state(self) -> Dict[str, Any]:
        """The complete state, as a dictionary of float64 arrays, numbers and names. from_state() resumes it with the
        same bits on the same backend and instruction set."""
        with self._lock:
            return self._system.state()

    @classmethod
    def from_state(cls, state: Dict[str, Any]) -> "VortexSystem":
        """A system with a state from state(). Raises InvalidInput if an entry is missing or of another type."""
        system = cls.__new__(cls)
        system.__setstate__(state)
        return system

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes state() to a NumPy file (NPZ)."""
        state = self.state()
        arrays = {key: value for key, value in state.items() if isinstance(value, np.ndarray)}
        rest = {key: value for key, value in state.items() if key not in arrays}
        with open(path, "wb") as file:
            np.savez(file, json=np.array(json.dumps(rest)), **arrays)

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "VortexSystem":
        """A system from a file that save() wrote. Raises InvalidInput for any other file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                state: Dict[str, Any] = {key: file[key] for key in file.files}
            state.update(json.loads(str(state.pop("json"))))
            # JSON has no tuples.
            state["refinement"]["centroid_shift"] = tuple(state["refinement"]["centroid_shift"])
        except OSError:
            raise
        except Exception as error:
            raise InvalidInput(f"{os.fspath(path)}: is no saved system: {error}") from error
        return cls.from_state(state)

    def __getstate__(self) -> Dict[str, Any]:
        return self.state()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._system = _fmm.System.from_state(state)
        self._lock = threading.RLock()
        self._evaluated = False

    def apply(self, **settings: Any) -> None:
        """Changes the given settings; particles and time stay."""
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
        """Velocities of the elements from the last evaluate(), or the last stage of the last step(), (N, 3) [L/T].
        Raises InvalidInput before the first of them, and after apply() or append()."""
        with self._lock:
            self._require_evaluated("velocities")
            return self._elements("velocity", out, 3)

    def strength_rates(self, out: Optional[Array] = None) -> Array:
        """d(alpha)/dt of the same evaluation, (N, 3) [L^3/T^2]."""
        with self._lock:
            self._require_evaluated("strength_rates")
            return self._elements("strength_rate", out, 3)

    def vorticities(self) -> Floats:
        """Vorticity of the elements' blobs at the elements, (N, 3) [1/T], at their present positions."""
        with self._lock:
            return self._system.vorticities()

    def tracer_vorticities(self) -> Floats:
        """The same at the tracers, (M, 3) [1/T]."""
        with self._lock:
            return self._system.tracer_vorticities()

    def rings(self) -> Floats:
        """Ring number of each element, (N) whole numbers; empty if the elements were given without."""
        with self._lock:
            return self._system.rings()

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
        helicity [L^4/T^2], energy [L^5/T^2], enstrophy [L^3/T^2], ...; nan for values not requested. `vorticity` is
        needed for divergence, largest_vorticity [1/T] and the enstrophy of cores that are not Gaussian. Helicity uses
        the velocities of the last evaluation; evaluates first if there is none."""
        with self._lock:
            self._evaluate_once()
            return self._system.measure(energy, vorticity)

    def measure_rings(self) -> List[Dict[str, Any]]:
        """Every ring: its number, centre [L], axis, radius [L], circulation about the axis [L^2/T] (for a knot Gamma
        times its turns about the axis), velocity and speed [L/T] of the last evaluation, ... Evaluates first if there
        is none."""
        with self._lock:
            self._evaluate_once()
            return self._system.measure_rings()

    def measure_error(self, samples: int = 512) -> Dict[str, Any]:
        """Relative error of the velocities against direct sums in double precision at `samples` samples; `bound` holds
        for all targets with a confidence of 99 %."""
        with self._lock:
            self._evaluated = False
            error = self._system.measure_error(samples)
            self._evaluated = True
            return error

    @property
    def report(self) -> Dict[str, Any]:
        """Report of the last evaluation or step: backend, seconds, order, theta, cells, ..."""
        with self._lock:
            return self._system.report()
