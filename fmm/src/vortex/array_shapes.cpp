#include "vortex/array_shapes.h"

#include <string>

#include "core/rows.h"
#include "fmm/error.h"

namespace fmm {
namespace {

/// Arrays that are used together and must lie in the same memory.
class Group {
 public:
  explicit Group(const char* name) : name_(name) {}
  MemorySpace space() const { return space_; }

  void reads(const InputArray& array) {
    if (array.count == 0) return;
    if (!array.data) fail("an array of " + std::to_string(array.count) + " numbers has no data");
    lies(array.space);
  }
  void reads(const InputVectors& vectors) {
    for (const InputArray& array : arraysOf(vectors)) reads(array);
  }

  void writes(const OutputArray& array, std::size_t count, const char* what) {
    if (!array.data || count == 0) return;
    if (array.count < count)
      fail(std::string(what) + " has room for " + std::to_string(array.count) + ", which is less than the " +
           std::to_string(count) + " to write");
    if (array.stride == 0 && count > 1) fail(std::string(what) + " has stride 0; allowed is any other");
    lies(array.space);
  }
  /// Either all of them or none have data.
  template <std::size_t N>
  void writes(const std::array<OutputArray, N>& arrays, std::size_t count, const char* what) {
    for (const OutputArray& array : arrays) {
      if ((array.data != nullptr) != (arrays[0].data != nullptr))
        fail(std::string(what) + " has some of its components without data; allowed are all or none");
      writes(array, count, what);
    }
  }
  void writes(const OutputVectors& vectors, std::size_t count, const char* what) {
    writes(arraysOf(vectors), count, what);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw InvalidInput(name_ + ": " + why); }
  void lies(MemorySpace space) {
    if (known_ && space != space_) fail("arrays in host and in device memory are mixed");
    known_ = true;
    space_ = space;
  }

  std::string name_;
  bool known_ = false;
  MemorySpace space_ = MemorySpace::host;
};

bool haveLength(const InputVectors& vectors, std::size_t n) {
  return vectors.x.count == n && vectors.y.count == n && vectors.z.count == n;
}

/// Ring indices are kept on the host.
void requireRings(const StridedSpan<const std::int32_t>& ring, const char* what) {
  if (ring.count > 0 && (!ring.data || ring.space != MemorySpace::host))
    throw InvalidInput(std::string(what) + ": ring indices must lie in host memory");
}

}  // namespace

MemorySpace requireShape(const ElementViews& elements) {
  const std::size_t n = elements.size();
  const auto given = [n](const auto& array) { return array.count == 0 || array.count == n; };
  if (!haveLength(elements.position, n) || !haveLength(elements.strength, n) || elements.coreRadius.count != n ||
      !given(elements.ring) || !given(elements.length) || !given(elements.volume) || !given(elements.heat)) {
    throw InvalidInput("elements: position, strength, coreRadius, ring, length, volume and heat differ in length");
  }
  requireRings(elements.ring, "elements");
  Group group("elements");
  group.reads(elements.position);
  group.reads(elements.strength);
  group.reads(elements.coreRadius);
  group.reads(elements.length);
  group.reads(elements.volume);
  group.reads(elements.heat);
  return group.space();
}

MemorySpace requireShape(const TracerViews& tracers) {
  const std::size_t n = tracers.size();
  if (!haveLength(tracers.position, n) || (tracers.ring.count > 0 && tracers.ring.count != n))
    throw InvalidInput("tracers: position and ring differ in length");
  requireRings(tracers.ring, "tracers");
  return requireShape(tracers.position, "tracers");
}

MemorySpace requireShape(const InputVectors& points, const char* what) {
  if (!haveLength(points, points.size())) throw InvalidInput(std::string(what) + ": x, y and z differ in length");
  Group group(what);
  group.reads(points);
  return group.space();
}

MemorySpace requireRoom(const ElementResults& results, std::size_t count) {
  Group group("results of elements");
  group.writes(results.position, count, "position");
  group.writes(results.strength, count, "strength");
  group.writes(results.coreRadius, count, "coreRadius");
  group.writes(results.velocity, count, "velocity");
  group.writes(results.strengthRate, count, "strengthRate");
  group.writes(results.heat, count, "heat");
  return group.space();
}

MemorySpace requireRoom(const TracerResults& results, std::size_t count) {
  Group group("results of tracers");
  group.writes(results.position, count, "position");
  group.writes(results.velocity, count, "velocity");
  return group.space();
}

MemorySpace requireRoom(const FieldResults& results, std::size_t count) {
  Group group("results at targets");
  group.writes(results.velocity, count, "velocity");
  group.writes(results.gradient.m, count, "gradient");
  group.writes(results.vorticity, count, "vorticity");
  return group.space();
}

void requireCount(std::size_t elements, std::size_t tracers) {
  constexpr std::size_t kMost = std::size_t(1) << 30;
  if (elements <= kMost && tracers <= kMost - elements) return;
  throw InvalidInput(std::to_string(elements) + " elements and " + std::to_string(tracers) +
                     " tracers: allowed are 2^30 together");
}

void requireReach(Backend backend, MemorySpace space, const char* what) {
  if (backend == Backend::cpu && space == MemorySpace::device)
    throw InvalidInput(std::string(what) + ": device memory was given to the CPU backend");
}

}  // namespace fmm
