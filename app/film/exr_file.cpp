#include "film/exr_file.h"

#include <Iex.h>
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <half.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "files/atomic_file.h"
#include "film/film_format.h"

namespace app {
namespace {

constexpr std::array<const char*, Image::kLightParts> kChannels = {"R", "G", "B", "A", "Z"};
constexpr std::size_t kDepth = 4;  // in kChannels: the one stored as float

/// OpenEXR seeks back to fill in its row table, which AtomicFile cannot do, so bytes are collected here.
class MemoryStream final : public Imf::OStream {
 public:
  MemoryStream() : Imf::OStream("memory") {}

  void write(const char bytes[], int count) override {
    const std::size_t end = at_ + static_cast<std::size_t>(count);
    if (end > bytes_.size()) bytes_.resize(end);
    std::copy(bytes, bytes + count, bytes_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = end;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t at) override { at_ = at; }

  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

Imf::Header headerOf(const Image& image, int level) {
  Imf::Header header(image.width, image.height);
  header.compression() = Imf::ZIP_COMPRESSION;
  header.zipCompressionLevel() = level;
  for (std::size_t part = 0; part < kChannels.size(); ++part)
    header.channels().insert(kChannels[part], Imf::Channel(part == kDepth ? Imf::FLOAT : Imf::HALF));
  return header;
}

constexpr std::size_t kPixel = Image::kLightParts * sizeof(float);  // bytes

/// A channel as floats in an array of Image::light; rows are `row` bytes apart.
Imf::Slice lightSlice(const float* light, std::size_t part, std::size_t row) {
  return {Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(light + part)), kPixel, row};
}

void encode(Imf::OStream& stream, const Image& image, int level) {
  constexpr std::size_t kHalves = kDepth;  // a pixel
  const std::size_t pixels = image.light.size() / Image::kLightParts;
  std::vector<half> halves(kHalves * pixels);
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t part = 0; part < kHalves; ++part)
      halves[kHalves * i + part] = half(image.light[Image::kLightParts * i + part]);
  Imf::FrameBuffer buffer;
  const std::size_t pixel = kHalves * sizeof(half);
  for (std::size_t part = 0; part < kHalves; ++part)
    buffer.insert(kChannels[part], Imf::Slice(Imf::HALF, reinterpret_cast<char*>(halves.data() + part), pixel,
                                              pixel * static_cast<std::size_t>(image.width)));
  buffer.insert(kChannels[kDepth],
                lightSlice(image.light.data(), kDepth, kPixel * static_cast<std::size_t>(image.width)));
  Imf::OutputFile file(stream, headerOf(image, level));
  file.setFrameBuffer(buffer);
  file.writePixels(image.height);
}

}  // namespace

void writeExr(const std::string& path, const Image& image, int level) {
  assert(image.light.size() ==
         Image::kLightParts * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw FileError(path, "cannot write", EISDIR);
  try {
    MemoryStream stream;
    encode(stream, image, level);
    AtomicFile file(path, Existing::replace, OtherWriter::awaited);
    file.write(stream.bytes());
    file.commit();
  } catch (const FileError& error) {
    throw FileError(path, "cannot write", error.code());
  } catch (const Iex::BaseExc& error) {
    throw FileError(path, std::string("cannot write: ") + error.what());
  }
}

FilmFormat exrFormat() {
  FilmFormat format = {".exr", "OpenEXR", true, true};
  format.write = writeExr;
  return format;
}

}  // namespace app
