#include "app/support/zip_maker.h"

namespace test {
namespace {

std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xff);
  return text;
}

std::uint64_t numberAt(const std::string& text, std::size_t at, int bytes) {
  std::uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i)
    value = value << 8 | static_cast<unsigned char>(text.at(at + static_cast<std::size_t>(i)));
  return value;
}

std::uint32_t crcOf(const std::string& data) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : data) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

constexpr std::uint64_t kVersion = 20, kDate = 33;

/// Fields common to local header and central directory, from the version needed on.
std::string factsOf(const ZipEntry& entry) {
  const std::uint64_t bytes = entry.bytes.value_or(static_cast<std::uint32_t>(entry.data.size()));
  return number(kVersion, 2) + number(0, 2) + number(entry.method, 2) + number(0, 2) + number(kDate, 2) +
         number(entry.crc.value_or(crcOf(entry.data)), 4) + number(entry.method == 0 ? bytes : entry.data.size(), 4) +
         number(bytes, 4) + number(entry.name.size(), 2) + number(0, 2);
}

}  // namespace

std::string zipOf(const std::vector<ZipEntry>& entries) {
  std::string archive, directory;
  for (const ZipEntry& entry : entries) {
    directory +=
        "PK\1\2" + number(kVersion, 2) + factsOf(entry) + number(0, 10) + number(archive.size(), 4) + entry.name;
    archive += "PK\3\4" + factsOf(entry) + entry.name + entry.data;
  }
  return archive + directory + "PK\5\6" + number(0, 4) + number(entries.size(), 2) + number(entries.size(), 2) +
         number(directory.size(), 4) + number(archive.size(), 4) + number(0, 2);
}

std::vector<ZipEntry> unzip(const std::string& archive) {
  std::vector<ZipEntry> entries;
  const std::size_t end = archive.rfind("PK\5\6");
  std::size_t at = numberAt(archive, end + 16, 4);
  for (std::uint64_t left = numberAt(archive, end + 10, 2); left > 0; --left) {
    const std::size_t bytes = numberAt(archive, at + 24, 4), name = numberAt(archive, at + 28, 2),
                      local = numberAt(archive, at + 42, 4);
    const std::size_t data = local + 30 + numberAt(archive, local + 26, 2) + numberAt(archive, local + 28, 2);
    ZipEntry entry;
    entry.name = archive.substr(at + 46, name);
    entry.data = archive.substr(data, bytes);
    entries.push_back(std::move(entry));
    at += 46 + name + numberAt(archive, at + 30, 2) + numberAt(archive, at + 32, 2);
  }
  return entries;
}

std::string npyOf(const std::string& type, const std::string& shape, const std::string& data, bool fortran) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\1") + '\0' + number(header.size(), 2) + header + data;
}

}  // namespace test
