// Is a PNG whole? Its chunks are walked, length by length and checksum by checksum, as the PNG specification (5.3) has
// them: a signature, then length, type, data and CRC of each chunk, IHDR the first and IEND the last.

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "files/png_file.h"

namespace app {
namespace {

constexpr std::array<unsigned char, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kLargestChunk = 0x7fffffff;
constexpr std::size_t kBlock = std::size_t{1} << 16;

std::uint32_t bigEndian(const unsigned char* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

/// Reads `length` bytes of a chunk's data into its checksum; the first of them into `head` as far as it reaches.
bool readData(std::istream& file, std::uint32_t length, uLong& crc, std::array<unsigned char, 8>& head) {
  std::vector<unsigned char> block(std::min<std::size_t>(length, kBlock));
  for (std::uint32_t done = 0; done < length;) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(length - done, kBlock));
    if (!file.read(reinterpret_cast<char*>(block.data()), count)) return false;
    if (done == 0) std::memcpy(head.data(), block.data(), std::min<std::size_t>(count, head.size()));
    crc = crc32(crc, block.data(), count);
    done += count;
  }
  return true;
}

}  // namespace

std::optional<std::pair<int, int>> wholePngSize(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, 8> start{};
  if (!file.read(reinterpret_cast<char*>(start.data()), start.size()) || start != kSignature) return {};
  std::optional<std::pair<int, int>> size;
  for (;;) {
    std::array<unsigned char, 8> lengthAndType{}, head{};
    std::array<unsigned char, 4> stored{};
    if (!file.read(reinterpret_cast<char*>(lengthAndType.data()), lengthAndType.size())) return {};
    const std::uint32_t length = bigEndian(lengthAndType.data());
    const auto isType = [&](const char* type) { return std::memcmp(lengthAndType.data() + 4, type, 4) == 0; };
    uLong crc = crc32(0, lengthAndType.data() + 4, 4);
    if (length > kLargestChunk || !readData(file, length, crc, head)) return {};
    if (!file.read(reinterpret_cast<char*>(stored.data()), stored.size()) || bigEndian(stored.data()) != crc) return {};
    if (!size) {
      if (!isType("IHDR")) return {};
      size = {static_cast<int>(bigEndian(head.data())), static_cast<int>(bigEndian(head.data() + 4))};
    }
    if (isType("IEND")) return size;
  }
}

}  // namespace app
