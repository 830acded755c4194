// Regions of heat as dictionaries with the keys of [[heat]] in scene files, and the elements that they are made of.

#include "bindings.h"
#include "fmm/heat.h"
#include "python_heat.h"
#include "python_settings.h"
#include "python_tables.h"
#include "vectors.h"

namespace ringlet {
namespace {

using fmm::HeatShape;
using fmm::HeatSource;

struct NamedReal {
  const char* name;
  double HeatSource::*member;
};
constexpr NamedReal kReals[] = {{"radius", &HeatSource::radius},
                                {"thickness", &HeatSource::thickness},
                                {"edge", &HeatSource::edge},
                                {"buoyancy", &HeatSource::buoyancy},
                                {"ripple_height", &HeatSource::rippleHeight}};

template <class Enum>
Enum named(const char* key, const py::handle& value) {
  const auto found = fmm::parse<Enum>(word(value));
  if (!found) refuse(key, value, fmm::allowedNames<Enum>());
  return *found;
}

/// Positions, strengths of 0, core radii and heat on the lattice of the settings.
py::tuple elementsOf(const py::dict& given) {
  const fmm::Settings settings = settingsFrom(given);
  const fmm::Elements made = fmm::heatElements(settings.heatSources, settings, settings.spacing);
  return py::make_tuple(rowsOf(made.position), rowsOf(made.strength), rowsOf(made.coreRadius), rowsOf(made.heat));
}

}  // namespace

bool setHeatMember(HeatSource& source, const std::string& key, const py::handle& value) {
  for (const auto& [name, member] : kReals)
    if (key == name) return source.*member = value.cast<double>(), true;
  if (key == "shape") {
    source.shape = named<HeatShape>("shape", value);
  } else if (key == "supply") {
    source.supply = named<fmm::HeatSupply>("supply", value);
  } else if (key == "centre") {
    source.centre = place(value);
  } else if (key == "axis") {
    source.axis = place(value);
  } else if (key == "half_axes") {
    const fmm::Vec3 half = place(value);
    source.halfAxes = {half.x, half.y, py::len(value) == 2 ? half.y : half.z};  // two in the plane
  } else if (key == "ripples") {
    source.ripples = value.cast<int>();
  } else {
    return false;
  }
  return true;
}

py::dict asDict(const HeatSource& source) {
  const HeatSource standard;
  const bool box = source.shape == HeatShape::box, thick = !box && source.shape != HeatShape::ball;
  const auto tuple = [](double x, double y, double z) { return py::make_tuple(x, y, z); };
  py::dict d;
  d["shape"] = std::string(fmm::toString(source.shape));
  d["supply"] = std::string(fmm::toString(source.supply));
  d["centre"] = tuple(source.centre.x, source.centre.y, source.centre.z);
  for (const auto& [name, member] : kReals) {
    const bool shown = member == &HeatSource::radius      ? !box
                       : member == &HeatSource::thickness ? thick
                                                          : member != &HeatSource::rippleHeight;
    if (shown || source.*member != standard.*member) d[name] = source.*member;
  }
  if (box || source.halfAxes != standard.halfAxes)
    d["half_axes"] = tuple(source.halfAxes[0], source.halfAxes[1], source.halfAxes[2]);
  if (!(source.axis == standard.axis)) d["axis"] = tuple(source.axis.x, source.axis.y, source.axis.z);
  if (source.ripples != 0) d["ripples"] = source.ripples;
  return d;
}

void bindHeat(py::module_& module) {
  module.def("heat_elements", &elementsOf);
}

}  // namespace ringlet
