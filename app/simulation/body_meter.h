#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fmm/bodies.h"
#include "fmm/settings.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// Means of the bodies' loads over the steps between two samples.
class BodyMeter {
 public:
  /// Adds the loads of a step.
  void add(const std::vector<fmm::BodyLoad>& loads);
  /// The means since the last call, with their coefficients; one a body. Values are not a number if no step was added,
  /// and BodySample::impulseForce never is a number.
  std::vector<BodySample> sample(const fmm::Settings& settings, double time);

 private:
  struct Reference {
    std::optional<fmm::Body> of;
    fmm::Vec3 along;
    double value = 0;
  };
  /// fmm::referenceOf(), which takes a while for a mesh, again only if it changes.
  double reference(std::size_t index, const fmm::Body& body, fmm::Vec3 along);

  std::vector<Reference> references_;
  std::vector<fmm::BodyLoad> sums_;
  int steps_ = 0;
};

/// Force on the only body of a flow from the impulse of all elements, docs/math.md, (22.3).
class ImpulseForce {
 public:
  /// The impulse jumps before the next call of sample(): the fluid comes to rest against the body at once, or a ring
  /// joins.
  void jump() { jumps_ = true; }
  /// Mean since the last call [L^4/T^2], in the plane [L^3/T^2]; `impulse` is about a point that the stream carries
  /// along. Not a number if there is not one body alone, if the impulse has jumped, and where a wall takes some of it
  /// or a wake may have faded.
  fmm::Vec3 sample(const fmm::Settings& settings, double time, fmm::Vec3 impulse);

 private:
  struct Last {
    double time;
    fmm::Vec3 impulse, inside;  ///< of all elements; momentum of the fluid inside
  };
  const fmm::BodyFacts& factsOf(const fmm::Body& body);

  std::optional<fmm::Body> of_;  ///< the body of facts_
  fmm::BodyFacts facts_;
  std::optional<Last> last_;
  bool jumps_ = false;
};

/// True if vorticity may have come so far by `time` that the flow fades it: Settings::wakeLength.
bool wakeFades(const fmm::Settings& settings, double time);

/// Frequency [1/T] of a signal that swings about its mean, from its last upward crossings, up to eight periods; not a
/// number before two of them.
double frequencyOf(const std::vector<double>& times, const std::vector<double>& values);

/// f D/U of a body, with U and D of its coefficients.
double strouhalNumber(const fmm::Settings& settings, std::size_t body, double frequency);

/// Nodes of the lattice in the layer D/sqrt(Re) of the body where it is thinnest; not a number without a motion or a
/// lattice.
double nodesInLayers(const fmm::Settings& settings, double spacing);

/// Spacings of the lattice in the mean thickness of a body; not a number without a lattice.
double nodesInThickness(const fmm::Body& body, double spacing);
/// Fewest of these that tell one side of a body from the other.
constexpr double kLeastThickness = 2;

/// Spacings of the lattice between a body and a wall that the fluid sticks to, at a time; infinite where the body is
/// plainly farther than kLeastGap, without such a wall or without a lattice.
double nodesAboveWall(const fmm::Settings& settings, const fmm::Body& body, double spacing, double time);
/// Fewest of these that hold both layers.
constexpr double kLeastGap = 3;

/// Warning for the layer of a body that the lattice resolves least: it takes 3 nodes in the plane and 2 in space. Empty
/// if it resolves all.
std::string describeBodyLayers(const fmm::Settings& settings, double spacing);
/// Warning for the first body nearer to a wall than kLeastGap; empty if there is none.
std::string describeBodiesAtWall(const fmm::Settings& settings, double spacing, double time);
/// Warning for the body that is thinnest, below kLeastThickness; empty if there is none.
std::string describeThinBodies(const fmm::Settings& settings, double spacing);

}  // namespace app
