"""Warnings where the error of velocities may be above the tolerance."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any, Dict

_PACKAGE = os.path.dirname(__file__)


class ToleranceWarning(UserWarning):
    """The error of velocities may be above the tolerance; strict=True raises ToleranceError instead."""


def warn_if_missed(report: Dict[str, Any]) -> None:
    """Warns, at the caller's line outside of this package, if the report says that the tolerance is not kept."""
    if report["tolerance_kept"] is not False:
        return
    level = 2
    while os.path.dirname(sys._getframe(level - 1).f_code.co_filename) == _PACKAGE:
        level += 1
    warnings.warn(report["warning"], ToleranceWarning, stacklevel=level)
