"""Heat in systems, regions of heat, and states that have it."""

import os
import pickle
import subprocess

import numpy as np
import pytest

import ringlet_fmm

FLOW = dict(regularisation="gaussian8", redistribution="auto", diffusion="lattice", viscosity=2e-3, spacing=0.1, dt=0.02,
            element_budget=100000, heat_sources=[{"shape": "ball", "radius": 0.3, "edge": 0.15, "buoyancy": 2.0}])


def thermal(space="space", **settings):
    flow = {**FLOW, "space": space, **settings}
    x, alpha, sigma, heat = ringlet_fmm.heat_elements(**flow)
    return ringlet_fmm.VortexSystem(x, alpha, sigma, heat=heat, **flow), heat


@pytest.mark.parametrize("space", ["space", "plane"])
def test_a_thermal_rises_with_its_impulse(space):
    system, heat = thermal(space, precision="double")
    x = system.positions()
    assert x.shape[1] == (2 if space == "plane" else 3) and heat.shape == (len(x),)
    # b falls like (1 - erf(d/edge))/2 from 2 inside: sum b h^d is the area or volume up to the edge's moments.
    wide = 0.3**2 + 0.15**2 / 2 if space == "plane" else 0.3**3 + 1.5 * 0.3 * 0.15**2
    assert heat.sum() == pytest.approx(2 * np.pi * wide * (1 if space == "plane" else 4 / 3), rel=2e-3)
    assert np.abs(system.heat() - heat).max() == 0 and np.isnan(system.measure_heat()["largest"])
    system.step(5)
    now = system.measure_heat()
    assert now["sum"] == pytest.approx(heat.sum(), rel=1e-10) and system.heat().sum() == pytest.approx(now["sum"])
    assert now["largest"] == pytest.approx(2, rel=0.05) and now["height"] > 0 and now["circulation"] > 0
    impulse = system.measure(energy=False)["linear_impulse"]
    assert impulse[1 if space == "plane" else 2] == pytest.approx(heat.sum() * system.time, rel=1e-6)
    assert now["potential"] == pytest.approx(-(system.heat() * system.positions()[:, -1]).sum(), rel=1e-9)
    assert system.settings["heat"] and system.settings["heat_sources"][0]["buoyancy"] == 2


def test_heat_is_read_and_written_in_place():
    system, heat = thermal(precision="float")
    assert system.heat().dtype == np.float32 and np.allclose(system.heat(), heat, rtol=1e-6)
    room = np.zeros((system.element_count, 3))
    assert system.heat(out=room[:, 1]).base is room
    np.testing.assert_array_equal(room[:, 1], system.heat())
    assert (room[:, [0, 2]] == 0).all()
    # A column of an array of structures, back to front.
    mixed = np.zeros((len(heat), 2))
    mixed[:, 1] = heat
    x, alpha, sigma, _ = ringlet_fmm.heat_elements(**FLOW)
    strided = ringlet_fmm.VortexSystem(x[::-1], alpha, sigma, heat=mixed[::-1, 1], **FLOW)
    np.testing.assert_array_equal(strided.heat(), heat[::-1])


def test_elements_without_volumes_go_to_the_same_nodes():
    system, _ = thermal()
    state = system.state()
    assert (state["volume"] == 0).all()
    given = ringlet_fmm.VortexSystem.from_state({**state, "volume": np.full(system.element_count, 1e-3),
                                                 "length": np.full(system.element_count, 0.1)})
    for each in (system, given):
        each.step(2)
    assert (system.heat() == given.heat()).all() and (system.strengths() == given.strengths()).all()


@pytest.mark.parametrize("settings", [{"space": "space"}, {"space": "plane"}, {"precision": "float"}])
def test_a_system_with_heat_goes_on_from_what_was_kept(settings, tmp_path):
    held = [*FLOW["heat_sources"], {"shape": "disc", "supply": "held", "centre": (0.5, -0.5), "axis": (0, 1, 0),
                                    "thickness": 0.3, "buoyancy": -0.5, "ripples": 3, "ripple_height": 0.05}]
    system, _ = thermal(heat_sources=held, **settings)
    system.step(2)
    system.save(tmp_path / "state.npz")
    others = [pickle.loads(pickle.dumps(system)), ringlet_fmm.VortexSystem.from_state(system.state()),
              ringlet_fmm.VortexSystem.load(tmp_path / "state.npz")]
    system.step(2)
    for other in others:
        assert other.settings == system.settings
        other.step(2)
        assert (other.heat() == system.heat()).all() and (other.strengths() == system.strengths()).all()
        assert (other.positions() == system.positions()).all()
    without = ringlet_fmm.VortexSystem.load(tmp_path / "state.npz", heat=False, heat_sources=[])
    assert not without.settings["heat"] and "heat" not in without.state()
    again = without.state()
    with pytest.raises(ringlet_fmm.InvalidInput, match='has no "heat" of its elements'):
        ringlet_fmm.VortexSystem.from_state({**again, "settings": system.settings})
    without.save(tmp_path / "cold.npz")
    warmed = ringlet_fmm.VortexSystem.load(tmp_path / "cold.npz", heat=True)
    assert (warmed.heat() == 0).all()


def test_a_checkpoint_with_heat_goes_on(tmp_path):
    program = os.environ.get("RINGLET")
    if not program:
        pytest.skip("RINGLET does not name the program")
    (tmp_path / "s.toml").write_text("""
[physics]
viscosity = 2e-3
redistribution = "auto"
diffusion = "lattice"
spacing = 0.1
dt = 0.02
[particles]
tracers = 50
[[heat]]
radius = 0.3
edge = 0.15
[[heat]]
shape = "box"
supply = "steady"
centre = [0, 0, -1]
half_axes = [0.3, 0.2, 0.1]
buoyancy = 3
""")

    def run(*words):
        subprocess.run([program, "run", *words, "--backend", "cpu", "--quiet"], cwd=tmp_path, check=True)

    run("s.toml", "--frames", "2", "--checkpoint", "a.ringlet")
    run("--resume", "a.ringlet", "--frames", "6", "--checkpoint", "b.ringlet")
    system, wanted = (ringlet_fmm.VortexSystem.load(tmp_path / name) for name in ("a.ringlet", "b.ringlet"))
    assert wanted.steps == system.steps + 4
    system.step(4)
    assert system.settings == wanted.settings and len(system.settings["heat_sources"]) == 2
    assert (system.heat() == wanted.heat()).all() and (system.strengths() == wanted.strengths()).all()
    assert wanted.measure_heat()["sum"] > 0.1


def test_heat_joins_and_is_switched():
    system, heat = thermal()
    count = system.element_count
    system.append([[0, 0, 1.0]], np.zeros((1, 3)), 0.1, heat=[0.5])
    system.append([[0, 0, 2.0]], np.zeros((1, 3)), 0.1)
    np.testing.assert_array_equal(system.heat()[count:], [0.5, 0])
    system.apply(heat=False, heat_sources=[])
    with pytest.raises(ringlet_fmm.InvalidInput, match="this flow has none"):
        system.heat()
    with pytest.raises(ringlet_fmm.InvalidInput, match="measure_heat: this flow has none"):
        system.measure_heat()
    with pytest.raises(ringlet_fmm.InvalidInput, match="elements have heat, and heat is off"):
        system.append([[0, 0, 3.0]], np.zeros((1, 3)), 0.1, heat=[0.5])
    system.apply(heat=True)
    assert (system.heat() == 0).all()


@pytest.mark.parametrize("changes, message", [
    ({"heat_sources": [{"edge": -1}]}, "heat source 1: edge = -1"),
    ({"heat_sources": [{"shape": "ring", "radius": 0.1, "thickness": 0.3}]}, "less than twice the ring's radius"),
    ({"heat_sources": [{}] * 9}, "heat_sources = 9"),
    ({"heat_sources": [{"warmth": 1}]}, "allowed: a list of dictionaries with the keys of .*heat"),
    ({"heat_sources": {"edge": 1}}, "allowed: a list of dictionaries"),
    ({"heat_sources": [{"shape": "cone"}]}, "shape is 'cone'; allowed: ball, box, disc"),
    ({"heat_sources": [{"supply": 3}]}, "supply is 3; allowed: start, steady"),
    ({"heat_sources": [{"centre": (0, 0, float("nan"))}]}, "heat source 1: centre"),
    ({"heat_sources": [{"half_axes": 3}]}, "half_axes is 3; allowed: what .*heat"),
    ({"redistribution": "off", "viscosity": 0}, "heat = true needs redistribution"),
    ({"spacing": 0}, "spacing = 0"),
])
def test_bad_regions_are_named(changes, message):
    with pytest.raises(ringlet_fmm.InvalidInput, match=message) as refused:
        ringlet_fmm.heat_elements(**{**FLOW, **changes})
    assert "\n" not in str(refused.value)


def test_bad_heat_is_named():
    x, alpha, sigma, heat = ringlet_fmm.heat_elements(**FLOW)
    for bad, message in ((heat[:-1], f"heat has {len(x) - 1} entries, {len(x)} wanted"),
                         (np.stack([heat, heat]), "heat has the shape"),
                         (np.where(np.arange(len(x)) == 3, np.nan, heat), "heat of element 3 is not finite")):
        with pytest.raises(ringlet_fmm.InvalidInput, match=message):
            ringlet_fmm.VortexSystem(x, alpha, sigma, heat=bad, **FLOW)
    with pytest.raises(ringlet_fmm.InvalidInput, match="redistribution"):
        ringlet_fmm.VortexSystem(x, alpha, sigma, heat=heat)
