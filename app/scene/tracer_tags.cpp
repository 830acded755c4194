#include "scene/tracer_tags.h"

#include <algorithm>

#include "scene/scene_lines.h"

namespace app {

namespace {

std::uint32_t ringOf(const fmm::Tracers& tracers, std::size_t i) {
  return static_cast<std::uint32_t>(std::max(tracers.ring[i], 0));
}

}  // namespace

std::vector<double> ringBirths(const Scene& scene) {
  std::vector<double> births;
  for (const RingLaunch& launch : scene.launches) births.push_back(launch.time);
  std::sort(births.begin(), births.end());  // rings that join get their numbers as they come
  births.insert(births.begin(), lineCount(scene), 0.0);
  return births;
}

SharedTags tagsOf(const fmm::Tracers& tracers, const std::vector<double>& births) {
  auto tags = std::make_shared<TracerTags>();
  tags->reserve(tracers.size());
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    const std::uint32_t ring = ringOf(tracers, i);
    tags->push_back({ring, ring < births.size() ? static_cast<float>(births[ring]) : 0.0F});
  }
  return tags;
}

std::uint32_t ringsOf(const TracerTags& tags) {
  std::uint32_t last = 0;
  for (const TracerTag& tag : tags) last = std::max(last, tag.ring);
  return last + 1;
}

Births birthsOf(const TracerTags& tags) {
  if (tags.empty()) return {};
  const auto earlier = [](const TracerTag& a, const TracerTag& b) { return a.birth < b.birth; };
  const auto [first, last] = std::minmax_element(tags.begin(), tags.end(), earlier);
  return {first->birth, last->birth};
}

}  // namespace app
