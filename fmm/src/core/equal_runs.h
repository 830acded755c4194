#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math.h"

namespace fmm {

/// Items [first, first + count) of an array, which have the same number.
struct EqualRun {
  Index first, count;
  std::int32_t number;
};

/// The end of the run of equal numbers that begins at `first`. Compares whole blocks, since runs are long.
inline std::size_t endOfRun(const std::vector<std::int32_t>& numbers, std::size_t first) {
  constexpr std::size_t kBlock = 64;
  const std::int32_t* const of = numbers.data();
  std::size_t end = first + 1;
  while (end + kBlock <= numbers.size()) {
    std::int32_t others = 0;
    for (std::size_t k = 0; k < kBlock; ++k) others |= of[end + k] ^ of[first];
    if (others != 0) break;
    end += kBlock;
  }
  while (end < numbers.size() && of[end] == of[first]) ++end;
  return end;
}

/// All runs, in order. Without numbers all `count` items are one run of number 0.
inline std::vector<EqualRun> equalRuns(const std::vector<std::int32_t>& numbers, Index count) {
  std::vector<EqualRun> runs;
  if (numbers.empty() && count > 0) runs.push_back({0, count, 0});
  for (std::size_t first = 0; first < numbers.size();) {
    const std::size_t end = endOfRun(numbers, first);
    runs.push_back({static_cast<Index>(first), static_cast<Index>(end - first), numbers[first]});
    first = end;
  }
  return runs;
}

/// Number of items with this number.
inline std::size_t itemsOfNumber(std::int32_t number, const std::vector<EqualRun>& runs) {
  std::size_t items = 0;
  for (const EqualRun& run : runs) items += run.number == number ? static_cast<std::size_t>(run.count) : 0;
  return items;
}

}  // namespace fmm
