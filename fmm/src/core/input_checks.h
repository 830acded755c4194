#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/math.h"
#include "fmm/error.h"
#include "fmm/types.h"

namespace fmm {

/// Most entries that an array can have whose places are told by Index.
constexpr std::uint64_t kMostEntries = std::numeric_limits<Index>::max();

/// `needed` entries as an index, before memory is taken for them. Throws EnvironmentError that says what would have
/// too many, and what helps.
inline Index entryCount(std::uint64_t needed, const std::string& what, const std::string& remedy) {
  if (needed <= kMostEntries) return static_cast<Index>(needed);
  throw EnvironmentError(what + " would have " + std::to_string(needed) + " entries; at most " +
                         std::to_string(kMostEntries) + " can be told apart: " + remedy);
}

/// Capacity of a list of the tree that has room for `capacity` entries and is to have `needed`: the same where they
/// fit, else a quarter more than needed as far as an index reaches. Throws as entryCount() does.
inline Index listCapacity(std::uint64_t needed, Index capacity, const std::string& what) {
  const Index least = entryCount(needed, what, "fewer particles or larger leaves");
  if (least <= capacity) return capacity;
  const std::uint64_t wanted = needed + needed / 4;
  return static_cast<Index>(wanted < kMostEntries ? wanted : kMostEntries);
}

/// The shortest of at most 9 digits, for messages.
std::string numberText(double value);

/// Throws InvalidInput "field = value: allowed is ...".
[[noreturn]] void rejectInput(const std::string& field, const std::string& value, const std::string& allowed);

/// Each throws InvalidInput where the value is not what its name says.
void requireFinite(const std::string& field, Vec3 v);
void requireFinite(const std::string& field, double value);
void requireDirection(const std::string& field, Vec3 v);
void requirePositive(const std::string& field, double value);
void requireWithin(const std::string& field, double value, double low, double high);

}  // namespace fmm
