#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/seeded_random.h"
#include "fmm/types.h"

namespace fmm {

/// Noise from 0 to 1, smooth, a function of the place and the seed alone: values that are hashed from the nodes of a
/// lattice, with weights between them that have two steady derivatives (Perlin 2002), in octaves of half the size and
/// half the weight; then spread so that both ends are reached.
class PuffNoise {
 public:
  /// `size` [L] is the lattice's side, about that of the largest puffs.
  PuffNoise(std::uint64_t seed, double size) : key_(mixBits(seed + kStep)), inverse_(1 / size) {}

  double at(Vec3 x) const {
    double sum = 0, weight = 1, whole = 0, scale = inverse_;
    for (int octave = 0; octave < kOctaves; ++octave, weight *= 0.5, scale *= 2) {
      sum += weight * octaveAt(scale * x, static_cast<std::uint64_t>(octave));
      whole += weight;
    }
    const double spread = (sum / whole - kLow) / (kHigh - kLow);
    const double part = spread < 0 ? 0 : spread > 1 ? 1 : spread;
    return part * part * (3 - 2 * part);
  }

 private:
  static constexpr int kOctaves = 3;
  static constexpr double kLow = 0.35, kHigh = 0.65;  // between which most sums are
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  static constexpr double kFarthest = 1e15;  // a node's number beyond which nothing is told apart

  static std::int64_t nodeBelow(double v) {
    return static_cast<std::int64_t>(v < -kFarthest ? -kFarthest : v > kFarthest ? kFarthest : std::floor(v));
  }
  static double eased(double t) { return t * t * t * (t * (6 * t - 15) + 10); }
  double valueAt(std::uint64_t octave, std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::uint64_t hash = mixBits(key_ + octave);
    for (const std::int64_t node : {x, y, z}) hash = mixBits(hash + (static_cast<std::uint64_t>(node) + 1) * kStep);
    return static_cast<double>(hash >> 11) * 0x1p-53;
  }
  double octaveAt(Vec3 x, std::uint64_t octave) const {
    const std::array<std::int64_t, 3> node = {nodeBelow(x.x), nodeBelow(x.y), nodeBelow(x.z)};
    const double u = eased(x.x - static_cast<double>(node[0])), v = eased(x.y - static_cast<double>(node[1])),
                 w = eased(x.z - static_cast<double>(node[2]));
    const auto row = [&](int j, int k) {
      const double low = valueAt(octave, node[0], node[1] + j, node[2] + k);
      return low + u * (valueAt(octave, node[0] + 1, node[1] + j, node[2] + k) - low);
    };
    const double front = row(0, 0) + v * (row(1, 0) - row(0, 0)), back = row(0, 1) + v * (row(1, 1) - row(0, 1));
    return front + w * (back - front);
  }

  std::uint64_t key_;
  double inverse_;  ///< [1/L]
};

}  // namespace fmm
