// The parts of SharedField that need no backend.

#include "vortex/essential_field.h"

#include <unistd.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "core/math.h"
#include "fmm/error.h"
#include "vortex/array_checks.h"
#include "vortex/array_shapes.h"
#include "vortex/system_base.h"

namespace fmm {

namespace {

Box<double> boxOfAll(Ranks& ranks, const std::vector<Vec3>& own) {
  using Bounds = BoundCells<double>;
  Box<double> box = Bounds::emptyBox();
  for (const Vec3& x : own) Bounds::include(box, {{x.x, x.y, x.z}, {x.x, x.y, x.z}});
  Box<double> all = Bounds::emptyBox();
  for (const Box<double>& of : ranks.gathered(box)) Bounds::include(all, of);
  return all;
}

/// Calls look() for those points of a sample of all points that this rank holds.
template <class Use>
void forOwnSamples(Ranks& ranks, const std::vector<Vec3>& own, Index samples, const std::function<Index(Index)>& sample,
                   const Use& use) {
  std::size_t first = 0;
  const std::vector<std::size_t> held = ranks.gathered(own.size());
  for (int rank = 0; rank < ranks.rank(); ++rank) first += held[static_cast<std::size_t>(rank)];
  for (Index k = 0; k < samples; ++k) {
    const auto at = static_cast<std::size_t>(sample(k));
    if (at < first || at - first >= own.size()) continue;
    const Vec3& x = own[at - first];
    use(Vector3<double>{x.x, x.y, x.z});
  }
}

/// The scale of the root that a single rank with all points would find: each rank counts the samples that it holds.
double rootScaleOfAll(Ranks& ranks, const EvenFill<double>& fill, const std::vector<Vec3>& elements,
                      const std::vector<Vec3>& targets) {
  double scale = 1;
  if (fill.matters()) {
    SampleCounts<double> counts{};
    forOwnSamples(
        ranks, elements, EvenFill<double>::kSamples, [&](Index k) { return fill.sample(k); },
        [&](const Vector3<double>& x) { ++counts[static_cast<std::size_t>(fill.cellOf(x))]; });
    ranks.sum(counts.data(), counts.size());
    scale = rootScaleOf(fill, counts);
  }
  const TracerSpread spread = {scaled(rootCubeAround(withMargin(fill.box)), scale), fill.elements, fill.tracers};
  std::array<double, TracerSpread::kCounts> counts{};
  forOwnSamples(
      ranks, targets, spread.samples(), [&](Index k) { return spread.sample(k); },
      [&](const Vector3<double>& x) { ++counts[static_cast<std::size_t>(spread.doublingsFor(x))]; });
  ranks.sum(counts.data(), counts.size());
  return scale * spread.scaleFor(counts);
}

}  // namespace

PointsOfAll pointsOfAll(Ranks& ranks, const std::vector<Vec3>& elements, const std::vector<Vec3>& targets) {
  std::uint64_t counts[2] = {elements.size(), targets.size()};
  ranks.sum(counts, 2);
  PointsOfAll all = {boxOfAll(ranks, elements), counts[0], counts[1], 1};
  all.rootScale =
      rootScaleOfAll(ranks, {all.box, indexOrMost(all.elements), indexOrMost(all.targets)}, elements, targets);
  return all;
}

Vec3 frameOf(const Box<double>& box) {
  if (box.isEmpty()) return {};
  return floatOrigin({box.low.x, box.low.y, box.low.z}, {box.high.x, box.high.y, box.high.z});
}

namespace {

/// Memory of this machine [bytes].
double machineMemory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// True if so many elements would fill half of the machine's memory.
bool fills(std::size_t elements) {
  constexpr double kBytesOfElement = 600;  // with cells, lists and expansions, about
  return kBytesOfElement * static_cast<double>(elements) > 0.5 * machineMemory();
}

/// Sharing pays with at least `elementsOfRank` elements per rank and at most `targetsPerElement` targets per element.
struct SharingRule {
  std::size_t elementsOfRank, targetsPerElement;
};
SharingRule sharingRule(Backend backend) {
  // Finding what other ranks need takes a GPU as long as making a small tree.
  if (backend == Backend::cuda) return {std::size_t{1} << 18, 4};
  return {std::size_t{1} << 14, 2};
}

void requireSharing(const FieldSettings& settings) {
  if (settings.solver != SolverKind::fmm)
    throw InvalidInput("direct sums have all elements everywhere; elements are shared out by the fmm solver");
}

}  // namespace

ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, std::size_t elements, std::size_t targets,
                       int ranks) {
  if (sharing != ElementSharing::automatic) return sharing;
  if (ranks == 1 || settings.solver != SolverKind::fmm) return ElementSharing::everywhere;
  const SharingRule rule = sharingRule(resolve(settings.backend));
  const bool many =
      rule.targetsPerElement * elements >= targets && elements >= rule.elementsOfRank * static_cast<std::size_t>(ranks);
  return fills(elements) || many ? ElementSharing::shared : ElementSharing::everywhere;
}

ElementSharing resolve(ElementSharing sharing, const FieldSettings& settings, const Elements& elements,
                       const std::vector<Vec3>& targets, const SharedParts& parts, int ranks) {
  const ElementSharing by = resolve(sharing, settings, elements.size(), targets.size(), ranks);
  if (sharing != ElementSharing::automatic || by == ElementSharing::everywhere || fills(elements.size())) return by;
  const auto choosesMesh = resolve(settings.backend) == Backend::cuda ? cudaChoosesMesh : cpuChoosesMesh;
  const bool mesh = choosesMesh(settings, inducing(settings, elements), targets, parts, ranks);
  return mesh ? ElementSharing::everywhere : by;
}

class SharedField::Impl {
 public:
  Impl(const Settings& settings, Ranks& ranks, const Elements& elements, const std::vector<Vec3>& targets,
       const SharedParts& parts)
      : settings_(settings), parts_(parts), given_(elements.size()) {
    settings.validate();
    requireSharing(settings);
    HostMemory host;
    requireShape(viewOf(elements));
    requireSound(host, viewOf(elements));
    requireInRange(host, settings.precision, viewOf(elements));
    requireLengths(host, settings.precision, viewOf(elements));
    requireFinite(host, viewOf(targets), "target");
    const Elements all = inducing(settings, elements);
    requireCount(all.size(), targets.size());
    const auto make = resolve(settings.backend) == Backend::cuda ? makeCudaSharedField : makeCpuSharedField;
    field_ = make(settings, ranks, all, targets, parts);
  }

  const Settings& settings() const { return settings_; }
  SharedFieldBase& field() { return *field_; }
  const SharedFieldBase& field() const { return *field_; }
  /// Drops the results at the images.
  SharedResults results() const {
    SharedResults found = field_->results();
    if (parts_.atElements) found.elementVelocity.resize(given_);
    if (parts_.atElements && parts_.elementGradient) found.elementGradient.resize(given_);
    return found;
  }

 private:
  const Settings settings_;
  const SharedParts parts_;
  const std::size_t given_;  // elements without their images
  std::unique_ptr<SharedFieldBase> field_;
};

SharedField::SharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                         const std::vector<Vec3>& targets, const SharedParts& parts)
    : impl_(std::make_unique<Impl>(settings, ranks, elements, targets, parts)) {}
SharedField::~SharedField() = default;
SharedField::SharedField(SharedField&&) noexcept = default;
SharedField& SharedField::operator=(SharedField&&) noexcept = default;

void SharedField::evaluate() {
  impl_->field().evaluate();
}
const EvaluationReport& SharedField::report() const {
  return impl_->field().report();
}
RankLoad SharedField::load() const {
  return impl_->field().load();
}
const Settings& SharedField::settings() const {
  return impl_->settings();
}
SharedResults SharedField::results() const {
  return impl_->results();
}

}  // namespace fmm
