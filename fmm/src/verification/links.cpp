// Linked rings.

#include <algorithm>
#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/field.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

/// Two unit rings, centres at -1/2 and 1/2 on the x axis, planes perpendicular. The sign of the second circulation is
/// the link's handedness.
Elements hopfLink(std::size_t countEach, double circulation) {
  Elements elements;
  append(filament({-0.5, 0, 0}), countEach, elements);
  Ring other = filament({0.5, 0, 0}, circulation);
  other.axis = {0, 1, 0};
  append(other, countEach, elements);
  return elements;
}

double helicityOf(const Settings& settings, const Elements& elements) {
  VortexSystem system(settings, elements, {});
  system.evaluate();
  return helicity(elements, system.elementVelocities());
}

Check hopf(const char* name, Settings (*settings)(const Settings&), double tolerance) {
  const auto experiment = [settings, tolerance](const Settings& machine) {
    const double right = helicityOf(settings(machine), hopfLink(800, 1));
    const double left = helicityOf(settings(machine), hopfLink(800, -1));
    return std::vector<Measurement>{relative("magnitude", std::abs(right), 2, tolerance, "L^4/T^2"),
                                    {"mirrored", left / right, -1, tolerance, "1"}};
  };
  return {std::string("hopf-link/") + name,
          "Linked rings have the helicity 2 Gamma_1 Gamma_2 times their linking number (Moffatt 1969), whatever their "
          "shape; mirrored, the opposite.",
          true, experiment};
}

/// The elements of one ring.
Elements ringOf(const Elements& link, std::int32_t ring) {
  Elements part;
  for (std::size_t i = 0; i < link.size(); ++i) {
    if (link.ring[i] != ring) continue;
    part.position.push_back(link.position[i]);
    part.strength.push_back(link.strength[i]);
    part.coreRadius.push_back(link.coreRadius[i]);
  }
  return part;
}

/// Linking number of two rings of circulation 1 by Gauss' integral, the flow of one ring along the other.
double linking(const Settings& settings, const Elements& link) {
  const Elements first = ringOf(link, 0);
  return helicity(first, evaluateField(settings, ringOf(link, 1), first.position, false).velocity);
}

Check moving() {
  const auto experiment = [](const Settings& machine) {
    Settings settings = directDouble(machine);
    settings.stretching = Stretching::classical;
    VortexSystem system(settings, hopfLink(200, 1), {});
    const double start = linking(settings, system.elements());
    double largest = 0;
    for (int sample = 0; sample < 10; ++sample) {
      for (int i = 0; i < 10; ++i) system.step();
      largest = std::max(largest, std::abs(linking(settings, system.elements()) - start));
    }
    return std::vector<Measurement>{{"start", std::abs(start), 1, 1e-3, "1"}, vanishing("change", largest, 1e-3)};
  };
  return {"hopf-link/moving",
          "Rings stay linked while their cores are apart (Helmholtz): their linking number over two units of time.",
          true, experiment};
}

}  // namespace

std::vector<Check> linkChecks() {
  return {hopf("direct", directDouble, 1e-7), hopf("fmm", fmmFloat, 1e-3), moving()};
}

}  // namespace fmm::verification
