#include "verification/flow_sample.h"

#include <algorithm>
#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/field.h"
#include "fmm/redistribution.h"

namespace fmm::verification {
namespace {

/// Settings for the field of the elements at rest, with the parameters that the system has chosen.
Settings fieldOf(const VortexSystem& system) {
  Settings settings = system.settings();
  settings.redistribution.steps = Redistribution::kOff;
  settings.diffusion = Diffusion::coreSpreading;
  settings.viscosity = 0;
  const Tuning tuning = system.tuning();
  settings.order = tuning.order;
  settings.theta = tuning.theta;
  settings.leafElements = tuning.leafElements;
  settings.leafPoints = tuning.leafPoints;
  return settings;
}

Vec3 curlOf(const Mat3& j) {
  return {j.m[7] - j.m[5], j.m[2] - j.m[6], j.m[3] - j.m[1]};
}

/// By Stokes' theorem: the integral of omega_x over {x = 0, y > 0} is minus that of u_z along the z axis, since u falls
/// like 1/r^3. The points are z = c + s sinh(k d), close together near the vorticity and far apart beyond.
double crossingOf(Settings settings, const Elements& elements, double height) {
  constexpr double kScale = 0.25, kStep = 0.02;
  constexpr int kHalf = 300;  // reaches 50 [L]: the rest adds less than 1e-4
  settings.solver = SolverKind::direct;
  std::vector<Vec3> points;
  for (int k = -kHalf; k <= kHalf; ++k) points.push_back({0, 0, height + kScale * std::sinh(kStep * k)});
  const Field field = evaluateField(settings, elements, points, false);
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    sum -= field.velocity[i].z * kScale * std::cosh(kStep * (static_cast<double>(i) - kHalf)) * kStep;
  return sum;
}

}  // namespace

FlowSample sampleFlow(const VortexSystem& system) {
  const Settings field = fieldOf(system);
  const LatticeReport& lattice = system.lattice();
  const double h = lattice.passes > 0 ? lattice.spacing : system.settings().spacing;
  const Elements elements = redistributedElements(system);
  const Elements nodes = redistribute(elements, {h, field.latticeOverlap, field.nodeThreshold}, field.threads);

  FlowSample sample;
  sample.time = system.time();
  sample.elements = elements.size();
  sample.spacing = h;
  const FlowMeasures sums = VortexSystem(field, elements, {}).measure(true, true);
  sample.energy = sums.energy;
  sample.pairEnstrophy = sums.enstrophy;
  sample.impulse = sums.invariants.linearImpulse;
  for (const Mat3& gradient : evaluateField(field, elements, nodes.position, true).gradient) {
    const Vec3 vorticity = curlOf(gradient);
    sample.enstrophy += dot(vorticity, vorticity) / 2;
    sample.largestVorticity = std::max(sample.largestVorticity, norm(vorticity));
  }
  sample.enstrophy *= h * h * h;
  sample.impulseScale = absoluteImpulse(elements);
  sample.crossing = crossingOf(field, elements, centroid(elements).z);
  return sample;
}

}  // namespace fmm::verification
