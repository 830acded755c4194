#include "fmm/machine.h"
#include "exec/cpu/exec.h"
#include "exec/cpu/instruction_set.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/settings.h"
#include "pairs/cpu/peak.h"
#include "pairs/pair_sums.h"
#include "vortex/system_base.h"

namespace fmm {
namespace {

/// Multiply-adds per clock and multiprocessor: CUDA C++ Programming Guide, throughput of native arithmetic
/// instructions.
double perClock(const CudaDevice& device, Precision precision) {
  const bool half = device.minor == 0 && device.major >= 8;  // data-centre devices
  if (precision == Precision::real64) return half ? (device.major == 8 ? 32 : 64) : 2;
  return device.major < 8 || (device.major == 8 && device.minor == 0) ? 64 : 128;
}

}  // namespace

ArithmeticPeak arithmeticPeak(const FieldSettings& settings) {
  if (resolve(settings.backend) == Backend::cpu)
    return {measuredPeak(settings.precision == Precision::single, cpuThreads(settings.threads)), true};
  const CudaDevice& device = cudaDevice();
  if (!device.usable) throw EnvironmentError("backend cuda: " + device.reason);
  return {2 * device.multiprocessors * perClock(device, settings.precision) * device.clock, false};
}

std::string simdInstructions() {
  return simdName();
}

std::string simdCap() {
  return instructionSetCap();
}

int cpuThreads(int asked) {
  return CpuExec(asked).threads();
}

std::vector<BackendInfo> availableBackends() {
  return {cpuBackend(), cudaBackend()};
}

Backend resolve(Backend backend) {
  requireInstructionSet();  // on a GPU, too, whose sums have parts on the host
  if (backend != Backend::automatic) return backend;
  return cudaBackend().available ? Backend::cuda : Backend::cpu;
}

}  // namespace fmm
