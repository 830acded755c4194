"""Fields at points: agreement with formulas, and arrays that are not copied."""

import ctypes

import numpy as np
import pytest

import ringlet_fmm


def thin_ring(count=2000, sigma=0.005):
    return ringlet_fmm.ring(count, sigma, radius=0.5, circulation=2.0)


def axis_speed(z, circulation=2.0, radius=0.5):
    """Biot and Savart on the axis of a circle."""
    return circulation * radius**2 / (2 * (radius**2 + z**2) ** 1.5)


def test_velocity_on_the_axis_of_a_ring():
    z = np.linspace(0, 2, 50)
    targets = np.column_stack([np.zeros_like(z), np.zeros_like(z), z])
    u = ringlet_fmm.velocity(*thin_ring(), targets, tolerance=1e-6)
    assert u.shape == (50, 3) and u.dtype == np.float64
    np.testing.assert_allclose(u[:, 2], axis_speed(z), rtol=1e-4)
    np.testing.assert_allclose(u[:, :2], 0, atol=1e-5)


def test_gradient_is_that_of_the_velocity():
    h = 1e-3
    targets = np.array([[0, 0, 0.3 - h], [0, 0, 0.3 + h], [0, 0, 0.3]])
    u, j = ringlet_fmm.velocity(*thin_ring(), targets, tolerance=1e-8, gradient=True)
    assert j.shape == (3, 3, 3)
    assert j[2, 2, 2] == pytest.approx((u[1, 2] - u[0, 2]) / (2 * h), rel=1e-4)
    assert np.trace(j[2]) == pytest.approx(0, abs=1e-6)


def test_tolerance_is_kept_against_the_direct_sum():
    rng = np.random.default_rng(1)
    x, alpha = rng.random((3000, 3)), rng.standard_normal((3000, 3))
    exact = ringlet_fmm.velocity(x, alpha, 0.02, solver="direct")
    for tolerance in (1e-3, 1e-6):
        u = ringlet_fmm.velocity(x, alpha, 0.02, tolerance=tolerance)
        assert np.linalg.norm(u - exact) / np.linalg.norm(exact) < tolerance


def test_vorticity_of_one_blob():
    sigma = 0.1
    w = ringlet_fmm.vorticity([[0, 0, 0]], [[0, 0, 1]], sigma, [[0, 0, 0], [sigma, 0, 0]], regularisation="gaussian",
                              solver="direct")
    assert w[1, 2] / w[0, 2] == pytest.approx(np.exp(-0.5), rel=1e-6)


def test_float32_stays_float32():
    x, alpha, sigma = (a.astype(np.float32) for a in thin_ring())
    u = ringlet_fmm.velocity(x, alpha, sigma, np.zeros((1, 3), np.float32))
    assert u.dtype == np.float32
    assert u[0, 2] == pytest.approx(axis_speed(0), rel=1e-3)


def test_columns_of_a_table_are_read_and_written_where_they_lie():
    x, alpha, sigma = thin_ring()
    table = np.column_stack([x, np.full(len(x), np.nan), alpha, sigma])
    results = np.full((2, 7), 9.0)
    targets = np.array([[0, 0, 0.1], [0, 0, 0.2]])
    back = ringlet_fmm.velocity(table[:, 0:3], table[:, 4:7], table[:, 7], targets, out=results[:, 2:5])
    assert back.base is results or np.shares_memory(back, results)
    np.testing.assert_array_equal(results[:, 2:5], ringlet_fmm.velocity(x, alpha, sigma, targets))
    assert (results[:, [0, 1, 5, 6]] == 9).all()


def test_nothing_is_copied_on_the_way_in():
    x, alpha, sigma = thin_ring()
    for array in (x, x[::-1], x.astype(np.float32), x[:, ::-1]):
        assert ringlet_fmm._arrays.as_input(array) is array
    assert ringlet_fmm._arrays.as_input([[1, 2, 3]]).dtype == np.float64
    assert ringlet_fmm._arrays.as_input(x.astype(">f8")).dtype.isnative


@pytest.mark.parametrize(
    "change, message",
    [
        ({"x": np.zeros((5, 2))}, r"x has the shape \(5, 2\); allowed is \(N, 3\)"),
        ({"x": np.zeros((4, 3))}, "differ in length"),
        ({"sigma": np.zeros((5, 1))}, "allowed are a number"),
        ({"sigma": -1.0}, "coreRadius|core radi"),
        ({"tolerance": 2}, "tolerance"),
        ({"solver": "magic"}, "solver is 'magic'; allowed: fmm or direct"),
        ({"colour": 1}, 'no setting "colour"; allowed: dt, '),
        ({"dt": "soon"}, "dt is 'soon'; allowed: a number"),
        ({"ground": 3}, "point, normal"),
    ],
)
def test_what_is_wrong_is_said(change, message):
    given = {"x": np.ones((5, 3)), "alpha": np.ones((5, 3)), "sigma": 0.1, **change}
    with pytest.raises(ringlet_fmm.InvalidInput, match=message):
        ringlet_fmm.velocity(given.pop("x"), given.pop("alpha"), given.pop("sigma"), **given)
    assert issubclass(ringlet_fmm.InvalidInput, ValueError)


def test_results_that_cannot_be_written_are_refused():
    x, alpha, sigma = thin_ring(50)
    fixed = np.zeros((50, 3))
    fixed.flags.writeable = False
    with pytest.raises(ringlet_fmm.InvalidInput, match="cannot be written"):
        ringlet_fmm.velocity(x, alpha, sigma, out=fixed)
    with pytest.raises(ringlet_fmm.InvalidInput, match="room for 10"):
        ringlet_fmm.velocity(x, alpha, sigma, out=np.zeros((10, 3)))
    with pytest.raises(ringlet_fmm.InvalidInput, match="int64"):
        ringlet_fmm.velocity(x, alpha, sigma, out=np.zeros((50, 3), np.int64))


class OnGpu:
    """A NumPy array that pretends to be on a GPU."""

    def __init__(self, array):
        self.array = array
        self.dtype = array.dtype

    def __len__(self):
        return len(self.array)

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, stream=None):
        assert stream == 1
        capsule = self.array.__dlpack__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        # DLTensor begins with its data pointer; the type of the device follows.
        device = ctypes.c_int32.from_address(pointer(capsule, b"dltensor") + ctypes.sizeof(ctypes.c_void_p))
        device.value = 2
        return capsule


def test_arrays_on_a_gpu_are_refused_without_one():
    if ringlet_fmm._fmm.with_cuda:
        pytest.skip("this module was built with CUDA")
    x, alpha, sigma = thin_ring(50)
    with pytest.raises(ringlet_fmm.InvalidInput, match="built without CUDA"):
        ringlet_fmm.velocity(OnGpu(x), OnGpu(alpha), sigma, out=np.zeros((50, 3)))


def test_arrays_of_torch_on_a_gpu():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available() or not ringlet_fmm._fmm.with_cuda:
        pytest.skip("no GPU, or no CUDA in this module")
    host = thin_ring()
    expected = ringlet_fmm.velocity(*host, tolerance=1e-6)
    x, alpha, sigma = (torch.from_numpy(a).cuda() for a in host)
    u = ringlet_fmm.velocity(x, alpha, sigma, tolerance=1e-6, backend="cuda")
    assert u.is_cuda
    assert np.linalg.norm(u.cpu().numpy() - expected) / np.linalg.norm(expected) < 2e-6


def test_settings_are_described(capsys):
    ringlet_fmm.describe_settings()
    text = capsys.readouterr().out
    assert "tolerance: " in text and "allowed: fmm or direct" in text and "dt: " in text


def test_every_backend_is_named():
    names = [name for name, _, _ in ringlet_fmm.backends()]
    assert "cpu" in names and "cuda" in names


@pytest.mark.parametrize("scale", [1e39, 1e34, -1e39])
def test_strengths_beyond_float_are_refused(scale):
    x, alpha, sigma = ringlet_fmm.ring(50, 0.05)
    single = x.astype("f4")
    for call in (ringlet_fmm.velocity, ringlet_fmm.vorticity, ringlet_fmm.VortexSystem):
        with pytest.raises(ringlet_fmm.InvalidInput, match="strength of element 0 is beyond the range of float"):
            call(single, alpha * scale, sigma)
    assert np.isfinite(ringlet_fmm.velocity(x, alpha * scale, sigma)).all()


def test_results_beyond_float_are_no_answer():
    x, alpha, _ = ringlet_fmm.ring(50, 0.1)
    x, alpha = 1e-10 * x, 1e20 * alpha
    for solver in ("fmm", "direct"):
        for precision in ("float", "double"):
            with pytest.raises(ringlet_fmm.InvalidInput, match="at target 0 is beyond the range of float"):
                ringlet_fmm.velocity(x.astype("f4"), alpha, 1e-11, solver=solver, precision=precision)
    assert np.abs(ringlet_fmm.velocity(x, alpha, 1e-11)).max() > 1e38


def test_complex_numbers_are_refused():
    x, alpha, sigma = ringlet_fmm.ring(10, 0.05)
    with pytest.raises(ringlet_fmm.InvalidInput, match="complex"):
        ringlet_fmm.velocity(x + 0j, alpha, sigma)


def test_vortices_of_a_plane_flow_are_rows_of_two():
    rng = np.random.default_rng(3)
    x, gamma, at = rng.random((400, 2)), rng.random(400) - 0.5, rng.random((50, 2))
    u, j = ringlet_fmm.velocity(x, gamma, 0.02, at, space="plane", tolerance=1e-8, gradient=True)
    r = at[:, None, :] - x
    square = (r**2).sum(2)
    f = gamma / (2 * np.pi) * -np.expm1(-square / (2 * 0.02**2)) / square
    np.testing.assert_allclose(u, np.stack([-(f * r[:, :, 1]).sum(1), (f * r[:, :, 0]).sum(1)], 1), atol=1e-7)
    w = ringlet_fmm.vorticity(x, gamma, 0.02, at, space="plane", tolerance=1e-8)
    np.testing.assert_allclose(j[:, 1, 0] - j[:, 0, 1], w, atol=1e-5)
    plan = ringlet_fmm.FieldEvaluator(space="plane", tolerance=1e-8)
    np.testing.assert_array_equal(plan.velocity(x, gamma, 0.02, at), ringlet_fmm.velocity(
        x, gamma, 0.02, at, space="plane", tolerance=1e-8))
    np.testing.assert_array_equal(plan.vorticity(x, gamma, 0.02, at), w)
    whole = ringlet_fmm.velocity(x, gamma, 0.02, at, space="plane", tolerance=1e-8, gradient=True, full_output=True)
    assert [part.shape for part in whole[:2]] == [(50, 2), (50, 2, 2)] and whole[2]["error"]["relative_l2"] < 1e-8
    with pytest.raises(ringlet_fmm.InvalidInput):
        ringlet_fmm.velocity(x, gamma[1:], 0.02, at, space="plane")
    with pytest.raises(ringlet_fmm.InvalidInput, match="out="):
        plan.velocity(x, gamma, 0.02, at, out=np.empty((50, 3)))
    psi = [ringlet_fmm.vector_potential(x, gamma, 0.02, at + [0, 1e-5 * k], space="plane") for k in (1, -1)]
    np.testing.assert_allclose((psi[0] - psi[1]) / 2e-5, u[:, 0], atol=1e-6)
