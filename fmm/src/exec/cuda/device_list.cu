#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <sstream>

#include "exec/device_choice.h"

namespace fmm {
namespace {

/// Writes the GPUs' names to a pipe, a line each; what does not fit into one was not worth naming.
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
    _exit(0);  // nothing of this program's is to end twice
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
