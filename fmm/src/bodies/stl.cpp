// Surfaces from STL files, binary and text.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "core/input_checks.h"
#include "fmm/body_surface.h"
#include "fmm/error.h"

namespace fmm {
namespace {

constexpr std::size_t kHead = 84, kRecord = 50;  // bytes of a binary file

/// Collects triangles; corners at the same place become one.
class Joiner {
 public:
  void add(const std::array<Vec3, 3>& corner) {
    std::array<std::uint32_t, 3> index{};
    for (std::size_t k = 0; k < 3; ++k) {
      if (!std::isfinite(norm(corner[k])))
        throw InvalidInput("triangle " + std::to_string(count_ + 1) + " has a corner that is not finite");
      const auto next = static_cast<std::uint32_t>(surface.corner.size());
      const auto [found, isNew] = names_.try_emplace(nameOf(corner[k]), next);
      if (isNew) surface.corner.push_back(corner[k]);
      index[k] = found->second;
    }
    if (++count_ > kMostTriangles) refuseCount(count_);
    if (index[0] != index[1] && index[1] != index[2] && index[2] != index[0]) surface.triangle.push_back(index);
  }
  [[noreturn]] static void refuseCount(std::size_t count) {
    throw InvalidInput("has " + std::to_string(count) +
                       " triangles or more; allowed: " + std::to_string(kMostTriangles) + " at most");
  }

  BodySurface surface;

 private:
  using Name = std::array<std::uint64_t, 3>;  // the bits of a place
  struct Hash {
    std::size_t operator()(const Name& name) const {
      std::uint64_t sum = 0;
      for (const std::uint64_t bits : name) sum = (sum ^ bits ^ (sum >> 29)) * std::uint64_t{0x9e3779b97f4a7c15};
      return static_cast<std::size_t>(sum ^ (sum >> 32));
    }
  };

  static Name nameOf(const Vec3& x) {
    const double places[] = {x.x + 0.0, x.y + 0.0, x.z + 0.0};  // -0 and 0 are one place
    Name name;
    std::memcpy(name.data(), places, sizeof places);
    return name;
  }

  std::size_t count_ = 0;
  std::unordered_map<Name, std::uint32_t, Hash> names_;
};

void readBinary(const std::string& bytes, std::size_t count, Joiner& joiner) {
  for (std::size_t i = 0; i < count; ++i) {
    float numbers[12];  // the normal, then the corners
    std::memcpy(numbers, bytes.data() + kHead + i * kRecord, sizeof numbers);
    std::array<Vec3, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = {numbers[3 + 3 * k], numbers[4 + 3 * k], numbers[5 + 3 * k]};
    joiner.add(corner);
  }
}

void readText(const std::string& text, Joiner& joiner) {
  std::istringstream words(text);
  std::string word;
  std::array<Vec3, 3> corner;
  std::size_t corners = 0;
  while (words >> word) {
    if (word != "vertex") {
      if (word == "endfacet" && corners != 0)
        throw InvalidInput("has a facet without three corners, after " +
                           std::to_string(joiner.surface.triangle.size()) + " triangles");
      continue;
    }
    Vec3& x = corner[corners];
    if (!(words >> x.x >> x.y >> x.z))
      throw InvalidInput("ends, or has no number, in a corner after " + std::to_string(joiner.surface.triangle.size()) +
                         " triangles");
    if (++corners < 3) continue;
    joiner.add(corner);
    corners = 0;
  }
  if (corners != 0) throw InvalidInput("ends within a triangle");
}

}  // namespace

std::shared_ptr<const BodySurface> readStl(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InvalidInput(path + ": cannot be read");
  std::ostringstream whole;
  whole << file.rdbuf();
  const std::string bytes = whole.str();
  try {
    std::uint32_t told = 0;
    if (bytes.size() >= kHead) std::memcpy(&told, bytes.data() + kHead - sizeof told, sizeof told);
    const bool binary = bytes.size() >= kHead && bytes.size() == kHead + kRecord * std::size_t{told};
    Joiner joiner;
    if (binary) {
      if (told > kMostTriangles) Joiner::refuseCount(told);
      readBinary(bytes, told, joiner);
    } else if (bytes.compare(0, 5, "solid") == 0 && bytes.find('\0') == std::string::npos) {
      readText(bytes, joiner);
    } else {
      throw InvalidInput(
          "is no STL file: neither text that begins with \"solid\" nor as long as its number of triangles "
          "says");
    }
    if (joiner.surface.triangle.empty()) throw InvalidInput("has no triangle");
    requireClosed(joiner.surface);
    return std::make_shared<const BodySurface>(std::move(joiner.surface));
  } catch (const InvalidInput& error) {
    throw InvalidInput(path + ": " + error.what());
  }
}

std::string checkOf(const BodySurface& surface) {
  std::uint64_t sum = 14695981039346656037U;
  const auto add = [&sum](const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      sum = (sum ^ static_cast<const unsigned char*>(data)[i]) * std::uint64_t{1099511628211U};
  };
  add(surface.corner.data(), surface.corner.size() * sizeof surface.corner[0]);
  add(surface.triangle.data(), surface.triangle.size() * sizeof surface.triangle[0]);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
  return text;
}

}  // namespace fmm
