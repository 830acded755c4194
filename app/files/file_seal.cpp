#include "files/file_seal.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <vector>

#include "files/user_error.h"

namespace app {
namespace {

constexpr std::string_view kMark = "RINGCRC1";
constexpr std::size_t kDigits = 8;
constexpr std::size_t kSealBytes = kMark.size() + kDigits;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

uLong crcOf(uLong crc, const char* bytes, std::size_t count) {
  return crc32_z(crc, reinterpret_cast<const Bytef*>(bytes), count);
}

std::string sealText(uLong crc) {
  return fmt::format("{}{:0{}x}", kMark, crc, kDigits);
}

}  // namespace

std::string sealOf(std::string_view bytes) {
  return sealText(crcOf(0, bytes.data(), bytes.size()));
}

bool checkSeal(InputFile& file) {
  if (!file.regular() || file.size() < kSealBytes) return false;
  const std::uint64_t end = file.size() - kSealBytes;
  std::string seal(kSealBytes, '\0');
  file.readAt(end, seal.data(), seal.size());
  if (seal.compare(0, kMark.size(), kMark) != 0) return false;
  uLong crc = 0;
  std::vector<char> block(kBlockBytes);
  for (std::uint64_t at = 0; at < end;) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlockBytes, end - at));
    file.readAt(at, block.data(), count);
    crc = crcOf(crc, block.data(), count);
    at += count;
  }
  if (seal != sealText(crc)) throw UserError(file.path() + ": is damaged: its checksum is not that of its bytes");
  return true;
}

}  // namespace app
