#include <array>
#include <atomic>
#include <sstream>

#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exec/cuda/buffer.h"
#include "exec/cuda/device_loss.h"
#include "exec/device_choice.h"
#include "fmm/cuda.h"

namespace fmm {
namespace {

/// Stands for all kernels of the program: if the driver has machine code or PTX for this one, it has it for the others.
__global__ void probe() {}

/// 13020 as "13.2".
std::string versionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why the driver gives no GPU, in words that help to solve the problem.
std::string reasonFor(cudaError_t status) {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "no NVIDIA driver found";
  if (status == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver is for CUDA " + versionText(driver) + ", this program needs " + versionText(runtime);
  }
  if (status == cudaErrorNoDevice) return "the NVIDIA driver found no GPU";
  return std::string("the NVIDIA driver says: ") + cudaGetErrorString(status);
}

CudaDevice ask() {
  CudaDevice device;
  const auto failed = [&](cudaError_t status) {
    if (status == cudaSuccess) return false;
    device.reason = reasonFor(status);
    cudaGetLastError();  // clears errors that are not sticky
    return true;
  };
  int count = 0;
  if (failed(cudaGetDeviceCount(&count)) || failed(count > 0 ? cudaSuccess : cudaErrorNoDevice)) return device;

  cudaDeviceProp properties;
  if (failed(cudaGetDeviceProperties(&properties, device.ordinal))) return device;
  device.name = properties.name;
  device.major = properties.major;
  device.minor = properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.memoryTotal = properties.totalGlobalMem;
  int kilohertz = 0;
  if (cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device.ordinal) == cudaSuccess)
    device.clock = 1e3 * kilohertz;

  cudaFuncAttributes attributes;
  const cudaError_t image = cudaFuncGetAttributes(&attributes, probe);
  if (image == cudaErrorNoKernelImageForDevice || image == cudaErrorUnsupportedPtxVersion) {
    device.reason = device.name + " has compute capability " + std::to_string(device.major) + "." +
                    std::to_string(device.minor) + ", for which this program was not compiled";
    cudaGetLastError();
    return device;
  }
  device.usable = !failed(image);
  return device;
}

CudaDevice lostFor(const std::string& why) {
  CudaDevice device;
  device.reason = "the GPU has failed (" + why + "): only a new start of the program can use it again";
  return device;
}

std::atomic<const CudaDevice*>& lostDevice() {
  static std::atomic<const CudaDevice*> device{nullptr};
  return device;
}

}  // namespace

bool builtWithCuda() {
  return true;
}

const CudaDevice& cudaDevice() {
  static const CudaDevice device = ask(), lostOnPurpose = lostFor("on purpose");
  if (machineIsLost() && device.usable) return lostOnPurpose;
  const CudaDevice* const lost = lostDevice();
  return lost != nullptr ? *lost : device;
}

void loseCudaDevice(const std::string& why) {
  static const CudaDevice device = lostFor(why);  // for the first reason
  lostDevice() = &device;
}

std::string describe(const CudaDevice& device) {
  if (!device.usable) return device.reason;
  const auto tenths = static_cast<unsigned long long>(device.memoryTotal / (1u << 30) * 10 +
                                                      device.memoryTotal % (1u << 30) * 10 / (1u << 30));
  return device.name + ", compute capability " + std::to_string(device.major) + "." + std::to_string(device.minor) +
         ", " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

CudaMemory cudaMemory() {
  CudaMemory memory;
  if (!cudaBackendAvailable() || cudaMemGetInfo(&memory.free, &memory.total) == cudaSuccess) return memory;
  cudaGetLastError();
  return {};
}

std::size_t cudaAllocations() {
  return cudaAllocationCount();
}

CudaTransfers cudaTransfers() {
  return {transferCounts().bytes, transferCounts().waits};
}

void countCudaTransfers(const CudaTransfers& more) {
  transferCounts().bytes += more.bytes;
  transferCounts().waits += more.waits;
}

namespace {

/// Writes the GPUs' names to a pipe, one a line. Stops if the pipe cannot be written.
void writeNames(int pipe) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return;
  std::string lines;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties;
    const bool known = cudaGetDeviceProperties(&properties, device) == cudaSuccess;
    lines += (known ? std::string(properties.name) : "unknown") + '\n';
  }
  for (std::size_t done = 0; done < lines.size();) {
    const ssize_t written = write(pipe, lines.data() + done, lines.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

std::string readAll(int pipe) {
  std::string text;
  std::array<char, 1024> block;
  for (ssize_t count; (count = read(pipe, block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace

std::vector<std::string> gpuNames() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    writeNames(ends[1]);
    _exit(0);  // skips exit handlers, which belong to the parent
  }
  close(ends[1]);
  std::istringstream lines(child > 0 ? readAll(ends[0]) : std::string());
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  std::vector<std::string> names;
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

}  // namespace fmm
