#include "fmm/tracer_regions.h"

#include <cmath>

#include "core/input_checks.h"
#include "core/seeded_random.h"
#include "fmm/initial_conditions.h"
#include "seeding/centre_line.h"
#include "seeding/tube.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Appends tracers: tracer k where `place` says, from the numbers that the generator has for it.
template <class Place>
void append(std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers, const Place& place) {
  const SeededRandom random(seed, tracerStream(index));
  const std::size_t first = tracers.size();
  tracers.position.resize(first + count);
  tracers.ring.resize(first + count, index);
  parallelFor(count, [&](std::size_t k) {
    tracers.position[first + k] = place(random.uniform(k, 0), random.uniform(k, 1), random.uniform(k, 2));
  });
}

void fillTube(const CentreLine& line, double tube, std::size_t count, std::int32_t index, std::uint64_t seed,
              Tracers& tracers) {
  requireTube("tubeRadius", tube, 1, line);
  append(count, index, seed, tracers,
         [&](double u, double v, double w) { return tubePoint(line, tube, u, v, w).position; });
}

void coverShell(const CentreLine& line, double radius, std::size_t count, std::int32_t index, std::uint64_t seed,
                Tracers& tracers) {
  requireTube("radius", radius, 1, line);
  append(count, index, seed, tracers, [&](double u, double v, double) { return shellPoint(line, radius, u, v); });
}

/// Two directions that span the plane, the first along `along` as far as that lies in it.
Basis planeBasis(Vec3 normal, Vec3 along) {
  requireDirection("normal", normal);
  requireFinite("along", along);
  Basis basis = basisAbout(normal);
  if (norm(along) == 0) return basis;
  const Vec3 part = along - dot(along, basis.axis) * basis.axis;
  if (!(norm(part) > 1e-9 * norm(along))) rejectInput("along", "the direction of normal", "any other direction");
  basis.first = (1 / norm(part)) * part;
  basis.second = cross(basis.axis, basis.first);
  return basis;
}

}  // namespace

void addTracersAround(const LineComponent& of, double tubeRadius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers) {
  fillTube(*lineOf({withPhase(of.line, seed), of.number}), tubeRadius, count, index, seed, tracers);
}

void addTracersOnShell(const LineComponent& of, double radius, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers) {
  coverShell(*lineOf({withPhase(of.line, seed), of.number}), radius, count, index, seed, tracers);
}

void addTracersOnRectangle(const Rectangle& rectangle, std::size_t count, std::int32_t index, std::uint64_t seed,
                           Tracers& tracers) {
  requireFinite("centre", rectangle.centre);
  requirePositive("width", rectangle.width);
  requirePositive("height", rectangle.height);
  const Basis basis = planeBasis(rectangle.normal, rectangle.along);
  append(count, index, seed, tracers, [&](double u, double v, double) {
    return rectangle.centre + (u - 0.5) * rectangle.width * basis.first + (v - 0.5) * rectangle.height * basis.second;
  });
}

void addTracersOnDisc(Vec3 centre, Vec3 normal, double radius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers) {
  requireFinite("centre", centre);
  requirePositive("radius", radius);
  const Basis basis = planeBasis(normal, {});
  append(count, index, seed, tracers, [&](double u, double v, double) {
    const double r = radius * std::sqrt(u), phi = 2 * kPi * v;
    return centre + r * std::cos(phi) * basis.first + r * std::sin(phi) * basis.second;
  });
}

void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers) {
  requireFinite("low", low);
  requireFinite("high", high);
  const Vec3 extent = high - low;
  if (!(extent.x >= 0 && extent.y >= 0 && extent.z >= 0))
    rejectInput("high - low",
                "(" + numberText(extent.x) + ", " + numberText(extent.y) + ", " + numberText(extent.z) + ")",
                "0 or more in every direction");
  append(count, index, seed, tracers, [&](double u, double v, double w) {
    return low + Vec3{u * extent.x, v * extent.y, w * extent.z};
  });
}

}  // namespace fmm
