"""scikit-build-core, which adds the library's sources, above this folder, to a source distribution."""

import pathlib
import shutil

from scikit_build_core.build import *  # noqa: F401,F403  the other hooks, unchanged
from scikit_build_core import build as _build

_HERE = pathlib.Path(__file__).resolve().parent.parent
_SOURCE = _HERE / "source"  # where CMakeLists.txt looks first


def _gather(root: pathlib.Path) -> None:
    """Copies the sources of the library, without this package and its tests."""
    _SOURCE.mkdir()
    for name in ("CMakeLists.txt", "LICENSE"):
        shutil.copy2(root / name, _SOURCE / name)
    shutil.copytree(root / "cmake", _SOURCE / "cmake")
    shutil.copytree(root / "fmm", _SOURCE / "fmm", ignore=shutil.ignore_patterns("python", "__pycache__"))


def build_sdist(sdist_directory, config_settings=None):
    if _SOURCE.exists():  # this is an unpacked source distribution
        return _build.build_sdist(sdist_directory, config_settings)
    _gather(_HERE.parent.parent)
    try:
        return _build.build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(_SOURCE)
