#include "simulation/machine_costs.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "files/atomic_file.h"
#include "files/config_paths.h"
#include "files/data_paths.h"
#include "files/json.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 16;
constexpr const char* kVersion = "version";
constexpr const char* kWhen = "measured";
const std::string kOfThis = fmt::format("{} {}", RINGLET_VERSION, fmm::kCostConstants);
struct Part {
  const char* key;
  double fmm::CostParts::*member;
};
constexpr std::array<Part, 4> kParts = {{{"pairs", &fmm::CostParts::pairs},
                                         {"translations", &fmm::CostParts::translations},
                                         {"expansions", &fmm::CostParts::expansions},
                                         {"points", &fmm::CostParts::points}}};

std::string readCpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

fs::path cachePath() {
  const fs::path folder = cacheDirectory();
  return folder.empty() ? folder : folder / "costs.json";
}

std::string entryName(const fmm::FieldSettings& settings) {
  return costDevice(settings) + ", " + std::string(fmm::toString(settings.precision));
}

/// What the cache holds; of another version, or damaged, as if there were none.
Json readCache() {
  Json none = {{kVersion, kOfThis}};
  const fs::path path = cachePath();
  std::error_code ignored;
  if (path.empty() || !fs::is_regular_file(path, ignored)) return none;
  try {
    Json cache = Json::parse(readTextFile(path, kLargestFile));
    return cache.is_object() && cache.value(kVersion, "") == kOfThis ? cache : none;
  } catch (const std::exception&) {
    return none;
  }
}

std::optional<fmm::CostParts> factorsIn(const Json& cache, const std::string& name) {
  const auto entry = cache.find(name);
  if (entry == cache.end() || !entry->is_object()) return std::nullopt;
  fmm::CostParts factors;
  for (const Part& part : kParts) {
    const auto value = entry->find(part.key);
    if (value == entry->end() || !value->is_number()) return std::nullopt;
    const auto factor = value->get<double>();
    if (!(factor >= fmm::kLeastCostFactor && factor <= fmm::kMostCostFactor)) return std::nullopt;
    factors.*part.member = factor;
  }
  return factors;
}

void keep(const std::string& name, const fmm::CostParts& factors) {
  const fs::path path = cachePath();
  if (path.empty()) return;
  Json cache = readCache();
  Json& entry = cache[name] = Json::object();
  for (const Part& part : kParts) entry[part.key] = factors.*part.member;
  entry[kWhen] = static_cast<std::int64_t>(std::time(nullptr));
  try {
    fs::create_directories(path.parent_path());
    AtomicFile file(path.string(), Existing::replace, Rival::allowed);
    file.write(cache.dump(2) + "\n");
    file.commit();
  } catch (const std::exception&) {  // measured anew next time
  }
}

}  // namespace

std::string cpuModel() {
  static const std::string model = readCpuModel();
  return model;
}

std::string costDevice(const fmm::FieldSettings& settings) {
  if (runsOnGpu(settings.backend)) return fmm::cudaDevice().name;
  const int threads = fmm::cpuThreads(settings.threads);
  return fmt::format("{}, {}, {} thread{}", cpuModel(), fmm::simdInstructions(), threads, threads == 1 ? "" : "s");
}

std::optional<fmm::CostParts> useKnownCosts(const fmm::FieldSettings& settings) {
  const auto factors = factorsIn(readCache(), entryName(settings));
  if (factors) fmm::useCosts(settings.backend, settings.precision, *factors);
  return factors;
}

std::optional<std::int64_t> whenMeasured(const fmm::FieldSettings& settings) {
  const Json cache = readCache();
  const auto entry = cache.find(entryName(settings));
  if (entry == cache.end() || !entry->is_object()) return std::nullopt;
  const auto when = entry->find(kWhen);
  if (when == entry->end() || !when->is_number_integer()) return std::nullopt;
  return when->get<std::int64_t>();
}

fmm::CostParts useMachineCosts(const fmm::FieldSettings& settings) {
  static std::mutex one;  // measurement at a time
  static std::map<std::pair<fs::path, std::string>, fmm::CostParts> found;
  const std::lock_guard lock(one);
  requireBackend(settings.backend);
  const std::string name = entryName(settings);
  const auto place = std::pair(cachePath(), name);
  if (const auto before = found.find(place); before != found.end()) {
    fmm::useCosts(settings.backend, settings.precision, before->second);
    return before->second;
  }
  constexpr double kFarOff = 0.5;  // other work of the machine makes evaluations longer, and none makes them shorter
  if (const auto known = useKnownCosts(settings); known && fmm::costQuotient(settings) > kFarOff)
    return found[place] = *known;
  const fmm::CostParts factors = fmm::measureCosts(settings);
  fmm::useCosts(settings.backend, settings.precision, factors);
  keep(name, factors);
  return found[place] = factors;
}

}  // namespace app
