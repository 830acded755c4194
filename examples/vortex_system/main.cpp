// Some steps of two coaxial vortex rings that play leapfrog, and the conserved quantities of the flow.
// Build it against an installed library:
//   cmake -S . -B build -DCMAKE_PREFIX_PATH=<where Ringlet is installed> && cmake --build build

#include <fmm/fmm.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

void print(fmm::VortexSystem& system) {
  const fmm::FlowMeasures flow = system.measure(/*withEnergy=*/true, /*withVorticity=*/false);
  const std::vector<fmm::RingMeasures> rings = system.measureRings();
  std::printf("%5.2f  %10.6f  %10.6f  %8.4f %8.4f  %8.4f %8.4f\n", system.time(), flow.invariants.linearImpulse.z,
              flow.energy, rings[0].centre.z, rings[0].radius, rings[1].centre.z, rings[1].radius);
}

}  // namespace

int main() try {
  fmm::Elements elements;
  for (int index = 0; index < 2; ++index) {
    fmm::Ring ring;
    ring.centre = {0, 0, 0.8 * index};
    ring.profile = fmm::CoreProfile::filament;
    fmm::addLine(ring, {300, 0.1, index}, elements);
  }
  // Tracers that the flow carries along: a row of them across the first ring.
  fmm::Tracers tracers;
  for (int i = 0; i < 50; ++i) tracers.position.push_back({-1.5 + 0.06 * i, 0, 0});

  fmm::Settings settings;
  settings.timeStep = 0.05;
  settings.integrator = fmm::Integrator::rk3;
  fmm::VortexSystem system(settings, elements, tracers);
  system.evaluate();
  const fmm::FlowMeasures before = system.measure(true, false);

  std::printf("    t     impulse      energy     ring 0: z, R       ring 1: z, R\n");
  for (int step = 0; step < 40; ++step) {
    if (step % 10 == 0) print(system);
    system.step();
  }
  print(system);

  // Read the tracers into this program's own arrays of x, y and z.
  std::vector<float> x(system.tracerCount()), y(x.size()), z(x.size());
  const auto span = [](std::vector<float>& row) { return fmm::StridedSpan<float>{row.data(), row.size()}; };
  fmm::TracerResults results;
  results.position = {span(x), span(y), span(z)};
  system.read(results);
  std::printf("the tracer in the middle is at z = %.4f\n", static_cast<double>(z[25]));

  const fmm::FlowMeasures after = system.measure(true, false);
  const double impulse = std::abs(after.invariants.linearImpulse.z / before.invariants.linearImpulse.z - 1);
  const double energy = std::abs(after.energy / before.energy - 1);
  std::printf("changes: impulse %.1e, energy %.1e\n", impulse, energy);
  return impulse < 1e-3 && energy < 1e-2 && z[25] > 0 ? 0 : 1;
} catch (const std::exception& error) {  // InvalidInput, EnvironmentError, NumericalError
  std::fprintf(stderr, "vortex_system: %s\n", error.what());
  return 1;
}
