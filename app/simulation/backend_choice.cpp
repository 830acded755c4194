#include "simulation/backend_choice.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "files/message.h"
#include "files/user_error.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/faults.h"

namespace app {

bool runsOnGpu(fmm::Backend backend) {
  return backend != fmm::Backend::cpu && fmm::cudaBackendAvailable();
}

bool mayLoseParticles(fmm::Backend backend) {
  return runsOnGpu(backend) || fmm::faultIsSet(fmm::Fault::launch);
}

void requireBackend(fmm::Backend backend) {
  if (backend == fmm::Backend::cuda && !fmm::cudaBackendAvailable())
    throw fmm::EnvironmentError("backend cuda: " + fmm::cudaDevice().reason);
}

void tellBackend(fmm::Backend backend) {
  if (backend == fmm::Backend::cpu || fmm::cudaBackendAvailable() || !fmm::builtWithCuda()) return;
  tellError("computing on the CPU: " + fmm::cudaDevice().reason);
}

void checkBackend(fmm::Backend backend, bool quiet) {
  requireBackend(backend);
  if (!quiet) tellBackend(backend);
}

namespace {

// Measured at the peak of a run on the CPU (171 and 246 bytes per tracer, rather more per element) and rounded down:
// refused counts would certainly fail.
constexpr double kBytesSingle = 150;
constexpr double kBytesDouble = 220;

/// The number at the start of the file; the largest number if the file or the number is missing ("max").
std::uint64_t limitIn(const char* path) {
  std::uint64_t bytes = 0;
  return std::ifstream(path) >> bytes ? bytes : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t leftOnTheMachine() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  std::uint64_t kibibytes = 0;
  while (file >> name >> kibibytes && std::getline(file, unit))
    if (name == "MemAvailable:") return kibibytes * 1024;
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

std::uint64_t availableMemory() {
  return std::min({leftOnTheMachine(), limitIn("/sys/fs/cgroup/memory.max"),
                   limitIn("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

void requireMemory(const Counts& counts, fmm::Precision precision, std::uint64_t available) {
  constexpr double kGibibyte = 1 << 30;
  const double each = precision == fmm::Precision::single ? kBytesSingle : kBytesDouble;
  const double needed = each * (static_cast<double>(counts.elements) + static_cast<double>(counts.tracers));
  if (needed <= static_cast<double>(available)) return;
  throw UserError(fmt::format("{} elements and {} tracers need {:.1f} GiB of memory, {:.1f} GiB are free: take fewer",
                              counts.elements, counts.tracers, needed / kGibibyte,
                              static_cast<double>(available) / kGibibyte));
}

}  // namespace app
