"""Reused plans, lines as elements, and systems that are saved and resumed."""

import os
import pickle
import subprocess

import numpy as np
import pytest

import ringlet_fmm


def direct(x, alpha, sigma, targets):
    return ringlet_fmm.velocity(x, alpha, sigma, targets, solver="direct")


def test_a_plan_gives_what_a_call_gives_and_its_report():
    x, alpha, sigma = ringlet_fmm.ring(3000, 0.05)
    plan = ringlet_fmm.FieldEvaluator(tolerance=1e-5)
    assert plan.report == {}
    for shift in (0.0, 0.25):
        points = x + [0.01, 0, shift]
        u, j = plan.velocity(x, alpha, sigma, points, gradient=True)
        expected = direct(x, alpha, sigma, points)
        assert np.linalg.norm(u - expected) < 1e-5 * np.linalg.norm(expected)
        assert j.shape == (3000, 3, 3)
    assert plan.report["order"] > 0
    w = plan.vorticity(x, alpha, sigma)
    assert np.allclose(w, ringlet_fmm.vorticity(x, alpha, sigma, tolerance=1e-5), rtol=1e-4, atol=1e-4 * np.abs(w).max())


def test_several_sets_of_strengths_at_once():
    x, alpha, sigma = ringlet_fmm.ring(500, 0.05)
    sets = np.stack([alpha, -2 * alpha, np.roll(alpha, 1, axis=0)])
    for targets in (None, x[:7] + 0.1):
        u, j = ringlet_fmm.velocity(x, sets, sigma, targets, gradient=True)
        w = ringlet_fmm.vorticity(x, sets, sigma, targets)
        for k, each in enumerate(sets):
            single, gradient = ringlet_fmm.velocity(x, each, sigma, targets, gradient=True)
            assert np.allclose(u[k], single, rtol=1e-3, atol=1e-4) and np.allclose(j[k], gradient, rtol=1e-2, atol=1e-2)
            assert np.allclose(w[k], ringlet_fmm.vorticity(x, each, sigma, targets), rtol=1e-3, atol=1e-3)
    assert u.shape == (3, 7, 3)


@pytest.mark.parametrize("regularisation", ["gaussian", "gaussian8", "cutoff"])
def test_the_curl_of_the_vector_potential_is_the_velocity(regularisation):
    x, alpha, sigma = ringlet_fmm.ring(300, 0.1)
    at, h = x[:5] * [0.9, 0.9, 1] + [0, 0, 0.03], 1e-4
    slopes = np.stack([(ringlet_fmm.vector_potential(x, alpha, sigma, at + h * e, regularisation=regularisation)
                        - ringlet_fmm.vector_potential(x, alpha, sigma, at - h * e, regularisation=regularisation)) / (2 * h)
                       for e in np.eye(3)])  # [derivative][point][component]
    curl = np.stack([slopes[1, :, 2] - slopes[2, :, 1], slopes[2, :, 0] - slopes[0, :, 2],
                     slopes[0, :, 1] - slopes[1, :, 0]], axis=1)
    u = ringlet_fmm.velocity(x, alpha, sigma, at, solver="direct", regularisation=regularisation)
    assert np.allclose(curl, u, atol=2e-6)
    far = ringlet_fmm.vector_potential(x[:1], alpha[:1], 0.0, x[:1] + [[0, 0, 2.0]])
    assert np.allclose(far, alpha[:1] / (8 * np.pi)) and np.isfinite(ringlet_fmm.vector_potential(x, alpha, 0.0)).all()
    with pytest.raises(ringlet_fmm.InvalidInput, match="alpha has 299 entries"):
        ringlet_fmm.vector_potential(x, alpha[:-1], sigma)


def test_full_output_has_a_measured_error_and_its_bound():
    x, alpha, sigma = ringlet_fmm.ring(4000, 0.05)
    u, j, report = ringlet_fmm.velocity(x, alpha, sigma, tolerance=1e-4, gradient=True, full_output=True)
    expected = direct(x, alpha, sigma, x)
    true = np.linalg.norm(u - expected) / np.linalg.norm(expected)
    error = report["error"]
    assert true <= error["bound"] <= 1e-4 and 0 < error["relative_l2"] <= error["bound"]
    assert report["order"] > 0 and j.shape == (4000, 3, 3)
    single, _ = ringlet_fmm.velocity(x.astype("f4"), alpha, sigma, full_output=True)
    assert single.dtype == np.float32
    with pytest.raises(ringlet_fmm.InvalidInput, match="full_output"):
        ringlet_fmm.velocity(x, alpha, sigma, out=u, full_output=True)


def test_lengths_and_shapes_are_named():
    x, alpha, sigma = ringlet_fmm.ring(10, 0.05)
    cases = {
        "sigma has 9 entries, 10 wanted": (x, alpha, sigma[:9]),
        "alpha has 11 entries, 10 wanted": (x, np.vstack([alpha, alpha[:1]]), sigma),
        r"x has the shape \(10, 2\)": (x[:, :2], alpha, sigma),
    }
    for message, arrays in cases.items():
        for call in (ringlet_fmm.velocity, ringlet_fmm.vorticity, ringlet_fmm.VortexSystem):
            with pytest.raises(ringlet_fmm.InvalidInput, match=message):
                call(*arrays)
    with pytest.raises(ringlet_fmm.InvalidInput, match="rings has 3 entries, 10 wanted"):
        ringlet_fmm.VortexSystem(x, alpha, sigma, rings=[0, 1, 2])
    with pytest.raises(ringlet_fmm.InvalidInput, match="dt = "):
        ringlet_fmm.VortexSystem(x, alpha, sigma, dt=float("nan"))
    with pytest.raises(ringlet_fmm.InvalidInput, match="node_threshold"):
        ringlet_fmm.VortexSystem(x, alpha, sigma, node_threshold=-1)


def test_knots_and_curves_have_their_circulation():
    x, alpha, sigma, rings = ringlet_fmm.knot(3001, 0.05, p=3, q=9, circulation=2.0)
    assert sorted(np.bincount(rings)) == [1000, 1000, 1001]
    assert np.abs(alpha.sum(axis=0)).max() < 1e-9 and x.shape == (3001, 3) and (sigma == 0.05).all()
    phi = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    points = np.stack([np.cos(phi), np.sin(phi), 0 * phi], axis=1)
    x, alpha, _ = ringlet_fmm.curve(points, 500, 0.05, circulation=3.0)
    assert 0.5 * np.cross(x, alpha).sum(axis=0)[2] == pytest.approx(3 * np.pi, rel=1e-3)
    with pytest.raises(ringlet_fmm.InvalidInput):
        ringlet_fmm.curve(points[:2], 500, 0.05)
    with pytest.raises(ringlet_fmm.InvalidInput, match="count is 2; allowed: 3"):
        ringlet_fmm.knot(2, 0.05, p=3, q=9)


@pytest.mark.parametrize("settings", [{}, {"precision": "float"}, {"viscosity": 1e-3}])
def test_a_system_goes_on_from_what_was_kept(settings, tmp_path):
    x, alpha, sigma = ringlet_fmm.ring(400, 0.1)
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, tracers=x[:5] + 0.1, rings=[3] * 400, dt=0.05, **settings)
    system.step(3)
    system.save(tmp_path / "state.npz")
    others = [pickle.loads(pickle.dumps(system)), ringlet_fmm.VortexSystem.from_state(system.state()),
              ringlet_fmm.VortexSystem.load(tmp_path / "state.npz")]
    system.step(2)
    for other in others:
        assert other.steps == 3 and other.settings == {**system.settings}
        other.step(2)
        assert other.time == system.time and (other.rings() == 3).all()
        assert (other.positions() == system.positions()).all() and (other.strengths() == system.strengths()).all()
        assert (other.tracer_positions() == system.tracer_positions()).all()


RING = "[[ring]]\nradius = 0.5\n"
PATCH = "[[vortex]]\ncentre = [0, 0]\n"


@pytest.mark.parametrize("physics, body", [("viscosity = 1e-3", RING), ("precision = \"double\"", RING + "[ground]\npoint = [0, 0, -3]\n"),
                                           ("redistribution = 2\ndiffusion = \"lattice\"", RING), ("space = \"plane\"", PATCH)])
def test_a_checkpoint_of_the_program_goes_on(physics, body, tmp_path):
    program = os.environ.get("RINGLET")
    if not program:
        pytest.skip("RINGLET does not name the program")
    (tmp_path / "s.toml").write_text(f"[physics]\n{physics}\n[particles]\nelements = 400\ntracers = 50\n{body}")

    def run(*words):
        subprocess.run([program, "run", *words, "--backend", "cpu", "--quiet"], cwd=tmp_path, check=True)

    run("s.toml", "--frames", "2", "--checkpoint", "a.ringlet")
    run("--resume", "a.ringlet", "--frames", "3", "--checkpoint", "b.ringlet")
    system, wanted = (ringlet_fmm.VortexSystem.load(tmp_path / name) for name in ("a.ringlet", "b.ringlet"))
    system.step(wanted.steps - system.steps)
    assert wanted.steps > 0 and system.settings == wanted.settings
    assert (system.positions() == wanted.positions()).all() and (system.strengths() == wanted.strengths()).all()
    assert (system.tracer_positions() == wanted.tracer_positions()).all() and (system.rings() == wanted.rings()).all()
    assert system.positions().shape[1] == (2 if "plane" in physics else 3)
    assert ringlet_fmm.VortexSystem.load(tmp_path / "a.ringlet", precision="double").settings["precision"] == "double"


def test_files_that_are_no_states_are_refused(tmp_path):
    path = tmp_path / "none.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(ringlet_fmm.InvalidInput, match="none.npz"):
        ringlet_fmm.VortexSystem.load(path)
    np.savez(path, x=np.zeros((3, 3)))
    with pytest.raises(ringlet_fmm.InvalidInput, match="none.npz"):
        ringlet_fmm.VortexSystem.load(path)
    np.savez(path, json=np.array('{"refinement": {}}'))
    with pytest.raises(ringlet_fmm.InvalidInput, match="none.npz.*an older version of ringlet_fmm wrote it"):
        ringlet_fmm.VortexSystem.load(path)
    with pytest.raises(FileNotFoundError):
        ringlet_fmm.VortexSystem.load(tmp_path / "missing.npz")
    x, alpha, sigma = ringlet_fmm.ring(10, 0.1)
    state = ringlet_fmm.VortexSystem(x, alpha, sigma).state()
    del state["alpha"]
    with pytest.raises(ringlet_fmm.InvalidInput, match='no "alpha"'):
        ringlet_fmm.VortexSystem.from_state(state)


def test_elements_join_and_the_clock_is_set():
    x, alpha, sigma = ringlet_fmm.ring(100, 0.1)
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, rings=np.zeros(100, int), dt=0.05)
    system.set_clock(2.0, 40)
    system.append(x + [0, 0, 1], 2 * alpha, 0.2, rings=np.ones(100, int), tracers=[[0, 0, 5.0]])
    assert (system.element_count, system.tracer_count, system.time, system.steps) == (200, 1, 2.0, 40)
    assert [ring["ring"] for ring in system.measure_rings()] == [0, 1]
    with pytest.raises(ringlet_fmm.InvalidInput, match="sigma has 3 entries, 100 wanted"):
        system.append(x, alpha, [0.1] * 3)
    system.step()
    assert system.steps == 41


def test_vorticities_of_a_system_are_those_of_its_elements():
    x, alpha, sigma = ringlet_fmm.ring(500, 0.1)
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, tracers=x[:4] + 0.05, dt=0.05)
    expected = ringlet_fmm.vorticity(x, alpha, sigma)
    assert np.allclose(system.vorticities(), expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max())
    assert system.tracer_vorticities().shape == (4, 3)
