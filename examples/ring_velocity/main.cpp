// The velocity that a thin vortex ring induces on its axis, at points in this program's own array, against the law of
// Biot and Savart:
//   u_z(z) = Gamma R^2 / (2 (R^2 + z^2)^(3/2))
// Build it against an installed library:
//   cmake -S . -B build -DCMAKE_PREFIX_PATH=<where Ringlet is installed> && cmake --build build

#include <fmm/fmm.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

// A structure of this program; the library reads and writes its columns in place.
struct Probe {
  float x, y, z;
  int label;  // not used by the library
  float u, v, w;
};

int main() try {
  // Gamma = 2, R = 0.5, along z: 2000 elements on the circle, with Gaussian cores of a hundredth of the radius.
  const double circulation = 2, radius = 0.5;
  fmm::Ring ring;
  ring.radius = radius;
  ring.circulation = circulation;
  ring.profile = fmm::CoreProfile::filament;
  fmm::Elements elements;
  fmm::addLine(ring, {2000, 0.01 * radius}, elements);

  std::vector<Probe> probes(100);
  for (std::size_t i = 0; i < probes.size(); ++i)
    probes[i] = {0, 0, static_cast<float>(0.02 * static_cast<double>(i)), static_cast<int>(i), 0, 0, 0};

  // A probe is seven numbers of four bytes: that is the stride.
  constexpr std::ptrdiff_t kStride = sizeof(Probe) / sizeof(float);
  const float* first = &probes.front().x;
  const fmm::InputVectors targets = fmm::interleaved(first, probes.size(), kStride);
  fmm::FieldResults results;
  results.velocity = fmm::interleaved(&probes.front().u, probes.size(), kStride);

  fmm::Settings settings;
  settings.tolerance = 1e-5;  // relative error of the velocities
  settings.precision = fmm::Precision::real64;
  const fmm::EvaluationReport report = fmm::evaluateField(settings, fmm::viewOf(elements), targets, results);

  double worst = 0;
  for (const Probe& probe : probes) {
    const double theory =
        circulation * radius * radius / (2 * std::pow(radius * radius + double(probe.z) * double(probe.z), 1.5));
    worst = std::max(worst, std::abs(double(probe.w) - theory) / theory);
    if (probe.label % 20 == 0) std::printf("z = %.2f: u_z = %.6f, theory %.6f\n", probe.z, probe.w, theory);
  }
  std::printf("Ringlet %s on %s: %zu points in %.1f ms, largest error %.1e\n", RINGLET_FMM_VERSION_STRING,
              report.backend.c_str(), probes.size(), 1e3 * report.seconds, worst);
  return worst < 1e-3 ? 0 : 1;
} catch (const std::exception& error) {  // InvalidInput, EnvironmentError
  std::fprintf(stderr, "ring_velocity: %s\n", error.what());
  return 1;
}
