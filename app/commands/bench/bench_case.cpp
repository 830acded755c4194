#include "commands/bench/bench.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "files/user_error.h"
#include "scene/start/scene_particles.h"

namespace app {
namespace {

namespace sets = fmm::workloads;

/// A core function and its radius over the mean spacing.
struct BenchCore {
  fmm::Regularisation kind;
  double spacings;
};

std::optional<BenchCore> coreOf(std::string_view name) {
  if (name == "thin") return BenchCore{fmm::Regularisation::cutoff, sets::kThinCores};
  if (name == "overlapped") return BenchCore{fmm::Regularisation::gaussian, sets::kOverlappedCores};
  const auto kind = fmm::parse<fmm::Regularisation>(name);
  if (!kind || *kind == fmm::Regularisation::rosenhead) return std::nullopt;
  return BenchCore{*kind, sets::kOverlappedCores};
}

}  // namespace

bool isBenchCore(std::string_view name) {
  return coreOf(name).has_value();
}

std::string benchCoreNames() {
  std::string all = "thin, overlapped";
  for (const auto& [kind, name] : fmm::namesOf(fmm::Regularisation{}))
    if (isBenchCore(name)) all.append(", ").append(name);
  return all;
}

BenchCase benchCase(const std::string& workload, BenchSize size, const std::string& core, fmm::Settings settings) {
  constexpr std::uint64_t kSeed = 1;
  const auto& all = sets::named();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& set) { return set.name == workload; });
  const std::optional<BenchCore> chosen = coreOf(core);
  if (found == all.end() || !chosen) throw UserError("bench: " + workload + " with core " + core + " is not known");
  settings.regularisation = chosen->kind;
  sets::Workload work = found->make(size.elements, size.targets, kSeed);
  settings.space = work.space;
  if (work.space == fmm::Space::plane) settings.stretching = fmm::Stretching::off;
  return {sets::withCores(std::move(work), chosen->spacings), core, settings, BenchPart::flow};
}

BenchCase benchScene(Scene scene, const BenchSize* size, fmm::Settings settings) {
  if (size) {
    scene.elements = size->elements;
    scene.tracers = size->targets;
  }
  settings.regularisation = scene.settings.regularisation;
  settings.ground = scene.settings.ground;
  BenchCase made;
  made.work.name = "scene " + scene.name;
  made.work.elements = makeElements(scene);
  made.work.targets = makeTracers(scene).position;
  made.core = std::string(fmm::toString(settings.regularisation));
  made.settings = settings;
  if (made.work.elements.size() == 0)
    throw UserError(made.work.name + ": a scene without elements has nothing to measure");
  return made;
}

}  // namespace app
