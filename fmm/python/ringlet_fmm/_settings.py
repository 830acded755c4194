"""Settings as users give them: names that were meant, ground and heat as scene files have them."""

from __future__ import annotations

import difflib
from typing import Any, Dict, Mapping

from . import _fmm
from ._fmm import InvalidInput

_OTHER_NAMES = {"core": "regularisation", "kernel": "regularisation", "nu": "viscosity", "rtol": "tolerance",
                "time_step": "dt", "timestep": "dt", "tol": "tolerance"}
# Arguments that land among the settings where they are misspelt.
_ARGUMENTS = ("full_output", "gradient", "out", "rings", "samples", "targets", "tracers")


def checked(settings: Dict[str, Any]) -> Dict[str, Any]:
    """The settings for the library. Raises InvalidInput for a name that is close to another one."""
    known = _fmm.default_settings()
    for key in settings:
        if key in known:
            continue
        close = difflib.get_close_matches(key, [*known, *_ARGUMENTS, *_OTHER_NAMES], 1, 0.7)
        if close:
            raise InvalidInput(f'there is no setting "{key}"; did you mean "{_OTHER_NAMES.get(close[0], close[0])}"?')
    if len(settings.get("heat_sources") or ()) > 0 and "heat" not in settings:
        settings = {**settings, "heat": True}  # as [[heat]] of a scene does
    if isinstance(settings.get("ground"), Mapping):
        return _with_ground(settings, settings["ground"])
    return settings


def _with_ground(settings: Dict[str, Any], ground: Mapping[str, Any]) -> Dict[str, Any]:
    """Takes a ground with `point`, `normal` and `wall`, each with a default, as the table [ground] of a scene."""
    for key in ground:
        if key not in ("point", "normal", "wall"):
            raise InvalidInput(f'ground has "{key}"; allowed: point, normal and wall')
    plane = (ground.get("point", (0.0, 0.0, 0.0)), ground.get("normal", (0.0, 0.0, 1.0)))
    wall = {"wall": ground["wall"]} if "wall" in ground else {}
    return {**settings, "ground": plane, **wall}
