#include "commands/bench_machine.h"

#include <fmt/format.h>

#include <fstream>

#include "commands/bench_measure.h"
#include "files/json.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

/// "Intel(R) Xeon(R) ...": the model of the first processor; "unknown" where the kernel does not say.
std::string cpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

BenchMachine benchMachine(const fmm::Settings& settings) {
  checkBackend(settings.backend);
  const bool gpu = runsOnGpu(settings.backend);
  BenchMachine machine;
  machine.cpu = cpuModel();
  machine.simd = fmm::simdInstructions();
  machine.threads = fmm::cpuThreads(settings.threads);
  machine.backend = gpu ? "cuda" : "cpu";
  if (gpu) machine.gpu = fmm::cudaDevice().name;
  machine.firstUse = startBackend(settings);
  const fmm::ArithmeticPeak peak = fmm::arithmeticPeak(settings);
  machine.peak = peak.flops;
  machine.peakIsMeasured = peak.measured;
  return machine;
}

std::string BenchMachine::text() const {
  std::string of = gpu.empty() ? fmt::format("{}, {} thread{}, {}", cpu, threads, threads == 1 ? "" : "s", simd)
                               : fmt::format("{} (beside {})", gpu, cpu);
  if (peak == 0) return of;
  return fmt::format("{}; {:.0f} Gflop/s {}", of, 1e-9 * peak,
                     peakIsMeasured ? "measured by multiply-adds" : "by its clock and cores");
}

nlohmann::ordered_json toJson(const BenchMachine& machine) {
  return {{"version", RINGLET_VERSION},
          {"backend", machine.backend},
          {"cpu", machine.cpu},
          {"simd", machine.simd},
          {"threads", machine.threads},
          {"gpu", machine.gpu.empty() ? Json(nullptr) : Json(machine.gpu)},
          {"peak_gflops", machine.peak > 0 ? Json(1e-9 * machine.peak) : Json(nullptr)},
          {"peak_is", machine.peakIsMeasured ? "measured" : "from the device's properties"},
          {"first_use_ms", 1e3 * machine.firstUse}};
}

}  // namespace app
