#include "commands/bench_machine.h"

#include <fmt/format.h>

#include "commands/bench_measure.h"
#include "files/json.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "simulation/backend_choice.h"
#include "simulation/machine_costs.h"

namespace app {
BenchMachine benchMachine(const fmm::Settings& settings, fmm::Ranks* ranks) {
  checkBackend(settings.backend);
  fmm::CostParts costs = useMachineCosts(settings);
  if (ranks) {  // each has measured others, and all are to choose alike
    ranks->broadcast(&costs, sizeof costs);
    fmm::useCosts(settings.backend, settings.precision, costs);
  }
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
