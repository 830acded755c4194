#include "simulation/seed_lines.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

constexpr std::size_t kMostPlaces = 16384;  // of a path line; then the oldest go

bool hasPaths(const std::vector<TracerEmission::Seed>& seeds) {
  return std::any_of(seeds.begin(), seeds.end(), [](const TracerEmission::Seed& seed) { return seed.path; });
}

void add(SeedLine& line, fmm::Vec3 place, double time) {
  line.place.push_back(place);
  line.time.push_back(time);
}

}  // namespace

void SeedLines::note(const TracerEmission& emission, const fmm::VortexSystem& system) {
  const std::vector<TracerEmission::Seed> seeds = emission.seeds();
  if (!hasPaths(seeds)) return;
  const std::vector<fmm::Vec3> positions = system.gatherTracers().tracers.position;
  const double now = system.time();
  for (const TracerEmission::Seed& seed : seeds) {
    if (!seed.path || seed.tracers.empty()) continue;
    auto line = std::find_if(paths_.begin(), paths_.end(), [&](const SeedLine& other) {
      return other.emitter == seed.emitter && other.seed == seed.number;
    });
    if (line == paths_.end()) line = paths_.insert(line, {seed.emitter, seed.number, true, seed.colour, {}, {}});
    while (!line->time.empty() && line->time.back() >= now) {
      line->time.pop_back();
      line->place.pop_back();
    }
    add(*line, positions[seed.tracers.front().index], now);
    if (line->place.size() <= kMostPlaces) continue;
    line->place.erase(line->place.begin());
    line->time.erase(line->time.begin());
  }
}

std::vector<SeedLine> SeedLines::at(const TracerEmission& emission, const fmm::VortexSystem& system) const {
  const std::vector<TracerEmission::Seed> seeds = emission.seeds();
  if (seeds.empty()) return {};
  const std::vector<fmm::Vec3> positions = system.gatherTracers().tracers.position;
  const double now = system.time();
  std::vector<SeedLine> lines;
  for (const TracerEmission::Seed& seed : seeds) {
    SeedLine line{seed.emitter, seed.number, seed.path, seed.colour, {}, {}};
    for (const SeedLine& path : paths_)
      for (std::size_t i = 0;
           seed.path && path.emitter == line.emitter && path.seed == line.seed && i < path.time.size(); ++i)
        if (path.time[i] < now) add(line, path.place[i], path.time[i]);
    for (const TracerEmission::Tracer& tracer : seed.tracers)
      add(line, positions[tracer.index], seed.path ? now : tracer.birth);
    if (!seed.path && !line.place.empty()) add(line, seed.place, now);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace app
