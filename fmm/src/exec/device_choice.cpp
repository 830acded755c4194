#include "exec/device_choice.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <sstream>

#include "fmm/cuda.h"
#include "fmm/error.h"

namespace fmm {
namespace {

std::string inSmallLetters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::size_t chosenGpu(const std::vector<std::string>& names, const std::string& wanted) {
  std::size_t number = 0;
  const char* const end = wanted.data() + wanted.size();
  const auto [rest, code] = std::from_chars(wanted.data(), end, number);
  if (rest == end && code == std::errc() && number < names.size()) return number;
  if (rest != end && !wanted.empty()) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (inSmallLetters(names[i]).find(inSmallLetters(wanted)) != std::string::npos) return i;
  }
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    all += (i == 0 ? "" : ", ") + std::to_string(i) + " (" + names[i] + ")";
  throw InvalidInput("there is no GPU \"" + wanted + "\"; allowed: " + all + ", by number or by a part of the name");
}

std::string visibleAlone(const std::string& visible, std::size_t index) {
  std::istringstream list(visible);
  std::string entry;
  for (std::size_t i = 0; std::getline(list, entry, ','); ++i)
    if (i == index) return entry;
  return std::to_string(index);
}

void chooseCudaDevice(const std::string& wanted) {
  const std::vector<std::string> names = gpuNames();
  if (names.empty())
    throw EnvironmentError("the GPU \"" + wanted + "\" cannot be had: " +
                           (cudaDevice().reason.empty() ? "no GPU answers" : cudaDevice().reason));
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string alone = visibleAlone(visible == nullptr ? "" : visible, chosenGpu(names, wanted));
  setenv("CUDA_VISIBLE_DEVICES", alone.c_str(), 1);
}

}  // namespace fmm
