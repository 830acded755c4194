#include "seeding/line_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "seeding/tube.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFewestSamples = 256, kMostSamples = 1 << 18;

LineSamples sampled(const CentreLine& line, std::size_t count) {
  LineSamples all;
  all.length = line.length();
  all.position.resize(count);
  all.tangent.resize(count);
  all.bend.resize(count);
  parallelFor(count, [&](std::size_t i) {
    const LinePoint on = line.at(static_cast<double>(i) / static_cast<double>(count));
    all.position[i] = on.position;
    all.tangent[i] = on.tangent;
    all.bend[i] = on.curvature * (std::cos(on.bend) * on.first + std::sin(on.bend) * on.second);
  });
  return all;
}

}  // namespace

LineSamples samplesOf(const CentreLine& line, double step) {
  constexpr double kMostTurn = 0.15;  // [rad] between two samples
  const double wanted = std::clamp(std::ceil(line.length() / step), kFewestSamples, kMostSamples);
  LineSamples all = sampled(line, static_cast<std::size_t>(wanted));
  double turn = 0;
  for (const Vec3& bend : all.bend) turn = std::max(turn, norm(bend) * all.step());
  if (turn <= kMostTurn) return all;
  return sampled(line, static_cast<std::size_t>(std::min(std::ceil(wanted * turn / kMostTurn), kMostSamples)));
}

LineSamples movedOut(const LineSamples& line, double square) {
  LineSamples moved = line;
  const std::size_t count = line.size();
  for (std::size_t i = 0; i < count; ++i) {
    moved.position[i] = line.position[i] + (square / 2) * line.bend[i];
    // Slope of the displacement, to the fourth order.
    const auto bend = [&](std::size_t ahead) { return line.bend[(i + count + ahead - 2) % count]; };
    const Vec3 slope = (1 / (12 * line.step())) * ((bend(0) - bend(4)) + 8 * (bend(3) - bend(1)));
    const Vec3 along = (1 + square / 2 * dot(line.bend[i], line.bend[i])) * line.tangent[i];
    const Vec3 across = slope - dot(slope, line.tangent[i]) * line.tangent[i];
    const Vec3 direction = along + (square / 2) * across;
    moved.tangent[i] = (1 / norm(direction)) * direction;
  }
  return moved;
}

Vec3 tubeImpulse(const LineSamples& line, double square) {
  Vec3 sum;
  for (std::size_t i = 0; i < line.size(); ++i)
    sum = sum + cross(line.position[i], line.tangent[i]) + (square / 2) * cross(line.bend[i], line.tangent[i]);
  return (line.step() / 2) * sum;
}

double clearanceOf(const LineSamples& line, Vec3 centre, Vec3 axis) {
  const Vec3 along = basisAbout(axis).axis;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& x : line.position) least = std::min(least, norm(cross(along, x - centre)));
  return least;
}

int turnsAbout(const LineSamples& line, Vec3 centre, Vec3 axis) {
  const Basis basis = basisAbout(axis);
  const auto angle = [&](Vec3 x) { return std::atan2(dot(x - centre, basis.second), dot(x - centre, basis.first)); };
  double turned = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    turned += std::remainder(angle(line.position[(i + 1) % line.size()]) - angle(line.position[i]), 2 * kPi);
  return static_cast<int>(std::lround(turned / (2 * kPi)));
}

}  // namespace fmm
