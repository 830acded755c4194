"""scikit-build-core, which adds to a source distribution the library's sources, above this folder, and to it and to a
wheel the licence."""

import contextlib
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


@contextlib.contextmanager
def _licence():
    """Has the library's LICENSE in this folder, where scikit-build-core looks for it."""
    here = _HERE / "LICENSE"
    if here.exists():  # as in an unpacked source distribution
        yield
        return
    shutil.copy2(_HERE.parent.parent / "LICENSE", here)
    try:
        yield
    finally:
        here.unlink()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with _licence():
        return _build.build_wheel(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    with _licence():
        return _build.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_sdist(sdist_directory, config_settings=None):
    with _licence():
        if _SOURCE.exists():  # this is an unpacked source distribution
            return _build.build_sdist(sdist_directory, config_settings)
        _gather(_HERE.parent.parent)
        try:
            return _build.build_sdist(sdist_directory, config_settings)
        finally:
            shutil.rmtree(_SOURCE)
