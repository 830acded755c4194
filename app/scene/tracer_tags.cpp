#include "scene/tracer_tags.h"

#include <algorithm>

namespace app {

SharedTags tagsOf(const fmm::Tracers& tracers, const SharedTags& before, double birth) {
  auto tags = std::make_shared<TracerTags>();
  tags->reserve(tracers.size());
  if (before) tags->assign(before->begin(), before->begin() + std::min(before->size(), tracers.size()));
  for (std::size_t i = tags->size(); i < tracers.size(); ++i) {
    tags->push_back({static_cast<std::uint32_t>(std::max(tracers.ring[i], 0)), static_cast<float>(birth)});
  }
  return tags;
}

std::uint32_t ringsOf(const TracerTags& tags) {
  std::uint32_t last = 0;
  for (const TracerTag& tag : tags) last = std::max(last, tag.ring);
  return last + 1;
}

}  // namespace app
