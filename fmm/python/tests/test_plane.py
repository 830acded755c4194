"""Plane flows in rows x, y: fields, systems, seeding, and what they are held against."""

import pickle

import numpy as np
import pytest

import ringlet_fmm


def pair(**settings):
    """Two vortices of Gamma = 1 at a distance of 1, which turn about each other with Gamma/(pi d^2) = 1/pi."""
    x = np.array([[0.5, 0.0], [-0.5, 0.0]])
    return ringlet_fmm.VortexSystem(x, np.ones(2), 1e-3, tracers=[[0.0, 0.0]], space="plane", precision="double",
                                    integrator="rk4", dt=0.05, **settings)


def test_a_pair_turns_as_theory_says():
    system = pair()
    system.step(20)
    angle = 1 / np.pi
    np.testing.assert_allclose(system.positions()[0], [0.5 * np.cos(angle), 0.5 * np.sin(angle)], atol=1e-7)
    np.testing.assert_allclose(system.tracer_positions(), [[0, 0]], atol=1e-12)
    assert system.velocities().shape == (2, 2) and system.tracer_velocities().shape == (1, 2)
    assert system.strengths().shape == system.strength_rates().shape == system.vorticities().shape == (2,)
    room = np.empty((2, 2))
    assert system.positions(out=room) is room and (room == system.positions()).all()
    with pytest.raises(ringlet_fmm.InvalidInput, match=r"\(2, 2\) is wanted"):
        system.positions(out=np.empty((2, 3)))


def test_rows_join_and_are_kept(tmp_path):
    system = pair()
    system.append([[0.0, 3.0]], [2.0], 0.1, tracers=[[1.0, 1.0]])
    assert (system.element_count, system.tracer_count) == (3, 2)
    system.save(tmp_path / "state.npz")
    for other in (pickle.loads(pickle.dumps(system)), ringlet_fmm.VortexSystem.load(tmp_path / "state.npz")):
        assert (other.strengths() == [1, 1, 2]).all() and (other.positions() == system.positions()).all()
    with pytest.raises(ringlet_fmm.InvalidInput, match="circulations"):
        system.append([[0.0, 3.0]], [[0, 0, 2.0]], 0.1)
    lifted = ringlet_fmm.VortexSystem([[0, 0, 0]], [[0, 0, 1.0]], 0.1, space="plane")
    assert lifted.positions().shape == lifted.strengths().shape == (1, 3)


def test_several_sets_of_circulations_at_once():
    rng = np.random.default_rng(5)
    x, gamma, at = rng.random((300, 2)), rng.standard_normal((2, 300)), rng.random((7, 2))
    u, j = ringlet_fmm.velocity(x, gamma, 0.02, at, space="plane", tolerance=1e-8, gradient=True)
    w = ringlet_fmm.vorticity(x, gamma, 0.02, at, space="plane", tolerance=1e-8)
    assert u.shape == (2, 7, 2) and j.shape == (2, 7, 2, 2) and w.shape == (2, 7)
    for k in range(2):
        np.testing.assert_allclose(u[k], ringlet_fmm.velocity(x, gamma[k], 0.02, at, space="plane", tolerance=1e-8),
                                   rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(j[k, :, 1, 0] - j[k, :, 0, 1], w[k], atol=1e-4)


def test_a_vortex_turns_as_its_profile_says():
    a, sigma = 0.2, 0.2 / 40
    x, gamma, radii = ringlet_fmm.plane_vortex(1, spacing=sigma, overlap=1.0, circulation=3.0, half_axes=(a, a),
                                               centre=(1.0, -2.0), threshold=1e-9)
    assert gamma.sum() == pytest.approx(3, rel=1e-12) and (radii == sigma).all()
    r = np.array([0.1, 0.2, 0.5])
    at = np.column_stack([1.0 + r, np.full(3, -2.0)])
    u = ringlet_fmm.velocity(x, gamma, radii, at, space="plane", tolerance=1e-8)
    wide = a**2 + 2 * sigma**2  # by the width of the elements
    np.testing.assert_allclose(u[:, 1], 3.0 / (2 * np.pi * r) * -np.expm1(-(r**2) / wide), rtol=1e-5)
    some = len(ringlet_fmm.plane_vortex(1000, profile="uniform", half_axes=(0.3, 0.1), angle=0.5)[0])
    assert 900 < some < 1100
    point = ringlet_fmm.plane_vortex(10, profile="point", half_axes=(0.05, 0.05), circulation=-2)
    assert len(point[0]) == 1 and point[1] == [-2] and point[2] == [0.05]
    with pytest.raises(ringlet_fmm.InvalidInput, match="profile is 'square'"):
        ringlet_fmm.plane_vortex(10, profile="square")


def test_a_sheet_has_the_jump_of_its_circulation():
    x, gamma, sigma = ringlet_fmm.plane_sheet(4000, start=(-4, 0), end=(4, 0), circulation=8.0, thickness=0.05)
    u = ringlet_fmm.velocity(x, gamma, sigma, [[0, 0.3], [0, -0.3]], space="plane")
    # Of a sheet of strength 1 and length 8 an arctangent is missing at its ends.
    assert u[1, 0] - u[0, 0] == pytest.approx(2 / np.pi * np.arctan(4 / 0.3), rel=1e-3)
    waved = ringlet_fmm.plane_sheet(1000, waves=2, amplitude=0.1)
    assert np.ptp(waved[0][:, 1]) > 0.2


def test_measures_of_a_set():
    a, gamma = 0.2, 3.0
    x, strengths, sigma = ringlet_fmm.plane_vortex(3000, circulation=gamma, half_axes=(a, a), overlap=1.0, threshold=1e-6)
    found = ringlet_fmm.measure(x, strengths, sigma, space="plane", tolerance=1e-6)
    # Z of a Gaussian of that width, Gamma^2/(4 pi a^2).
    assert found["enstrophy"] == pytest.approx(gamma**2 / (4 * np.pi * (a**2 + 2 * sigma[0] ** 2)), rel=2e-3)
    assert found["total_strength"][2] == pytest.approx(gamma)
    ring = ringlet_fmm.ring(1000, 0.1)
    core = np.log(8 / 0.1) - 2 + 0.5 * (np.euler_gamma - np.log(2)) + np.log(2)
    assert ringlet_fmm.measure(*ring, tolerance=1e-6)["energy"] > 0.2 * core


def test_a_sphere_in_a_stream_has_drag(tmp_path):
    flow = dict(viscosity=0.05, diffusion="lattice", redistribution="auto", regularisation="gaussian8",
                stream=(0.6, 0, 0.8), dt=0.05, spacing=0.2, element_budget=20000)
    none = (np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))
    system = ringlet_fmm.VortexSystem(*none, bodies=[{"shape": "sphere", "radius": 1.0, "centre": (0, 1, 0)}], **flow)
    for _ in range(4):
        system.step()
    load = system.body_loads()[0]
    assert len(load["force"]) == 3 and len(load["torque"]) == 3
    assert load["force"][2] > load["force"][0] > 0.5 and abs(load["force"][1]) < 0.05
    assert system.settings["bodies"][0]["centre"] == (0, 1, 0)
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    mesh = tmp_path / "body.stl"
    mesh.write_text("solid b\n" + "".join("vertex %g %g %g\n" % corners[k] for f in faces for k in f) + "endsolid\n")
    wing = {"shape": "wing", "span": 1.5, "sweep": 30, "taper": 0.5, "attitude": (0, 90, 0), "centre": (0, -3, 0)}
    system = ringlet_fmm.VortexSystem(*none, bodies=[{"shape": "mesh", "mesh": str(mesh), "scale": 2.0}, wing], **flow)
    assert system.settings["bodies"][1]["sweep"] == 30
    with pytest.raises(ringlet_fmm.InvalidInput, match="cannot be read"):
        ringlet_fmm.VortexSystem(*none, bodies=[{"shape": "mesh", "mesh": "/nowhere.stl"}], **flow)
    with pytest.raises(ringlet_fmm.InvalidInput, match="space = space for the shape sphere"):
        ringlet_fmm.VortexSystem(np.zeros((0, 2)), np.zeros(0), np.zeros(0), space="plane",
                                 bodies=[{"shape": "sphere"}], **dict(flow, stream=(1, 0, 0)))


def test_a_body_in_a_stream_has_drag():
    flow = dict(space="plane", viscosity=0.02, diffusion="lattice", redistribution="auto", regularisation="gaussian8",
                stream=(1, 0, 0), dt=0.04, spacing=0.1, element_budget=20000)
    none = (np.zeros((0, 2)), np.zeros(0), np.zeros(0))
    system = ringlet_fmm.VortexSystem(*none, bodies=[{"shape": "circle", "radius": 1.0}], **flow)
    for _ in range(30):
        system.step()
    load = system.body_loads()[0]
    assert 1.2 < load["force"][0] < 2.0 and abs(load["force"][1]) < 0.05
    assert load["slip"] < 0.1 and load["passes"] >= 3
    assert 0.9 < load["power"] / load["force"][0] < 1.01  # U = 1, and what the slip takes
    assert system.settings["bodies"][0]["radius"] == 1.0
    for wrong, part in [(3, "a list"), ([{"radios": 1}], "radios"), ([{"radius": -1}], "body 1: radius"),
                        ([{"shape": "disk"}], "circle")]:
        with pytest.raises(ringlet_fmm.InvalidInput, match=part):
            ringlet_fmm.VortexSystem(*none, bodies=wrong, **flow)
