#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "scene/view_settings.h"

namespace app {

/// Where the number comes from that a tracer's colour says.
enum class ColourSource {
  solver,   ///< written with the tracer's position, as ColourQuantity::scalar says
  ring,     ///< index of the ring that the tracer is tagged with: a colour for each
  age,      ///< time since the birth that it is tagged with
  distance  ///< from the eye
};

/// What a tracer's colour can say. Scenes, panel, legend, shaders and solver go by these descriptions.
struct ColourQuantity {
  /// Estimate for one ring made of so many elements.
  using Estimate = double (*)(const Scene&, const fmm::Ring&, std::size_t);

  ColourSource source = ColourSource::solver;
  const char* unit = "";                                    ///< of its numbers
  const char* meaning = "";                                 ///< "its speed"
  fmm::ParticleScalar scalar = fmm::ParticleScalar::speed;  ///< of ColourSource::solver
  Estimate estimate = nullptr;                              ///< of the same: the largest that a ring makes
  double OverlaySettings::*top = nullptr;                   ///< fixed number at the upper end; null: there is none
  const char* automaticHint = "";                           ///< what is there instead while the view has 0
};

/// The description. A value of ColourBy without one does not compile.
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

/// How many there are.
constexpr std::size_t countColourQuantities() {
  std::size_t count = 0;
  while (*describe(static_cast<ColourBy>(count)).meaning != 0) ++count;
  return count;
}
constexpr std::size_t kColourQuantities = countColourQuantities();
static_assert(namesOf(ColourBy{}).size() == kColourQuantities, "each value of ColourBy has a name");

/// "its speed, the vorticity there, ..., or its distance from the eye"
std::string colourMeanings();

/// Does it say something that a tracer keeps from its birth on?
bool needsTags(ColourBy by);
/// What tracers are to have as their fourth float for these colours.
fmm::ParticleScalar scalarFor(ColourBy by);

/// Numbers at the upper end of the colours where the view leaves them open, of those quantities that the solver
/// supplies.
class ColourTops {
 public:
  ColourTops() { tops_.fill(1); }
  double& operator[](ColourBy by) { return tops_.at(static_cast<std::size_t>(by)); }
  double operator[](ColourBy by) const { return tops_.at(static_cast<std::size_t>(by)); }

  /// Takes the larger number of each quantity.
  void raiseTo(const ColourTops& others);

 private:
  std::array<double, kColourQuantities> tops_{};
};

/// Estimates for the strongest of all rings, launched ones counted in. Always positive.
ColourTops colourTops(const Scene& scene);
/// The same estimates for a single ring made of `count` elements.
ColourTops colourTops(const Scene& scene, const fmm::Ring& ring, std::size_t count);

}  // namespace app
