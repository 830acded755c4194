"""The public package: its types, and the example."""

import inspect
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

import ringlet_fmm

HERE = pathlib.Path(__file__).resolve().parent.parent


def test_the_example_agrees_with_theory(tmp_path):
    done = subprocess.run([sys.executable, HERE / "examples" / "ring_speed.py", tmp_path], check=True,
                          capture_output=True, text=True)
    assert "largest deviation" in done.stdout
    rows = [line.split(",") for line in (tmp_path / "ring_speed.csv").read_text().split()]
    assert rows[0] == ["sigma_over_radius", "measured", "exact", "thin_ring"]
    for sigma, measured, exact, thin in ([float(number) for number in row] for row in rows[1:]):
        assert measured == pytest.approx(exact, rel=1e-5)
        assert thin == pytest.approx(exact, rel=0.6 * sigma)


@pytest.mark.parametrize("cap, answer", [
    ("SSE4", " threads, SSE4\n"),
    ("SSE2", "MachineError: RINGLET_SIMD=SSE2 is no instruction set; allowed: SSE4, AVX2, AVX-512\n")])
def test_a_variable_caps_the_instruction_set(cap, answer):
    code = """import ringlet_fmm
try: print(ringlet_fmm.backends()[0][2])
except ringlet_fmm.MachineError as error: print("MachineError:", error)"""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "RINGLET_SIMD": cap}, check=True,
                          capture_output=True, text=True)
    assert done.stdout.replace(" thread,", " threads,").endswith(answer)


def test_everything_public_says_what_it_is():
    for name in ringlet_fmm.__all__:
        thing = getattr(ringlet_fmm, name)
        assert inspect.getdoc(thing) or issubclass(thing, Exception), name


def test_the_wheel_has_the_licence(tmp_path, monkeypatch):
    pytest.importorskip("scikit_build_core")
    monkeypatch.chdir(HERE)
    monkeypatch.syspath_prepend(str(HERE / "backend"))
    import ringlet_backend

    wheel = ringlet_backend.build_wheel(str(tmp_path), {"wheel.cmake": "false"})
    with zipfile.ZipFile(tmp_path / wheel) as archive:
        licence = [name for name in archive.namelist() if name.endswith("/LICENSE")]
        assert archive.read(licence[0]) == (HERE.parent.parent / "LICENSE").read_bytes()
    assert not (HERE / "LICENSE").exists()


def test_types_are_sound():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", HERE / "ringlet_fmm"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_stub_has_what_the_module_has():
    stub = (HERE / "ringlet_fmm" / "_fmm.pyi").read_text()
    for name in dir(ringlet_fmm._fmm):
        if not name.startswith("_"):
            assert f"def {name}(" in stub or f"class {name}" in stub or f"{name}: " in stub, name
    for name in vars(ringlet_fmm._fmm.System):
        if not name.startswith("_"):
            assert f"    def {name}(" in stub, name
