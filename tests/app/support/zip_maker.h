#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace test {

/// An entry to write into a zip archive. All fields but name and data may be wrong on purpose.
struct ZipEntry {
  std::string name, data;
  std::uint16_t method = 0;                 ///< 0: stored, 8: deflated
  std::optional<std::uint32_t> crc = {};    ///< empty: that of the data
  std::optional<std::uint32_t> bytes = {};  ///< declared size; empty: that of the data
};

/// The bytes of an archive: local headers with data, the central directory and its end (APPNOTE.TXT 4.3).
std::string zipOf(const std::vector<ZipEntry>& entries);

/// Names and data of an archive's entries, which must be stored.
std::vector<ZipEntry> unzip(const std::string& archive);

/// An NPY file with these values in its header, and this data.
std::string npyOf(const std::string& type, const std::string& shape, const std::string& data, bool fortran = false);

}  // namespace test
