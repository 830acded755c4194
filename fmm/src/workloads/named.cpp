// The names of all sets.

#include "fmm/workloads.h"

namespace fmm::workloads {

const std::vector<NamedWorkload>& named() {
  static const std::vector<NamedWorkload> all = {
      {"rings", "two coaxial rings whose cores are filled at random, tracers about them", rings},
      {"cube", "uniform at random in a cube",
       [](std::size_t ns, std::size_t nt, std::uint64_t seed) { return cube(ns, nt, seed); }},
      {"sphere", "on the surface of a sphere", sphereSurface},
      {"plummer", "a Plummer sphere, strongly graded", plummer},
      {"filament", "along one thin curve", thinCurve},
      {"knot", "a trefoil whose core is filled at random", trefoil},
      {"lattice", "a ring on the lattice of its redistribution", latticeRing},
      {"normal", "a normal distribution within a cube", normalCloud},
      {"layer", "a cube, normally distributed along z", layer}};
  return all;
}

}  // namespace fmm::workloads
