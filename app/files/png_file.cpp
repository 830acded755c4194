#include "files/png_file.h"

#include <png.h>
#include <sys/stat.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <vector>

#include "files/atomic_file.h"

namespace app {
namespace {

constexpr unsigned kMaxSide = 16384;
/// Most bytes that zlib can make of one (zlib's technical details, "Maximum Compression Factor").
constexpr std::uint64_t kMostInflated = 1032;

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// libpng reports errors by a callback that must not return. Throwing from it and from the write callback is sound:
/// libpng is C without cleanup of its own on the stack, Debian builds it with unwind tables, and the owners below free
/// what it holds.
struct PngFailure {
  std::string reason;
};
[[noreturn]] void onError(png_structp, png_const_charp reason) {
  throw PngFailure{reason};
}
void onWarning(png_structp, png_const_charp) {}

void writeBytes(png_structp png, png_bytep data, std::size_t size) {
  static_cast<AtomicFile*>(png_get_io_ptr(png))->write({reinterpret_cast<const char*>(data), size});
}
void flushBytes(png_structp) {}

/// Refuses a picture whose packed rows would be more than the file can hold, before memory is allocated for it.
void checkSize(std::FILE* file, png_structp png, png_infop info) {
  struct stat status = {};
  if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const std::uint64_t packed = std::uint64_t{png_get_rowbytes(png, info)} * png_get_image_height(png, info);
  if (packed / kMostInflated > static_cast<std::uint64_t>(status.st_size))
    throw PngFailure{"the file is too short for the size that it says"};
}

struct Writer {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;

  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&png, &info); }
};

struct Reader {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;

  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void writeRows(png_structp png, const Image& image) {
  const std::vector<std::uint8_t> all = withAlpha(image);
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  for (int y = 0; y < image.height; ++y)
    png_write_row(png, all.empty() ? image.at(0, y) : all.data() + row * static_cast<std::size_t>(y));
}

void encode(AtomicFile& file, const Image& image, int level) {
  Writer writer;
  if (writer.info == nullptr) throw PngFailure{"out of memory"};
  png_set_write_fn(writer.png, &file, writeBytes, flushBytes);
  png_set_compression_level(writer.png, level);
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height),
               8, image.alpha.empty() ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(writer.png, writer.info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(writer.png, writer.info);
  writeRows(writer.png, image);
  png_write_end(writer.png, writer.info);
}

}  // namespace

void writePng(const std::string& path, const Image& image, int level) {
  assert(image.width > 0 && image.height > 0);
  assert(image.rgb.size() == 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  assert(image.alpha.empty() || 3 * image.alpha.size() == image.rgb.size());
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw FileError(path, "cannot write", EISDIR);
  try {
    AtomicFile file(path, Existing::replace, OtherWriter::awaited);
    encode(file, image, level);
    file.commit();
  } catch (const PngFailure& failure) {
    throw FileError(path, "cannot write: " + failure.reason);
  } catch (const FileError& error) {
    throw FileError(path, "cannot write", error.code());
  }
}

Image readPng(const std::string& path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw FileError(path, "cannot read", errno);
  try {
    Reader reader;
    if (reader.info == nullptr) throw PngFailure{"out of memory"};
    png_init_io(reader.png, file.get());
    png_set_user_limits(reader.png, kMaxSide, kMaxSide);
    // Skips texts, profiles and the like: libpng would allocate and clear memory for any length that they state.
    png_set_keep_unknown_chunks(reader.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(reader.png, reader.info);
    checkSize(file.get(), reader.png, reader.info);
    png_set_expand(reader.png);
    png_set_scale_16(reader.png);
    png_set_strip_alpha(reader.png);
    png_set_gray_to_rgb(reader.png);
    const int passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);

    Image image;
    image.width = static_cast<int>(png_get_image_width(reader.png, reader.info));
    image.height = static_cast<int>(png_get_image_height(reader.png, reader.info));
    const std::size_t row = 3 * static_cast<std::size_t>(image.width);
    if (png_get_rowbytes(reader.png, reader.info) != row) throw PngFailure{"unknown pixel layout"};
    image.rgb.resize(row * static_cast<std::size_t>(image.height));
    for (int pass = 0; pass < passes; ++pass) {
      for (int y = 0; y < image.height; ++y) {
        png_read_row(reader.png, image.rgb.data() + row * static_cast<std::size_t>(y), nullptr);
      }
    }
    png_read_end(reader.png, nullptr);
    return image;
  } catch (const PngFailure& failure) {
    throw FileError(path, "not a readable PNG: " + failure.reason);
  }
}

}  // namespace app
