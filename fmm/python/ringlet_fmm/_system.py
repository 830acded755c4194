"""Systems of elements and tracers that move."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import _fmm
from ._arrays import (Array, Floats, as_input, core_radii, heat_of, require_numbers, require_rows, require_vectors,
                      ring_numbers, with_precision)
from ._fmm import InvalidInput, ToleranceError
from ._plane import flat, given_to, is_flat, lifted_points, lifted_strengths
from ._saved import Path, read_state, write_state
from ._settings import checked
from ._tolerance import warn_if_missed


class VortexSystem:
    """Vortex elements and tracers that move in the velocity field that the elements induce.

    x, alpha, sigma: as for velocity(). tracers: (M, 3) points [L] that move with the flow. rings: (N) whole numbers,
    0 to 2^31 - 1, the ring of each element, for measure_rings(). heat: (N) numbers B [L^4/T^2], buoyancy times volume,
    in the plane times area [L^3/T^2]; or True for elements that have none yet. settings: `dt` [T], `integrator`,
    `viscosity` [L^2/T], `stretching`, ... (describe_settings()).

    space="plane": straight vortices, x (N, 2) with circulations alpha (N) [L^2/T] and tracers (M, 2); what the system
    gives back has two components, and one for strengths and vorticities. Or all as above, z = 0 and alpha along z.

    The system has its own copy of the particles, on the GPU with the backend "cuda". Reading writes into the array
    `out` if given, also on a GPU, otherwise into a new NumPy array: float64, but float32 for velocities and rates with
    float precision. Positions, strengths and core radii are kept in double precision, whatever that of the sums is.
    Redistribution changes the number of elements. Heat is kept in the precision of the sums. Raises InvalidInput,
    MachineError, and NumericalError if a step gives values that are not finite; the state is then the one before. Where
    the tolerance is found not to be kept, when the solver chooses or checks its parameters or in measure_error(), it
    warns (ToleranceWarning) or with strict=True raises ToleranceError; a step is then done. Threads may share a system:
    each call waits for the previous one.
    """

    def __init__(self, x: Array, alpha: Array, sigma: Array, *, tracers: Optional[Array] = None,
                 rings: Optional[Array] = None, heat: Optional[Any] = None, **settings: Any) -> None:
        x = as_input(x)
        self._flat = is_flat(x, settings)  # rows x, y of a plane flow go in and out
        x, alpha, points, numbers = self._rows(x, as_input(alpha), tracers, rings)
        given, settings = heat_of(heat, settings, len(x))
        self._system = _fmm.System(checked(with_precision(settings, x)), x, alpha, core_radii(sigma, x), numbers,
                                   points, given)
        self._lock = threading.RLock()
        self._evaluated = False  # the velocities belong to the present particles and settings

    def _rows(self, x: Array, alpha: Array, tracers: Optional[Array],
              rings: Optional[Array]) -> Tuple[Array, Array, Optional[Array], Optional[Any]]:
        """Positions, strengths, tracers and ring numbers as the library has them."""
        points = None if tracers is None else as_input(tracers)
        if self._flat:
            alpha = lifted_strengths(alpha, len(x))
            x = lifted_points("x", x)
            points = None if points is None else lifted_points("tracers", points)
        x = require_vectors("x", x)
        alpha = require_rows("alpha", require_vectors("alpha", alpha), len(x))
        points = None if points is None else require_vectors("tracers", points)
        numbers = ring_numbers(rings)
        if numbers is not None:
            require_rows("rings", numbers, len(x))
        return x, alpha, points, numbers

    def __repr__(self) -> str:
        with self._lock:
            settings = self._system.settings()
            return (f"<VortexSystem: {self._system.element_count()} elements and {self._system.tracer_count()} tracers "
                    f"in {settings['space']}, t = {self._system.time():.6g} after {self._system.steps()} steps, "
                    f"{settings['precision']}>")

    def step(self, count: int = 1) -> None:
        """Advances elements, strengths and tracers by `count` steps of dt, 0 or more; a negative dt goes back in time."""
        if count < 0:
            raise InvalidInput(f"step: count is {count}; allowed are 0 and above (a negative dt goes back in time)")
        for _ in range(count):
            with self._lock:
                self._evaluated = False
                self._work(self._system.step)

    def evaluate(self) -> None:
        """Evaluates the velocities at the present positions; nothing moves."""
        with self._lock:
            self._work(self._system.evaluate)

    def _work(self, work: Callable[[], None]) -> None:
        """A step or an evaluation. Results of one that does not keep the tolerance are there all the same."""
        self._evaluated = False
        try:
            work()
        except ToleranceError:
            self._evaluated = True
            raise
        self._evaluated = True
        warn_if_missed(self._system.report())

    def _evaluate_once(self) -> None:
        if not self._evaluated:
            self.evaluate()

    def _require_evaluated(self, what: str) -> None:
        if not self._evaluated:
            raise InvalidInput(f"{what}() before the first evaluation of these particles and settings; call evaluate() "
                               "or step() first")

    def append(self, x: Array, alpha: Array, sigma: Array, *, tracers: Optional[Array] = None,
               rings: Optional[Array] = None, heat: Optional[Array] = None) -> None:
        """Appends elements, and tracers, to the present ones, which keep all bits. Arrays as for the constructor, in
        host memory; without `heat` they have none."""
        given = None if tracers is None else np.asarray(as_input(tracers))
        x, alpha, points, numbers = self._rows(np.asarray(as_input(x)), np.asarray(as_input(alpha)), given, rings)
        warmth = None if heat is None else require_rows("heat", require_numbers("heat", heat), len(x))
        with self._lock:
            self._system.append(x, alpha, np.asarray(core_radii(sigma, x)), numbers, points, warmth)
            self._evaluated = False

    def set_clock(self, time: float, steps: int) -> None:
        """Sets the time [T] and the number of steps done; nothing moves."""
        with self._lock:
            self._system.set_clock(time, steps)

    def state(self) -> Dict[str, Any]:
        """The complete state, as a dictionary of float64 arrays, numbers and names. from_state() resumes it with the
        same bits on the same backend and instruction set."""
        with self._lock:
            return {**self._system.state(), "flat": self._flat}

    @classmethod
    def from_state(cls, state: Dict[str, Any]) -> "VortexSystem":
        """A system with a state from state(). Raises InvalidInput if an entry is missing or of another type."""
        system = cls.__new__(cls)
        system.__setstate__(state)
        return system

    def save(self, path: Path) -> None:
        """Writes state() to a NumPy file (NPZ)."""
        write_state(path, self.state())

    @classmethod
    def load(cls, path: Path, **settings: Any) -> "VortexSystem":
        """A system from a file that save() wrote, or from a checkpoint of the program (.ringlet), which goes on as the
        program would, without new rings and tracers from its scene. `settings` replace those of the file, such as
        backend="cpu"; heat=False leaves out the elements' heat. Raises InvalidInput for any other file."""
        state = read_state(path)
        wanted = {**state["settings"], **checked(settings)}
        if not wanted.get("heat", False):
            state.pop("heat", None)
        elif not state["settings"].get("heat", False):
            state["heat"] = np.zeros(len(state["x"]))
        return cls.from_state({**state, "settings": wanted})

    def __getstate__(self) -> Dict[str, Any]:
        return self.state()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._system = _fmm.System.from_state(state)
        self._flat = bool(state.get("flat", False))
        self._lock = threading.RLock()
        self._evaluated = False

    def apply(self, **settings: Any) -> None:
        """Changes the given settings; particles and time stay."""
        with self._lock:
            self._system.apply({**self._system.settings(), **checked(settings)})
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

    def _room(self, out: Optional[Array], which: str, *shape: int) -> Array:
        if out is not None:
            return out
        exact = ("position", "strength", "core_radius")
        double = which in exact or self._system.settings()["precision"] == "double"
        return np.empty(shape, np.float64 if double else np.float32)

    def _elements(self, which: str, out: Optional[Array], along_z: bool = False) -> Array:
        """Vectors of the elements; of a plane flow in rows x, y, or for what is along z one number each."""
        with self._lock:
            room = self._room(None if self._flat else out, which, self.element_count, 3)
            self._system.read_elements(**{which: room})
            return self._flattened(room, out, along_z)

    def _tracers(self, which: str, out: Optional[Array]) -> Array:
        with self._lock:
            room = self._room(None if self._flat else out, which, self.tracer_count, 3)
            self._system.read_tracers(**{which: room})
            return self._flattened(room, out)

    def _flattened(self, rows: Array, out: Optional[Array] = None, along_z: bool = False) -> Array:
        if not self._flat:
            return rows
        found = rows[:, 2] if along_z else flat(rows)
        return found if out is None else given_to(out, found)

    def positions(self, out: Optional[Array] = None) -> Array:
        """Positions of the elements, (N, 3) [L]."""
        return self._elements("position", out)

    def strengths(self, out: Optional[Array] = None) -> Array:
        """Strengths alpha, (N, 3) [L^3/T]."""
        return self._elements("strength", out, along_z=True)

    def core_radii(self, out: Optional[Array] = None) -> Array:
        """Core radii sigma, (N) [L]."""
        with self._lock:
            room = self._room(out, "core_radius", self.element_count)
            self._system.read_elements(core_radius=room)
            return room

    def heat(self, out: Optional[Array] = None) -> Array:
        """Heat B of the elements, (N) [L^4/T^2], in the plane [L^3/T^2]. Raises InvalidInput in a flow without heat."""
        with self._lock:
            room = self._room(out, "heat", self.element_count)
            self._system.read_elements(heat=room)
            return room

    def velocities(self, out: Optional[Array] = None) -> Array:
        """Velocities of the elements from the last evaluate(), or the last stage of the last step(), (N, 3) [L/T].
        Raises InvalidInput before the first of them, and after apply() or append()."""
        with self._lock:
            self._require_evaluated("velocities")
            return self._elements("velocity", out)

    def strength_rates(self, out: Optional[Array] = None) -> Array:
        """d(alpha)/dt of the same evaluation, (N, 3) [L^3/T^2]."""
        with self._lock:
            self._require_evaluated("strength_rates")
            return self._elements("strength_rate", out, along_z=True)

    def vorticities(self) -> Array:
        """Vorticity of the elements' blobs at the elements, (N, 3) [1/T], at their present positions."""
        with self._lock:
            return self._flattened(self._system.vorticities(), along_z=True)

    def tracer_vorticities(self) -> Array:
        """The same at the tracers, (M, 3) [1/T]."""
        with self._lock:
            return self._flattened(self._system.tracer_vorticities(), along_z=True)

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

    def measure_heat(self) -> Dict[str, Any]:
        """Measures of the heat by name: sum of B [L^4/T^2], in the plane [L^3/T^2]; largest |b| of a node [L/T^2], nan
        before the first step; centre, sum |B| x / sum |B| [L], and its height above 0 [L]; potential energy -sum B z
        [L^5/T^2]; circulation about the axis upwards through the centre [L^2/T], radius and vortex_height of what makes
        it [L], 0 where there is none. Raises InvalidInput in a flow without heat."""
        with self._lock:
            return self._system.measure_heat()

    def measure_error(self, samples: int = 512) -> Dict[str, Any]:
        """Relative error of the velocities against direct sums in double precision at `samples` samples; `bound` holds
        for all targets with a confidence of 99 %, and `tolerance_kept` says whether it is within the tolerance."""
        with self._lock:
            self._evaluated = False
            error = self._system.measure_error(samples)
            self._evaluated = True
            warn_if_missed(error)
            return error

    def body_loads(self) -> List[Dict[str, Any]]:
        """What the fluid did to each of the setting `bodies` in the last step, for a density of 1: `force` (3,)
        [L^4/T^2], `torque` (3,) about its centre [L^5/T^2], `power` given to the fluid [L^5/T^3],
        `slip` before its passes [L/T], number of `passes`; in the plane per unit length `force` (2,) [L^3/T^2],
        `torque`, a number [L^4/T^2], and `power` [L^4/T^3]."""
        with self._lock:
            return self._system.body_loads()

    @property
    def report(self) -> Dict[str, Any]:
        """Report of the last evaluation or step: backend, seconds, order, theta, cells, ..., and `tolerance_kept` by
        the samples on which order and angle were last chosen or checked, as in FieldEvaluator.report."""
        with self._lock:
            return self._system.report()


def measure(x: Array, alpha: Array, sigma: Array, *, energy: bool = True, vorticity: bool = True,
            **settings: Any) -> Dict[str, Any]:
    """Sums over the elements of a set by name, as VortexSystem.measure() gives them: energy [L^5/T^2], enstrophy
    [L^3/T^2], impulses, helicity, divergence, ...; arguments and settings as for VortexSystem."""
    return VortexSystem(x, alpha, sigma, **settings).measure(energy, vorticity)
