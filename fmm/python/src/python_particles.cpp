#include "python_particles.h"

#include "fmm/error.h"

namespace ringlet {

PythonElements::PythonElements(const py::object& x, const py::object& alpha, const py::object& sigma,
                               const py::object& ring, const py::object& heat)
    : x_(x, "x"), alpha_(alpha, "alpha"), sigma_(sigma, "sigma"), heat_(heat, "heat") {
  if (ring.is_none()) return;
  using Indices = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;
  const Indices indices = Indices::ensure(ring);
  if (!indices || indices.ndim() != 1) {
    PyErr_Clear();
    throw fmm::InvalidInput("rings: allowed is an array of whole numbers, one for each element");
  }
  ring_ = indices;
}

fmm::ElementViews PythonElements::views() const {
  fmm::ElementViews views;
  views.position = x_.vectors();
  views.strength = alpha_.vectors();
  views.coreRadius = sigma_.numbers();
  views.heat = heat_.numbers();
  if (ring_) views.ring = {ring_->data(), static_cast<std::size_t>(ring_->size())};
  return views;
}

}  // namespace ringlet
