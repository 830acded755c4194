#include "coaxial_rings.h"

#include <algorithm>
#include <cmath>

#include "fmm/vortex_system.h"

namespace fmm_test {

fmm::CoaxialRing circle(double sigma, double height, double circulation) {
  return {1, height, circulation, {fmm::CoreProfile::filament, 0, sigma, 0}};
}

Leapfrog leapfrogOfRings(Regularisation kind, double sigma, double gap, double dt) {
  using fmm::CoaxialRings;
  CoaxialRings pair(kind, {circle(sigma, 0), circle(sigma, gap)});
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
  Leapfrog result;
  result.firstPass = time + high;
  result.drift = (0.5 * (pair.rings()[0].height + pair.rings()[1].height) - 0.5 * gap) / result.firstPass;
  result.smallest = std::min(pair.rings()[0].radius, pair.rings()[1].radius);
  result.largest = std::max(pair.rings()[0].radius, pair.rings()[1].radius);
  return result;
}

PairShape shapeOf(const Elements& elements) {
  PairShape shape;
  double count[2] = {0, 0};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int32_t ring = elements.ring[i];
    shape.radius[ring] += std::hypot(elements.position[i].x, elements.position[i].y);
    shape.height[ring] += elements.position[i].z;
    ++count[ring];
  }
  for (int ring : {0, 1}) {
    shape.radius[ring] /= count[ring];
    shape.height[ring] /= count[ring];
  }
  return shape;
}

SeenLeapfrog watchLeapfrog(const fmm::Settings& settings, const Elements& pair) {
  fmm::VortexSystem system(settings, pair, {});
  SeenLeapfrog seen;
  PairShape before = shapeOf(pair);
  seen.smallest = seen.largest = before.radius[0];
  const auto middle = [](const PairShape& shape) { return 0.5 * (shape.height[0] + shape.height[1]); };
  const double start = middle(before);
  while (seen.secondPass == 0 && system.time() < 20) {
    system.step();
    const PairShape now = shapeOf(system.elements());
    seen.smallest = std::min({seen.smallest, now.radius[0], now.radius[1]});
    seen.largest = std::max({seen.largest, now.radius[0], now.radius[1]});
    if ((now.gap() > 0) != (before.gap() > 0)) {
      const double part = before.gap() / (before.gap() - now.gap());  // straight enough: the gap is odd about its zero
      const double time = system.time() - settings.timeStep * (1 - part);
      if (seen.firstPass == 0) {
        seen.firstPass = time;
        seen.drift = ((1 - part) * middle(before) + part * middle(now) - start) / time;
      } else {
        seen.secondPass = time;
      }
    }
    before = now;
  }
  return seen;
}

}  // namespace fmm_test
