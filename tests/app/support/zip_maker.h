#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace test {

/// An entry of a zip archive as it is to be written; what is given besides name and data may be wrong.
struct ZipEntry {
  std::string name, data;
  std::uint16_t method = 0;                 ///< 0: stored, 8: deflated
  std::optional<std::uint32_t> crc = {};    ///< empty: that of the data
  std::optional<std::uint32_t> bytes = {};  ///< that it promises; empty: what it has
};

/// An archive by hand: local headers with data, the central directory and its end (APPNOTE.TXT 4.3).
std::string zipOf(const std::vector<ZipEntry>& entries);

/// The entries of an archive of stored ones, with their data alone.
std::vector<ZipEntry> unzip(const std::string& archive);

/// An array of NumPy's: a header as it is given, and data behind it.
std::string npyOf(const std::string& type, const std::string& shape, const std::string& data, bool fortran = false);

}  // namespace test
