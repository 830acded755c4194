#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "fmm/settings.h"

namespace app {

/// What a benchmark ran on.
struct BenchMachine {
  std::string cpu;   ///< model, as the kernel names it
  std::string simd;  ///< "AVX2"
  int threads = 0;
  std::string gpu;      ///< name; empty where none is used
  std::string backend;  ///< "cpu" or "cuda"
  double peak = 0;      ///< multiply-adds of the backend and precision, counted as two [1/s]; 0: not known
  bool peakIsMeasured = false;
  double firstUse = 0;  ///< [s] to start threads or GPU

  std::string text() const;  ///< in one line
};

/// Starts the backend and asks what it is. Throws fmm::EnvironmentError.
BenchMachine benchMachine(const fmm::Settings& settings);

nlohmann::ordered_json toJson(const BenchMachine& machine);

}  // namespace app
