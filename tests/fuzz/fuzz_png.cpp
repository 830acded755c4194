// PNG files: pictures of continued films and of tests. Each mutation gets correct chunk checksums, as libpng rejects
// all other input at once.

#include <zlib.h>

#include <algorithm>

#include "files/png_file.h"
#include "fuzz/fuzz_input.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kSignature = 8, kHead = 8, kChecksum = 4;  // bytes

std::uint32_t bigEndian(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

void mendChecksums(std::uint8_t* data, std::size_t size) {
  for (std::size_t at = kSignature; at + kHead + kChecksum <= size;) {
    const std::size_t length = std::min<std::size_t>(bigEndian(data + at), size - at - kHead - kChecksum);
    const auto checksum = static_cast<std::uint32_t>(crc32(0, data + at + 4, static_cast<uInt>(4 + length)));
    for (std::size_t k = 0; k < kChecksum; ++k)
      data[at + kHead + length + k] = static_cast<std::uint8_t>(checksum >> (24 - 8 * k));
    at += kHead + length + kChecksum;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned) {
  const std::size_t changed = LLVMFuzzerMutate(data, size, most);
  mendChecksums(data, changed);
  return changed;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  file.fill(fuzz::textOf(data, size));
  fuzz::accepts([&] { app::wholePng(file.path()); });
  fuzz::accepts([&] {
    const app::Image image = app::readPng(file.path());
    if (image.rgb.size() != 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height))
      fuzz::fail("the picture is not of its size");
  });
  return 0;
}
