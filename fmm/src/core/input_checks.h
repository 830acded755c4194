#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/math.h"
#include "fmm/error.h"
#include "fmm/types.h"

namespace fmm {

/// Most entries of an array that Index can address.
constexpr std::uint64_t kMostEntries = std::numeric_limits<Index>::max();

/// `needed` entries as an index, checked before memory is allocated. Throws EnvironmentError that names the array and
/// the remedy.
inline Index entryCount(std::uint64_t needed, const std::string& what, const std::string& remedy) {
  if (needed <= kMostEntries) return static_cast<Index>(needed);
  throw EnvironmentError(what + " would have " + std::to_string(needed) + " entries; at most " +
                         std::to_string(kMostEntries) + " can be told apart: " + remedy);
}

/// New capacity of a list of the tree that has room for `capacity` entries and needs `needed`: unchanged if they fit,
/// else a quarter more than needed, at most kMostEntries. Throws as entryCount() does.
inline Index listCapacity(std::uint64_t needed, Index capacity, const std::string& what) {
  const Index least = entryCount(needed, what, "fewer particles or larger leaves");
  if (least <= capacity) return capacity;
  const std::uint64_t wanted = needed + needed / 4;
  return static_cast<Index>(wanted < kMostEntries ? wanted : kMostEntries);
}

/// The shortest text of at most 9 digits, for messages.
std::string numberText(double value);

/// Throws InvalidInput "field = value: allowed is ...".
[[noreturn]] void rejectInput(const std::string& field, const std::string& value, const std::string& allowed);

/// Each function throws InvalidInput unless the value is as the function's name says.
void requireFinite(const std::string& field, Vec3 v);
void requireFinite(const std::string& field, double value);
void requireDirection(const std::string& field, Vec3 v);
void requirePositive(const std::string& field, double value);
void requireWithin(const std::string& field, double value, double low, double high);

}  // namespace fmm
