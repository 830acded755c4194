#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "scene/view_settings.h"

namespace app {

/// Source of the number shown by a tracer's colour.
enum class ColourSource {
  solver,   ///< written with the tracer's position, see ColourQuantity::scalar
  ring,     ///< index of the ring in the tracer's tag: one colour each
  age,      ///< time since the birth in the tracer's tag
  distance  ///< from the eye
};

/// A quantity that colours can show. Scenes, panel, legend, shaders and solver use these descriptions.
struct ColourQuantity {
  /// Estimate for a ring of this number of elements.
  using Estimate = double (*)(const Scene&, const fmm::Ring&, std::size_t);

  ColourSource source = ColourSource::solver;
  const char* unit = "";                                    ///< of its numbers
  const char* meaning = "";                                 ///< "its speed"
  fmm::ParticleScalar scalar = fmm::ParticleScalar::speed;  ///< for ColourSource::solver
  Estimate estimate = nullptr;                              ///< for ColourSource::solver: largest value due to a ring
  double OverlaySettings::*top = nullptr;                   ///< fixed value at the upper end; null: none
  const char* automaticHint = "";                           ///< on the value used if the view has 0
};

/// The description of a quantity. A value of ColourBy without one does not compile.
constexpr ColourQuantity describe(ColourBy by) {
  switch (by) {
    case ColourBy::speed:
      return {ColourSource::solver,
              "L/T",
              "its speed",
              fmm::ParticleScalar::speed,
              edgeSpeed,
              &OverlaySettings::speedRange,
              "The colours end about at the speed at the edge of the strongest core."};
    case ColourBy::vorticity:
      return {ColourSource::solver,
              "1/T",
              "the vorticity there",
              fmm::ParticleScalar::vorticity,
              peakVorticity,
              &OverlaySettings::vorticityRange,
              "The colours end about at the vorticity in the middle of the strongest core."};
    case ColourBy::ring:
      return {ColourSource::ring, "", "the ring it was seeded around"};
    case ColourBy::age:
      return {ColourSource::age,
              "T",
              "the time since then",
              {},
              nullptr,
              &OverlaySettings::ageRange,
              "The colours span the ages of the tracers, from the youngest to the oldest."};
    case ColourBy::depth:
      return {ColourSource::distance, "L", "its distance from the eye"};
  }
  return {};
}

/// Number of quantities.
constexpr std::size_t countColourQuantities() {
  std::size_t count = 0;
  while (*describe(static_cast<ColourBy>(count)).meaning != 0) ++count;
  return count;
}
constexpr std::size_t kColourQuantities = countColourQuantities();
static_assert(namesOf(ColourBy{}).size() == kColourQuantities, "each value of ColourBy has a name");

/// "its speed, the vorticity there, ..., or its distance from the eye"
std::string colourMeanings();

/// True if the quantity is fixed at a tracer's birth.
bool needsTags(ColourBy by);
/// The scalar needed with each tracer for these colours.
fmm::ParticleScalar scalarFor(ColourBy by);

/// Values at the upper end of the colours where the view leaves them open, for quantities of ColourSource::solver.
class ColourTops {
 public:
  ColourTops() { tops_.fill(1); }
  double& operator[](ColourBy by) { return tops_.at(static_cast<std::size_t>(by)); }
  double operator[](ColourBy by) const { return tops_.at(static_cast<std::size_t>(by)); }

  /// Sets each value to the larger of both.
  void raiseTo(const ColourTops& others);

 private:
  std::array<double, kColourQuantities> tops_{};
};

/// Estimates for the strongest of all rings, including launched ones. Always positive.
ColourTops colourTops(const Scene& scene);
/// The same estimates for a single ring of `count` elements.
ColourTops colourTops(const Scene& scene, const fmm::Ring& ring, std::size_t count);

}  // namespace app
