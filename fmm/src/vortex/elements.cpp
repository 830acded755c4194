#include <algorithm>

#include "fmm/types.h"
#include "vortex/element_functors.h"

namespace fmm {
namespace {

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

bool hasExtents(const Elements& elements) {
  return !elements.length.empty() || !elements.volume.empty() || !elements.referenceRadius.empty();
}

}  // namespace

void fillExtents(Elements& elements) {
  if (elements.length.empty()) {
    elements.length.resize(elements.size());
    std::transform(elements.coreRadius.begin(), elements.coreRadius.end(), elements.length.begin(),
                   [](double sigma) { return sigma / kStandardOverlap; });
  }
  if (elements.volume.empty()) elements.volume.resize(elements.size(), 0);
  if (elements.referenceRadius.empty()) elements.referenceRadius = elements.coreRadius;
}

void append(Elements& all, const Elements& added) {
  if (added.size() == 0) return;
  if (all.size() == 0) {
    all = added;
    return;
  }
  const std::size_t before = all.size();
  Elements more = added;
  if (!all.ring.empty() || !more.ring.empty()) {
    all.ring.resize(before, 0);
    more.ring.resize(more.size(), 0);
  }
  if (hasExtents(all) || hasExtents(more)) {
    fillExtents(all);
    fillExtents(more);
  }
  extend(all.position, more.position);
  extend(all.strength, more.strength);
  extend(all.coreRadius, more.coreRadius);
  extend(all.ring, more.ring);
  extend(all.length, more.length);
  extend(all.volume, more.volume);
  extend(all.referenceRadius, more.referenceRadius);
}

}  // namespace fmm
