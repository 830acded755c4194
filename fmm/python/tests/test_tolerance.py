"""Numbers that are right, or come with a word that they are not."""

import pickle
import warnings

import numpy as np
import pytest

import ringlet_fmm


def hard(seed=1, count=800):
    """Cores of all sizes and strengths over many decades, with targets on the elements: too much for float."""
    rng = np.random.default_rng(seed)
    x = rng.random((count, 3))
    alpha = rng.standard_normal((count, 3)) * 10 ** rng.uniform(-12, 0, (count, 1))
    return x.astype("f4"), alpha, 10 ** rng.uniform(-3, -1, count)


def direct(x, alpha, sigma, at=None, **settings):
    return ringlet_fmm.velocity(np.asarray(x, float), alpha, sigma, at, solver="direct", precision="double", **settings)


def off(found, exact):
    return np.linalg.norm(found - exact) / np.linalg.norm(exact)


class Prescribed(dict):
    """Settings that miss their tolerance for sure."""

    def __init__(self, **settings):
        super().__init__(order=4, theta=0.9, leaf_elements=8, leaf_points=8, tolerance=1e-8, **settings)


def test_a_tolerance_that_is_not_kept_is_said_everywhere():
    x, alpha, sigma = (np.array(rows) for rows in hard())
    x = x.astype(float)
    with pytest.warns(ringlet_fmm.ToleranceWarning, match="tolerance 1.0e-08 is not kept") as said:
        _, report = ringlet_fmm.velocity(x, alpha, sigma, full_output=True, **Prescribed())
    assert said[0].filename == __file__
    assert report["tolerance_kept"] is report["error"]["tolerance_kept"] is False
    assert report["warning"] == report["error"]["warning"] == str(said[0].message)
    plan = ringlet_fmm.FieldEvaluator(**Prescribed())
    with pytest.warns(ringlet_fmm.ToleranceWarning):
        assert plan.velocity(x, alpha, sigma, full_output=True)[1]["tolerance_kept"] is False
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, dt=1e-6, stretching="off", **Prescribed())
    with pytest.warns(ringlet_fmm.ToleranceWarning):
        assert system.measure_error()["tolerance_kept"] is False


def test_strict_raises():
    x, alpha, sigma = (np.array(rows) for rows in hard())
    x = x.astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ringlet_fmm.ToleranceError, match="not kept"):
            ringlet_fmm.velocity(x, alpha, sigma, full_output=True, **Prescribed(strict=True))
        system = ringlet_fmm.VortexSystem(x, alpha, sigma, dt=1e-6, stretching="off", **Prescribed(strict=True))
        with pytest.raises(ringlet_fmm.ToleranceError, match="not kept"):
            system.measure_error()
        assert issubclass(ringlet_fmm.ToleranceError, ringlet_fmm.NumericalError)


def test_a_tolerance_that_is_kept_is_said_without_a_warning():
    x, alpha, sigma = ringlet_fmm.ring(2000, 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plan = ringlet_fmm.FieldEvaluator(tolerance=1e-5, strict=True)
        plan.velocity(x, alpha, sigma)
        assert plan.report["tolerance_kept"] is True and plan.report["warning"] is None
        plan.velocity(x + [0.1, 0, 0], alpha, sigma)
        assert plan.report["tolerance_kept"] is None, "the order was chosen for others"
        system = ringlet_fmm.VortexSystem(x, alpha, sigma, dt=0.01, strict=True)
        system.step()
        assert system.report["tolerance_kept"] is True and system.measure_error()["tolerance_kept"] is True
        _, report = ringlet_fmm.velocity(x, alpha, sigma, solver="direct", full_output=True)
        assert report["tolerance_kept"] is None


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("space", ["space", "plane"])
@pytest.mark.parametrize("scale", [1e-22, 1e-13, 1e-8, 1e8, 1e13, 5e17])
def test_lengths_of_any_size(scale, space, precision):
    rng = np.random.default_rng(2)
    dimensions = 3 if space == "space" else 2
    x, at = rng.random((500, dimensions)), rng.random((100, dimensions))
    alpha = rng.standard_normal((500, 3) if space == "space" else 500)
    # Strengths that grow with the lengths so that velocities stay of order 1.
    grown = scale ** (dimensions - 1)
    exact = direct(x, alpha, 0.02, at, space=space)
    for solver in ("fmm", "direct"):
        settings = dict(space=space, precision=precision, solver=solver)
        if precision == "float" and not 1e-33 < grown < 1e33:
            grown = np.clip(grown, 1e-30, 1e30)
        u = ringlet_fmm.velocity(scale * x, grown * alpha, scale * 0.02, scale * at, **settings)
        expected = exact * (grown / scale ** (dimensions - 1))
        assert off(u, expected) < 1e-4
        u, report = ringlet_fmm.velocity(scale * x, grown * alpha, scale * 0.02, scale * at, full_output=True,
                                         **settings)
        assert off(u, expected) < 1e-4 and report["error"]["relative_l2"] < 1e-4


@pytest.mark.parametrize("scale", [1e-160, 1e-120, 1e120, 5e149])
def test_lengths_at_the_ends_of_double(scale):
    rng = np.random.default_rng(2)
    x, at, alpha = rng.random((500, 3)), rng.random((100, 3)), rng.standard_normal((500, 3))
    grown = scale**1.5  # gradients of scale^-1.5, too
    u, j = ringlet_fmm.velocity(scale * x, grown * alpha, scale * 0.02, scale * at, gradient=True, tolerance=1e-8)
    exact, slope = direct(x, alpha, 0.02, at, gradient=True)
    assert off(u * scale / grown * scale, exact) < 1e-8
    assert off(j * scale * scale / grown * scale, slope) < 1e-7
    psi = ringlet_fmm.vector_potential(scale * x, grown * alpha, scale * 0.02, scale * at)
    assert off(psi * scale / grown, ringlet_fmm.vector_potential(x, alpha, 0.02, at)) < 1e-12


def test_results_below_the_range_are_no_answer():
    x, alpha, sigma = ringlet_fmm.ring(100, 0.05)
    big = (1e17 * x).astype("f4")
    with pytest.raises(ringlet_fmm.InvalidInput, match="velocity is below the range of float"):
        ringlet_fmm.velocity(big, 1e-6 * alpha, 1e17 * sigma, precision="float")
    assert np.abs(ringlet_fmm.velocity(1e17 * x, 1e-6 * alpha, 1e17 * sigma, precision="float")).max() > 0


@pytest.mark.parametrize("scale, precision, message", [(1e13, "float", "beyond the range of float"),
                                                       (1e-22, "float", "allowed are 1e-09 to"),
                                                       (1e-160, "double", "beyond the range of double")])
def test_systems_refuse_lengths_beyond_their_numbers(scale, precision, message):
    x, alpha, sigma = ringlet_fmm.ring(100, 0.05)
    with pytest.raises(ringlet_fmm.InvalidInput, match=message):
        ringlet_fmm.VortexSystem(scale * x, alpha, scale * sigma, precision=precision)


@pytest.mark.parametrize("scale", [1e-8, 1e9])
def test_systems_take_lengths_within_their_numbers(scale):
    x, alpha, sigma = ringlet_fmm.ring(500, 0.05)
    system = ringlet_fmm.VortexSystem(scale * x, scale**2 * alpha, scale * sigma, precision="float", dt=0.1 * scale)
    system.evaluate()
    assert system.measure_error()["bound"] < 1e-4
    system.step()
    assert off(system.velocities(), direct(x, alpha, sigma)) < 1e-2


def test_misspelt_settings_are_recognised():
    x, alpha, sigma = ringlet_fmm.ring(10, 0.05)
    for given, meant in {"tolerence": "tolerance", "time_step": "dt", "regularization": "regularisation",
                         "gradients": "gradient", "target": "targets"}.items():
        for call in (ringlet_fmm.velocity, ringlet_fmm.VortexSystem):
            with pytest.raises(ringlet_fmm.InvalidInput, match=f'no setting "{given}"; did you mean "{meant}"'):
                call(x, alpha, sigma, **{given: 1})
    with pytest.raises(ringlet_fmm.InvalidInput, match='did you mean "viscosity"'):
        ringlet_fmm.VortexSystem(x, alpha, sigma).apply(viscocity=1)


def test_a_ground_is_given_as_in_scenes():
    x, alpha, sigma = ringlet_fmm.ring(100, 0.05)
    given = {"point": (0, 0, -1), "normal": (0, 0, 2)}
    u = ringlet_fmm.velocity(x, alpha, sigma, ground=given)
    assert (u == ringlet_fmm.velocity(x, alpha, sigma, ground=((0, 0, -1), (0, 0, 2)))).all()
    assert ringlet_fmm.VortexSystem(x, alpha, sigma, ground={"point": (0, 0, -1)}).settings["ground"] == (
        (0.0, 0.0, -1.0), (0.0, 0.0, 1.0))
    with pytest.raises(ringlet_fmm.InvalidInput, match='ground has "height"'):
        ringlet_fmm.velocity(x, alpha, sigma, ground={"height": 1})
    with pytest.raises(ringlet_fmm.InvalidInput, match="wall"):
        ringlet_fmm.VortexSystem(x, alpha, sigma, ground={"point": (0, 0, -1), "wall": "no-slip"})


def test_plans_and_systems_tell_what_they_are():
    plan = ringlet_fmm.FieldEvaluator(tolerance=1e-5)
    assert repr(plan) == "FieldEvaluator(precision='double', tolerance=1e-05)"
    x, alpha, sigma = ringlet_fmm.ring(100, 0.05)
    again = pickle.loads(pickle.dumps(plan))
    assert repr(again) == repr(plan) and (again.velocity(x, alpha, sigma) == plan.velocity(x, alpha, sigma)).all()
    u, report = again.velocity(x, alpha, sigma, full_output=True)
    assert report["error"]["relative_l2"] == pytest.approx(off(u, direct(x, alpha, sigma)), rel=0.1, abs=1e-15)
    system = ringlet_fmm.VortexSystem(x, alpha, sigma, tracers=x, dt=0.5)
    system.step(2)
    assert repr(system) == "<VortexSystem: 100 elements and 100 tracers in space, t = 1 after 2 steps, double>"


def test_a_potential_of_cores_that_need_direct_sums():
    x, alpha, sigma = ringlet_fmm.ring(100, 0.05)
    psi = ringlet_fmm.vector_potential(x, alpha, sigma, [[0, 0, 5.0]], regularisation="rosenhead")
    assert psi.shape == (1, 3)
