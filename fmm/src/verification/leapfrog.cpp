#include "verification/leapfrog.h"

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "fmm/vortex_system.h"

namespace fmm::verification {
namespace {

/// By direct double-precision integration of the equations of coaxial rings, sigma = 0.1. Rings of `elementsEach`
/// elements move like continuous lines to 1e-5 or better.
struct Published {
  Regularisation kind;
  std::size_t elementsEach;
  const char* gapName;
  double gap, firstPass, period, drift, smallest, largest;
};

const Published kPublished[] = {{Regularisation::gaussian, 128, "0.5", 0.5, 1.0696, 4.2786, 0.4484, 0.7649, 1.1895},
                                {Regularisation::winckelmans, 192, "0.5", 0.5, 1.0485, 4.1939, 0.4940, 0.7680, 1.1875},
                                {Regularisation::gaussian, 128, "1.0", 1.0, 3.6644, 14.658, 0.3926, 0.6163, 1.2729},
                                {Regularisation::winckelmans, 192, "1.0", 1.0, 3.5014, 14.006, 0.4391, 0.6273, 1.2675}};

std::string caseName(const Published& row) {
  return "leapfrog/" + std::string(toString(row.kind)) + '-' + row.gapName;
}

/// The same quantities from elements, over two passes.
struct SeenLeapfrog {
  Leapfrog quarter;
  double secondPass = 0;  ///< half a period later [T]
  double deviation = 0;   ///< largest difference of a radius or height from the equations up to secondPass [L]
};

double middle(const PairShape& shape) {
  return 0.5 * (shape.height[0] + shape.height[1]);
}

SeenLeapfrog watchLeapfrog(Settings settings, const Published& row) {
  settings.regularisation = row.kind;
  VortexSystem system(settings, leapfrogPair(row.elementsEach, row.gap), {});
  CoaxialRings equations(row.kind, {circle(0), circle(row.gap)});
  SeenLeapfrog seen;
  Leapfrog& quarter = seen.quarter;
  PairShape before = shapeOf(equations);
  quarter.smallest = quarter.largest = before.radius[0];
  const double start = middle(before), latest = 20 * row.gap;
  while (seen.secondPass == 0) {
    if (system.time() > latest) throw NumericalError("the rings do not pass");
    system.step();
    equations.step(settings.timeStep);
    const PairShape now = shapeOf(system.elements());
    seen.deviation = std::max(seen.deviation, distance(now, shapeOf(equations)));
    quarter.smallest = std::min({quarter.smallest, now.radius[0], now.radius[1]});
    quarter.largest = std::max({quarter.largest, now.radius[0], now.radius[1]});
    if ((now.gap() > 0) != (before.gap() > 0)) {
      const double part = before.gap() / (before.gap() - now.gap());  // straight enough: the gap is odd about its zero
      const double time = system.time() - settings.timeStep * (1 - part);
      if (quarter.firstPass == 0) {
        quarter.firstPass = time;
        quarter.drift = ((1 - part) * middle(before) + part * middle(now) - start) / time;
      } else {
        seen.secondPass = time;
      }
    }
    before = now;
  }
  if (settings.solver == SolverKind::fmm && system.report().farPairs == 0)
    throw NumericalError("nothing went through expansions");
  return seen;
}

/// Uniform cores of radius 0.1 that keep their volume and interact as lines.
CoaxialRings thinPair(double gap) {
  const RingCore core = {CoreProfile::uniform, 0.1, 0, 0};
  return {Regularisation::cutoff, {{1, 0, 1, core}, {1, gap, 1, core}}};
}

Check equations() {
  const auto experiment = [](const Settings&) {
    std::vector<Measurement> results;
    const auto compare = [&](const std::string& name, const Leapfrog& found, const Leapfrog& expected) {
      const double rounded = 5.1e-5;  // rounding of the published digits
      results.push_back({name + "/first-pass", found.firstPass, expected.firstPass, rounded, "T"});
      results.push_back({name + "/drift", found.drift, expected.drift, rounded, "L/T"});
      results.push_back({name + "/smallest-radius", found.smallest, expected.smallest, rounded, "L"});
      results.push_back({name + "/largest-radius", found.largest, expected.largest, rounded, "L"});
    };
    for (const Published& row : kPublished)
      compare(std::string(toString(row.kind)) + '-' + row.gapName, leapfrogOfRings(row.kind, row.gap),
              {row.firstPass, row.drift, row.smallest, row.largest});
    compare("thin-0.5", leapfrogOfRings(thinPair(0.5)), {1.0572, 0.5131, 0.7665, 1.1885});
    return results;
  };
  return {"leapfrog/equations",
          "The equations of coaxial rings (Dyson 1893; Borisov, Kilin and Mamaev 2013) give the leapfrogs that an "
          "independent program computed: with the kernel's integral in every interaction, and for thin uniform cores "
          "(C = 1/4, a^2 R constant) that meet as lines.",
          true, experiment};
}

Check leapfrog(const Published& row, const Method& method) {
  const auto experiment = [row, method](const Settings& machine) {
    Settings settings = method.settings(machine);
    if (method.exact) settings.stretching = Stretching::classical;  // otherwise the program's default
    const SeenLeapfrog seen = watchLeapfrog(settings, row);
    const double tolerance = method.exact ? 1e-3 : 5e-3;
    std::vector<Measurement> results = {
        relative("first-pass", seen.quarter.firstPass, row.firstPass, tolerance, "T"),
        relative("period", 2 * (seen.secondPass - seen.quarter.firstPass), row.period, tolerance, "T"),
        relative("drift", seen.quarter.drift, row.drift, tolerance, "L/T"),
        relative("smallest-radius", seen.quarter.smallest, row.smallest, tolerance, "L"),
        relative("largest-radius", seen.quarter.largest, row.largest, tolerance, "L")};
    if (method.exact) results.push_back(vanishing("equations", seen.deviation, 1e-4, "L"));
    return results;
  };
  return {caseName(row) + '/' + method.name,
          "Two rings of elements leapfrog as the equations of coaxial rings say: 0.1 % by direct sums, which follow "
          "them to 1e-4 all the way, 0.5 % by the fast multipole method with a tolerance of 1e-4.",
          true, experiment};
}

/// Transposed stretching gives the same for rings that stay round.
Check transposed(const Published& row) {
  const auto experiment = [row](const Settings& machine) {
    Settings settings = directDouble(machine);
    settings.stretching = Stretching::transpose;
    return std::vector<Measurement>{vanishing("", watchLeapfrog(settings, row).deviation, 1e-4, "L")};
  };
  return {caseName(row) + "/transpose", "Classical and transposed stretching are the same for rings that stay round.",
          true, experiment};
}

}  // namespace

Leapfrog leapfrogOfRings(Regularisation kind, double gap, double dt) {
  return leapfrogOfRings(CoaxialRings(kind, {circle(0), circle(gap)}), dt);
}

Leapfrog leapfrogOfRings(CoaxialRings pair, double dt) {
  const double start = middle(shapeOf(pair));
  const auto distance = [](const CoaxialRings& p) { return p.rings()[1].height - p.rings()[0].height; };
  double time = 0;
  CoaxialRings before = pair;
  while (distance(pair) > 0) {
    before = pair;
    pair.step(dt);
    time += dt;
  }
  time -= dt;
  double low = 0, high = dt;
  double atLow = distance(before), atHigh = distance(pair);
  for (int i = 0; i < 8 && atHigh != atLow && std::abs(atHigh) > 1e-15; ++i) {
    const double next = high - atHigh * (high - low) / (atHigh - atLow);
    low = high;
    atLow = atHigh;
    high = next;
    pair = before;
    pair.step(high);
    atHigh = distance(pair);
  }
  const PairShape shape = shapeOf(pair);
  Leapfrog result;
  result.firstPass = time + high;
  result.drift = (middle(shape) - start) / result.firstPass;
  result.smallest = std::min(shape.radius[0], shape.radius[1]);
  result.largest = std::max(shape.radius[0], shape.radius[1]);
  return result;
}

std::vector<Check> leapfrogChecks() {
  std::vector<Check> all = {equations()};
  for (const Published& row : kPublished) {
    all.push_back(leapfrog(row, kDirect));
    all.push_back(leapfrog(row, kFmm));
    if (row.gap < 1) all.push_back(transposed(row));
  }
  return all;
}

}  // namespace fmm::verification
