"""Moving systems: agreement with theory, and their measures."""

import threading

import numpy as np
import pytest

import ringlet_fmm


def ring_system(count=600, **settings):
    x, alpha, sigma = ringlet_fmm.ring(count, 0.05)
    return ringlet_fmm.VortexSystem(x, alpha, sigma, dt=0.05, **settings)


def test_a_ring_travels_with_the_speed_of_theory():
    system = ring_system(tolerance=1e-6, integrator="rk4")
    before = system.positions()[:, 2].mean()
    system.step(4)
    assert (system.steps, system.time) == (4, pytest.approx(0.2))
    travelled = system.positions()[:, 2].mean() - before
    assert travelled == pytest.approx(0.2 * ringlet_fmm.ring_speed(0.05, 600), rel=1e-5)


def test_tracers_go_with_the_flow():
    x, alpha, sigma = ringlet_fmm.ring(600, 0.05)
    tracers = np.array([[0.0, 0.0, 0.0]])
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, tracers=tracers, dt=0.01, tolerance=1e-6)
    system.step()
    assert system.tracer_count == 1
    # In the middle of a ring of radius 1 the speed is Gamma/(2 R).
    assert system.tracer_positions()[0, 2] == pytest.approx(0.01 * 0.5, rel=1e-2)
    assert system.tracer_velocities()[0, 2] == pytest.approx(0.5, rel=1e-2)


def test_impulse_stays_and_has_the_value_of_a_ring():
    system = ring_system(tolerance=1e-6)
    system.evaluate()
    before = system.measure()
    system.step(5)
    after = system.measure()
    # A polygon of N chords encloses a little less than its circle.
    assert before["linear_impulse"][2] == pytest.approx(np.pi, rel=1e-4)
    assert after["linear_impulse"][2] == pytest.approx(before["linear_impulse"][2], rel=1e-6)
    assert before["energy"] > 0 and np.isnan(before["largest_vorticity"])


def test_rings_are_measured_one_by_one():
    first, second = ringlet_fmm.ring(300, 0.05), ringlet_fmm.ring(300, 0.05, centre=(0, 0, 0.7), circulation=2)
    x, alpha, sigma = (np.concatenate(pair) for pair in zip(first, second))
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, rings=np.repeat([0, 1], 300), dt=0.05)
    system.evaluate()
    measured = system.measure_rings()
    assert [ring["elements"] for ring in measured] == [300, 300]
    assert measured[1]["circulation"] == pytest.approx(2, rel=1e-4)
    assert measured[1]["centre"][2] == pytest.approx(0.7, abs=1e-9)


def test_reading_writes_where_it_is_told():
    system = ring_system(precision="float")
    assert system.positions().dtype == np.float64
    room = np.zeros((600, 5))
    assert system.positions(out=room[:, 1:4]).base is room
    np.testing.assert_allclose(room[:, 1:4], system.positions())
    assert system.core_radii().shape == (600,)
    system.evaluate()
    assert system.velocities().dtype == np.float32
    assert system.strengths().shape == system.strength_rates().shape == (600, 3)


@pytest.mark.parametrize("dt", [0.01, 1e-6])
def test_in_float_a_ring_travels_far_away_as_at_the_origin(dt):
    place = np.array([1e6, 0, -1e6])
    x, alpha, sigma = ringlet_fmm.ring(600, 0.05)
    near, far = (
        ringlet_fmm.VortexSystem(x + at, alpha, sigma, tracers=x[:9] + at, dt=dt, precision="float")
        for at in (0 * place, place)
    )
    for system in (near, far):
        system.step(20)
    way = near.positions() - x
    apart = 20 * dt * 2e-4 + 1e-8  # both keep a tolerance of 1e-4, with trees of their own
    assert np.abs(way).max() == pytest.approx(20 * dt * ringlet_fmm.ring_speed(0.05, 600), rel=0.01)
    np.testing.assert_allclose(far.positions() - place - x, way, atol=apart)
    np.testing.assert_allclose(far.tracer_positions() - place - x[:9], way[:9], atol=apart)
    there, here = (system.measure_rings()[0]["centre"] for system in (far, near))
    assert there == pytest.approx(place + here, abs=apart)
    again = ringlet_fmm.VortexSystem.from_state(far.state())
    for system in (far, again):
        system.step(3)
    assert np.array_equal(far.positions(), again.positions())


def test_a_stream_carries_everything_along():
    still, carried = ring_system(), ring_system(stream=(0.5, 0, -0.25))
    for system in (still, carried):
        system.step()
    assert carried.settings["stream"] == (0.5, 0, -0.25)
    moved = carried.positions() - still.positions()
    assert np.allclose(moved, carried.time * np.array([0.5, 0, -0.25]), atol=1e-5)
    for wrong in (1, (1, 2), (1, 2, 3, 4), ("a", 0, 0)):
        with pytest.raises(ringlet_fmm.InvalidInput, match="three numbers"):
            carried.apply(stream=wrong)


def test_settings_can_be_changed_on_the_way():
    system = ring_system(tolerance=1e-3)
    system.step()
    system.apply(tolerance=1e-5, viscosity=1e-3, redistribution="off", ground=((0, 0, -2), (0, 0, 1)))
    assert system.settings["tolerance"] == 1e-5
    assert system.settings["ground"] == ((0.0, 0.0, -2.0), (0.0, 0.0, 1.0))
    assert system.settings["dt"] == 0.05
    system.step()
    assert system.steps == 2
    with pytest.raises(ringlet_fmm.InvalidInput):
        system.apply(tolerance=5)
    assert system.settings["tolerance"] == 1e-5


def test_errors_are_measured_and_reported():
    system = ring_system(count=4000, tolerance=1e-3)
    system.evaluate()
    error = system.measure_error()
    assert 0 < error["relative_l2"] <= error["bound"] < 1e-3
    assert system.report["backend"] == "cpu" or ringlet_fmm._fmm.with_cuda


def test_other_threads_run_while_it_steps():
    system = ring_system(count=20000)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    other = threading.Thread(target=tick)
    other.start()
    before = len(ticks)
    system.step()
    during = len(ticks) - before
    stop.set()
    other.join()
    assert during > 0


def test_the_same_twice_has_the_same_bits():
    runs = []
    for _ in range(2):
        system = ring_system()
        system.step(3)
        runs.append(system.positions())
    assert (runs[0] == runs[1]).all()


def test_what_was_not_evaluated_is_no_velocity():
    x, alpha, sigma = ringlet_fmm.ring(300, 0.05)
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, tracers=x, dt=0.05)
    for read in (system.velocities, system.strength_rates, system.tracer_velocities):
        with pytest.raises(ringlet_fmm.InvalidInput, match=read.__name__ + r".*evaluate\(\)"):
            read()
    assert system.measure_rings()[0]["speed"] > 0.1, "measures evaluate by themselves"
    assert np.abs(system.velocities()).max() > 0.1
    system.apply(regularisation="gaussian8")
    with pytest.raises(ringlet_fmm.InvalidInput, match="velocities"):
        system.velocities()
    system.step()
    assert np.abs(system.tracer_velocities()).max() > 0.1


def test_steps_are_counted_forwards():
    system = ring_system(count=100)
    for wrong in (-1, -5):
        with pytest.raises(ringlet_fmm.InvalidInput, match=f"count is {wrong}"):
            system.step(wrong)
    system.step(0)
    assert system.steps == 0


@pytest.mark.parametrize("number", [2**32 + 5, 2**31, -1, 1.7, np.nan, 1 + 2j, "one"])
def test_ring_numbers_are_kept_or_refused(number):
    x, alpha, sigma = ringlet_fmm.ring(3, 0.05)
    with pytest.raises(ringlet_fmm.InvalidInput, match="rings"):
        ringlet_fmm.VortexSystem(x, alpha, sigma, rings=[0, number, 0])


def test_ring_numbers_come_back():
    x, alpha, sigma = ringlet_fmm.ring(4, 0.05)
    for numbers in ([7, 7, 2**31 - 1, 7], np.array([7, 7, 2**31 - 1, 7], np.uint64), [7.0, 7.0, 2.0**31 - 1, 7.0]):
        system = ringlet_fmm.VortexSystem(x, alpha, sigma, rings=numbers)
        assert {ring["ring"] for ring in system.measure_rings()} == {7, 2**31 - 1}


def test_threads_share_a_system():
    alone, shared = ring_system(count=400), ring_system(count=400)
    alone.step(12)
    threads = [threading.Thread(target=shared.step, args=(3,)) for _ in range(4)]
    threads += [threading.Thread(target=lambda: [shared.positions() for _ in range(20)]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.steps == 12
    assert (shared.positions() == alone.positions()).all()


def test_truth_values_are_none_but_true_and_false():
    for wrong in ("False", 0, 2, None):
        with pytest.raises(ringlet_fmm.InvalidInput, match="True or False"):
            ring_system(divergence_removal=wrong)
    assert ring_system(count=10, divergence_removal=np.bool_(False)).settings["divergence_removal"] is False
