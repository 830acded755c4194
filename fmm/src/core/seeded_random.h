#pragma once

#include <cstdint>

namespace fmm {

/// Finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64 bits whose output passes BigCrush.
inline std::uint64_t mixBits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Counter-based generator: every number is a function of (seed, stream, item, lane) only, so that items can be made in
/// any order, by any number of threads, with the same bits.
class SeededRandom {
 public:
  SeededRandom(std::uint64_t seed, std::uint64_t stream)
      : key_(mixBits(mixBits(seed + kStep) + (stream + 1) * kStep)) {}
  /// Uniform in [0, 1), a multiple of 2^-53. Lanes 0 to 3.
  double uniform(std::uint64_t item, unsigned lane) const {
    return static_cast<double>(mixBits(key_ + (4 * item + lane + 1) * kStep) >> 11) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  std::uint64_t key_;
};

/// Separate streams for the elements and tracers of rings that share a seed.
inline std::uint64_t elementStream(std::int32_t index) {
  return 2 * static_cast<std::uint64_t>(static_cast<std::uint32_t>(index));
}
inline std::uint64_t tracerStream(std::int32_t index) {
  return elementStream(index) + 1;
}
/// Stream of the phases of waves, above those of all rings.
constexpr std::uint64_t kPhaseStream = std::uint64_t{1} << 40;

}  // namespace fmm
