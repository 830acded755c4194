#pragma once

#include <cstdint>

namespace app {

// What goes over the channel between a program that reads an HDF5 file and the process that does it for it
// (reader_process.h): one Hdf5Request after another, each answered by one or more Hdf5Answers. Both ends are the same
// executable, so that plain structs do; but what an answer says is not to be believed.

enum class Hdf5Ask : std::uint32_t {
  open,              ///< first = 1: the checksum at the end fits. No data.
  integerAttribute,  ///< 64-bit integers
  realAttribute,     ///< one double
  text,              ///< characters
  has,               ///< one 64-bit integer, 0 or 1
  rowCount,          ///< one 64-bit integer
  vectors,           ///< rows [first, first + count), three doubles each, in blocks of whole rows, an answer each
  reals,             ///< as vectors, a double each
  integers           ///< as vectors, a 32-bit integer each
};

constexpr std::uint64_t kLongestObjectName = 4096;  // of an object or attribute
constexpr std::uint64_t kMostAttributeValues = 16;  // of integers
constexpr std::uint64_t kLongestText = std::uint64_t{16} << 20;
constexpr std::uint64_t kLongestRefusal = 1024;

/// Followed by the names of the object and of the attribute.
struct Hdf5Request {
  Hdf5Ask ask = Hdf5Ask::open;
  std::uint32_t objectBytes = 0, keyBytes = 0;
  std::uint32_t unused = 0;
  std::uint64_t first = 0, count = 0;
};

/// Followed by the data, or, where the request is refused, by the reason.
struct Hdf5Answer {
  std::uint64_t refused = 0;
  std::uint64_t bytes = 0;
};

}  // namespace app
