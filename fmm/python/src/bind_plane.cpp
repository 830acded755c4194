// Vortices and sheets of plane flows as elements, in rows x, y with circulations.

#include <pybind11/stl.h>

#include <array>
#include <optional>
#include <string>

#include "bindings.h"
#include "fmm/error.h"
#include "fmm/plane_vortices.h"
#include "vectors.h"

namespace ringlet {
namespace {

using Pair = std::array<double, 2>;

fmm::Vec3 pointOf(const Pair& p) {
  return {p[0], p[1], 0};
}

/// How a patch becomes elements: about `count`, or with a given spacing.
struct Lattice {
  std::size_t count;
  std::optional<double> spacing;
  double overlap, threshold;
};

py::tuple elementsOf(const fmm::PlanePatch& patch, const Lattice& lattice) {
  const double h = lattice.spacing ? *lattice.spacing : fmm::planeSpacing({patch}, lattice.count, lattice.threshold);
  const fmm::Elements made = fmm::planeElements({patch}, h, lattice.overlap, lattice.threshold);
  const auto rows = static_cast<py::ssize_t>(made.size());
  Numbers x({rows, py::ssize_t{2}}), gamma(rows);
  for (py::ssize_t i = 0; i < rows; ++i) {
    const auto k = static_cast<std::size_t>(i);
    x.mutable_at(i, 0) = made.position[k].x;
    x.mutable_at(i, 1) = made.position[k].y;
    gamma.mutable_at(i) = made.strength[k].z;
  }
  return py::make_tuple(x, gamma, rowsOf(made.coreRadius));
}

}  // namespace

void bindPlane(py::module_& module) {
  module.def(
      "plane_vortex", [](std::size_t count, std::optional<double> spacing, double overlap, double threshold,
                         double circulation, Pair halfAxes, double angle, Pair centre, const std::string& profile) {
        const auto kind = fmm::parse<fmm::PlaneProfile>(profile);
        if (!kind)
          throw fmm::InvalidInput("profile is '" + profile + "'; allowed: " + fmm::allowedNames<fmm::PlaneProfile>());
        return elementsOf(fmm::PlaneVortex{pointOf(centre), circulation, halfAxes, angle, *kind},
                          {count, spacing, overlap, threshold});
      });
  module.def(
      "plane_sheet", [](std::size_t count, std::optional<double> spacing, double overlap, double threshold,
                        double circulation, Pair start, Pair end, double thickness, int waves, double amplitude) {
        return elementsOf(fmm::PlaneSheet{pointOf(start), pointOf(end), circulation, thickness, waves, amplitude},
                          {count, spacing, overlap, threshold});
      });
}

}  // namespace ringlet
