"""Conversion of array arguments, and checks of their shapes."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._fmm import InvalidInput

# Arrays that are read: anything that NumPy converts to an array, or another library's array on a GPU.
Array = Any
# Arrays that are made: float64 or float32.
Floats = npt.NDArray[Any]
Vector = Tuple[float, float, float]

_CUDA_MEMORY = (2, 13)  # DLPack's kDLCUDA and kDLCUDAManaged


def on_gpu(array: Array) -> bool:
    device = getattr(array, "__dlpack_device__", None)
    return device is not None and device()[0] in _CUDA_MEMORY


def as_input(array: Array) -> Array:
    """The array itself if it can be read in place, otherwise a copy; of other types as float64."""
    if on_gpu(array):
        return array
    host = np.asarray(array)
    if host.dtype.kind == "c":
        raise InvalidInput("an array holds complex numbers; allowed are real ones")
    if host.dtype not in (np.float32, np.float64) or not host.dtype.isnative:
        return host.astype(np.float64)
    if not host.flags.aligned or any(stride % host.itemsize for stride in host.strides):
        return np.ascontiguousarray(host)
    return host


def like(array: Array, shape: Tuple[int, ...], what: str) -> Array:
    """A new array for results, in the same memory and of the same type as `array`."""
    if not on_gpu(array):
        return np.empty(shape, array.dtype)
    if hasattr(array, "new_empty"):  # PyTorch
        return array.new_empty(shape)
    if type(array).__module__.split(".")[0] == "cupy":
        return importlib.import_module("cupy").empty(shape, array.dtype)
    raise InvalidInput(f"{what}: this kind of array cannot be made here; give one to write to by out=")


def require_rows(name: str, array: Array, wanted: int) -> Array:
    """The array. Raises InvalidInput unless it has `wanted` entries, one for each element."""
    if len(array) != wanted:
        raise InvalidInput(f"{name} has {len(array)} entries, {wanted} wanted: it and x differ in length")
    return array


def require_vectors(name: str, array: Array) -> Array:
    """The array. Raises InvalidInput unless it is (N, 3); without a `shape` the library checks it."""
    shape = tuple(getattr(array, "shape", (0, 3)))
    if len(shape) != 2 or shape[1] != 3:
        more = ', and (N, 2) with space="plane"' if shape[1:] == (2,) else ""
        raise InvalidInput(f"{name} has the shape {shape}; allowed is (N, 3){more}")
    return array


def core_radii(sigma: Array, x: Array) -> Array:
    """One core radius for each element; a single number is for all."""
    if on_gpu(sigma) or np.ndim(sigma) == 1:
        return require_rows("sigma", as_input(sigma), len(x))
    if np.ndim(sigma) != 0:
        raise InvalidInput(f"sigma has the shape {np.shape(sigma)}; allowed are a number and (N)")
    if not on_gpu(x):
        return np.broadcast_to(np.float64(sigma), (len(x),))
    radii = like(x, (len(x),), "sigma")
    radii[...] = float(sigma)
    return radii


def require_numbers(name: str, array: Array) -> Array:
    """The array as input. Raises InvalidInput unless it is (N)."""
    numbers = as_input(array)
    shape = tuple(getattr(numbers, "shape", (0,)))
    if len(shape) != 1:
        raise InvalidInput(f"{name} has the shape {shape}; allowed is (N)")
    return numbers


def heat_of(heat: Optional[Any], settings: Dict[str, Any], count: int) -> Tuple[Optional[Array], Dict[str, Any]]:
    """The heat of elements, and the settings with the key `heat` where it is given: a truth value is the setting alone,
    and numbers switch it on."""
    if heat is None:
        return None, settings
    if isinstance(heat, (bool, np.bool_)):
        return None, {**settings, "heat": bool(heat)}
    return require_rows("heat", require_numbers("heat", heat), count), {**settings, "heat": True}


def ring_numbers(rings: Optional[Array]) -> Optional[Any]:
    """Ring numbers as int32. Raises InvalidInput for numbers that int32 cannot hold exactly, and for negative ones."""
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


def with_precision(settings: Dict[str, Any], x: Array) -> Dict[str, Any]:
    """The settings; the default precision is "float" for float32 positions and "double" for others."""
    single = str(x.dtype).split(".")[-1] == "float32"
    return {"precision": "float" if single else "double", **settings}
