// Checks that a PNG is complete by a walk through its chunks and their checksums. PNG specification (5.3): a signature,
// then length, type, data and CRC of each chunk, IHDR the first and IEND the last. A chunk tEXt (11.3.4.3) is a key, a
// zero byte and the text.

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "files/png_file.h"

namespace app {
namespace {

constexpr std::array<unsigned char, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kLargestChunk = 0x7fffffff;
constexpr std::size_t kBlock = std::size_t{1} << 16;
constexpr std::size_t kHead = 256;  // bytes kept of a chunk: IHDR and the film's text are shorter

std::uint32_t bigEndian(const unsigned char* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

/// Reads `length` bytes of a chunk's data into its checksum; `head` gets the first kHead of them.
bool readData(std::istream& file, std::uint32_t length, uLong& crc, std::string& head) {
  std::vector<unsigned char> block(std::min<std::size_t>(length, kBlock));
  for (std::uint32_t done = 0; done < length;) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(length - done, kBlock));
    if (!file.read(reinterpret_cast<char*>(block.data()), count)) return false;
    if (done == 0)
      head.assign(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, kHead)));
    crc = crc32(crc, block.data(), count);
    done += count;
  }
  return true;
}

/// The text of a chunk tEXt with that key; empty for another key.
std::string textOf(const std::string& chunk, const std::string& key) {
  const std::string start = key + '\0';
  return chunk.compare(0, start.size(), start) == 0 ? chunk.substr(start.size()) : std::string();
}

}  // namespace

std::optional<PictureFacts> wholePng(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, 8> start{};
  if (!file.read(reinterpret_cast<char*>(start.data()), start.size()) || start != kSignature) return {};
  std::optional<PictureFacts> facts;
  for (;;) {
    std::array<unsigned char, 8> lengthAndType{};
    std::array<unsigned char, 4> stored{};
    std::string head;
    if (!file.read(reinterpret_cast<char*>(lengthAndType.data()), lengthAndType.size())) return {};
    const std::uint32_t length = bigEndian(lengthAndType.data());
    const auto isType = [&](const char* type) { return std::memcmp(lengthAndType.data() + 4, type, 4) == 0; };
    uLong crc = crc32(0, lengthAndType.data() + 4, 4);
    if (length > kLargestChunk || !readData(file, length, crc, head)) return {};
    if (!file.read(reinterpret_cast<char*>(stored.data()), stored.size()) || bigEndian(stored.data()) != crc) return {};
    if (!facts) {
      if (!isType("IHDR") || head.size() < 8) return {};
      const auto* sides = reinterpret_cast<const unsigned char*>(head.data());
      facts = {static_cast<int>(bigEndian(sides)), static_cast<int>(bigEndian(sides + 4)), {}};
    }
    if (isType("tEXt") && facts->film.empty()) facts->film = textOf(head, kPngFilm);
    if (isType("IEND")) return facts;
  }
}

}  // namespace app
