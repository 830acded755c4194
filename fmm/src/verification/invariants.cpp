// Conserved quantities of ring motion: impulse, energy, total strength; and the relation of energy and impulse.

#include <algorithm>
#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr std::size_t kElementsEach = 96;
constexpr double kGap = 0.5, kWave = 0.05;
constexpr double kPeriod = 4.2786;  ///< of the unperturbed leapfrog with Gaussian cores [T]
constexpr int kSamples = 10;        ///< number of measurements in that time

/// Changes since the start, relative to the first value, or to sum |alpha| for the total strength.
struct Drift {
  double impulse = 0, energy = 0, strength = 0;
};

Drift driftBetween(const Elements& before, const Elements& after) {
  const Invariants a = invariants(before), b = invariants(after);
  const double h = hamiltonian(before, Regularisation::gaussian);
  double strengths = 0;
  for (const Vec3& alpha : before.strength) strengths += norm(alpha);
  return {norm(b.linearImpulse - a.linearImpulse) / norm(a.linearImpulse),
          std::abs(hamiltonian(after, Regularisation::gaussian) / h - 1),
          norm(b.totalStrength - a.totalStrength) / strengths};
}

/// Largest drift over one period of the leapfrog, in `steps` equal steps for each sample.
Drift largestDrift(Settings settings, const Elements& start, int steps) {
  settings.timeStep = kPeriod / (kSamples * steps);
  VortexSystem system(settings, start, {});
  Drift largest;
  for (int sample = 0; sample < kSamples; ++sample) {
    for (int i = 0; i < steps; ++i) system.step();
    const Drift drift = driftBetween(start, system.elements());
    largest = {std::max(largest.impulse, drift.impulse), std::max(largest.energy, drift.energy),
               std::max(largest.strength, drift.strength)};
  }
  return largest;
}

Settings directWith(Stretching stretching, const Settings& machine) {
  Settings settings = directDouble(machine);
  settings.stretching = stretching;
  return settings;
}

Check perfect(Stretching stretching) {
  const auto experiment = [stretching](const Settings& machine) {
    const Drift drift = largestDrift(directWith(stretching, machine), leapfrogPair(kElementsEach, kGap), 50);
    return std::vector<Measurement>{vanishing("impulse", drift.impulse, 1e-9), vanishing("energy", drift.energy, 1e-9)};
  };
  return {"invariants/round-" + std::string(toString(stretching)),
          "Coaxial rings keep impulse and energy to 1e-9 over a leapfrog with every form of stretching (direct sums, "
          "RK4).",
          true, experiment};
}

Check wavyClassical() {
  const auto experiment = [](const Settings& machine) {
    const Drift drift =
        largestDrift(directWith(Stretching::classical, machine), leapfrogPair(kElementsEach, kGap, kWave), 90);
    return std::vector<Measurement>{vanishing("impulse", drift.impulse, 1e-10),
                                    vanishing("energy", drift.energy, 1e-10)};
  };
  return {"invariants/wavy-classical",
          "Rings of one line of elements with a wave of 5 % and mode 3 keep both to 1e-10 with classical stretching.",
          true, experiment};
}

Check wavyTranspose() {
  const auto experiment = [](const Settings& machine) {
    const Settings settings = directWith(Stretching::transpose, machine);
    const Drift drift = largestDrift(settings, leapfrogPair(kElementsEach, kGap, kWave), 25);
    const Drift finer = largestDrift(settings, leapfrogPair(kElementsEach * 3 / 2, kGap, kWave), 35);
    return std::vector<Measurement>{{"impulse", drift.impulse, 0.02, 0.005, "1"},
                                    {"energy", drift.energy, 0.007, 0.0035, "1"},
                                    vanishing("finer-impulse", finer.impulse - drift.impulse, 2e-4),
                                    vanishing("finer-energy", finer.energy - drift.energy, 2e-4)};
  };
  return {
      "invariants/wavy-transpose",
      "With transposed stretching they lose some 2 % of impulse and 0.7 % of energy in a period of the leapfrog, "
      "with half as many elements again and shorter steps just as much: it is the scheme's, not the discretisation's.",
      true, experiment};
}

Check totalStrength() {
  const auto experiment = [](const Settings& machine) {
    Elements start = leapfrogPair(kElementsEach, kGap, kWave);
    for (std::size_t i = 0; i < start.size(); i += 2)  // no closed lines, whose total strength is 0 for any scheme
      start.strength[i] = 1.3 * start.strength[i] + Vec3{0, 0, 0.001};
    const Drift drift = largestDrift(directWith(Stretching::transpose, machine), start, 15);
    return std::vector<Measurement>{vanishing("", drift.strength, 1e-13)};
  };
  return {"invariants/total-strength",
          "Transposed stretching keeps the total strength of elements with equal cores exactly, over sum |alpha|: "
          "every pair takes from one what it gives to the other.",
          true, experiment};
}

Check wavyFmm() {
  const auto experiment = [](const Settings& machine) {
    Settings settings = fmmFloatInSmallLeaves(machine);
    settings.stretching = Stretching::classical;
    settings.integrator = Integrator::rk4;
    const Drift drift = largestDrift(settings, leapfrogPair(kElementsEach, kGap, kWave), 20);
    return std::vector<Measurement>{vanishing("impulse", drift.impulse, 10 * settings.tolerance),
                                    vanishing("energy", drift.energy, 10 * settings.tolerance)};
  };
  return {"invariants/wavy-fmm",
          "The fast multipole method adds a drift of the order of its tolerance, 1e-4: less than ten times that.", true,
          experiment};
}

Check slopeOfEnergy() {
  const auto experiment = [](const Settings&) {
    const std::size_t count = 200;
    const auto state = [](double radius) {
      Ring ring = filament();
      ring.radius = radius;
      Elements elements;
      append(ring, count, elements);
      return std::pair(hamiltonian(elements, Regularisation::gaussian), norm(invariants(elements).linearImpulse));
    };
    const auto [h1, i1] = state(0.999);
    const auto [h2, i2] = state(1.001);
    return std::vector<Measurement>{
        {"", (h2 - h1) / (i2 - i1), ringSpeed(Regularisation::gaussian, kSigma, count), 1e-6, "L/T"}};
  };
  return {"invariants/slope-of-energy",
          "dH/dI = U for a ring, circulation and cores fixed (Saffman 1992): energy, impulse and speed agree.", true,
          experiment};
}

}  // namespace

std::vector<Check> invariantChecks() {
  std::vector<Check> all;
  for (const auto stretching : {Stretching::classical, Stretching::transpose, Stretching::mixed})
    all.push_back(perfect(stretching));
  all.push_back(wavyClassical());
  all.push_back(wavyTranspose());
  all.push_back(totalStrength());
  all.push_back(wavyFmm());
  all.push_back(slopeOfEnergy());
  return all;
}

}  // namespace fmm::verification
