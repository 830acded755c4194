"""States in files: NumPy's NPZ, and the checkpoints of the program (.ringlet)."""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any, Dict, List, Union

import numpy as np

from ._fmm import InvalidInput

Path = Union[str, "os.PathLike[str]"]
_FORMAT = 4  # of the program's checkpoints: docs/files.md


def write_state(path: Path, state: Dict[str, Any]) -> None:
    arrays: Dict[str, Any] = {key: value for key, value in state.items() if isinstance(value, np.ndarray)}
    rest = {key: value for key, value in state.items() if key not in arrays}
    with open(path, "wb") as file:
        np.savez(file, json=np.array(json.dumps(rest)), **arrays)


def read_state(path: Path) -> Dict[str, Any]:
    """The state in either kind of file. Raises InvalidInput for any other file, OSError if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            text = archive.read("state.json") if "state.json" in archive.namelist() else None
        with np.load(path, allow_pickle=False) as file:
            arrays: Dict[str, Any] = {key: file[key] for key in file.files if key != "state.json"}
        return _of_npz(arrays) if text is None else _of_checkpoint(json.loads(text), arrays)
    except OSError:
        raise
    except Exception as error:
        raise InvalidInput(f"{os.fspath(path)}: is no saved system: {error}") from error


def _of_npz(arrays: Dict[str, Any]) -> Dict[str, Any]:
    state = arrays
    state.update(json.loads(str(state.pop("json"))))
    if "lattice" not in state:
        raise InvalidInput("an older version of ringlet_fmm wrote it")
    for key in ("centroid_shift", "origin"):  # JSON has no tuples
        state["lattice"][key] = tuple(state["lattice"][key])
    return state


def _tables(text: str, name: str) -> List[Dict[str, Any]]:
    """Dictionaries from the tables [[name]] that a saved state has."""
    if not text:
        return []
    try:
        import tomllib
    except ImportError:
        raise InvalidInput(f"[[{name}]] of a saved state needs Python 3.11 or later") from None
    return list(tomllib.loads(text)[name])


def _of_checkpoint(saved: Dict[str, Any], arrays: Dict[str, Any]) -> Dict[str, Any]:
    if saved["format"] != _FORMAT:
        raise InvalidInput(f"format {saved['format']} of states is not known; allowed: {_FORMAT}")
    count = len(arrays["element_position"])
    none = np.zeros(0)
    settings = dict(saved["settings"])
    settings["redistribution"] = {0: "off", -1: "auto"}.get(settings["redistribution"], settings["redistribution"])
    if settings.get("ground") is not None:
        settings["ground"] = (tuple(settings["ground"]["point"]), tuple(settings["ground"]["normal"]))
    settings["bodies"] = _tables(settings.get("bodies", ""), "body")
    settings["heat_sources"] = _tables(settings.get("heat_sources", ""), "heat")
    lattice = {key: tuple(value) if key in ("centroid_shift", "origin") else value
               for key, value in saved["lattice"].items()}
    state: Dict[str, Any] = {
             "settings": settings, "time": saved["time"], "steps": saved["steps"], "lattice": lattice,
             "tuning": saved["tuning"], "flat": settings.get("space") == "plane"}
    rows = {"x": "position", "alpha": "strength", "sigma": "core_radius", "length": "length", "volume": "volume"}
    for key, name in rows.items():
        state[key] = np.asarray(arrays.get(f"element_{name}", none), np.float64)
    if "element_heat" in arrays:
        state["heat"] = np.asarray(arrays["element_heat"], np.float64)
    # Rings are counted from 1 in files.
    state["rings"] = np.asarray(arrays.get("element_ring", none), np.int32) - np.int32(1)
    state["tracers"] = np.asarray(arrays["tracer_position"], np.float64).reshape(-1, 3)
    state["tracer_rings"] = np.asarray(arrays.get("tracer_ring", none), np.int32) - np.int32(1)
    if count != saved["elements"] or len(state["tracers"]) != saved["tracers"]:
        raise InvalidInput(f"{count} elements and {len(state['tracers'])} tracers; state.json says "
                           f"{saved['elements']} and {saved['tracers']}")
    return state
