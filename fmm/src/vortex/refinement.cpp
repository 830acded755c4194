#include "vortex/refinement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vortex/element_cuts.h"
#include "vortex/merging.h"

namespace fmm {
namespace {

Vector3<double> vectorOf(Vec3 v) {
  return {v.x, v.y, v.z};
}
Vec3 vec3Of(Vector3<double> v) {
  return {v.x, v.y, v.z};
}
LoneElement loneOf(const Element& e) {
  return {vectorOf(e.position), vectorOf(e.strength), e.coreRadius, e.length, e.volume, e.referenceRadius};
}
Element elementOf(const LoneElement& e) {
  return {vec3Of(e.position), vec3Of(e.strength), e.coreRadius, e.length, e.volume, e.referenceRadius};
}

class Refiner {
 public:
  Refiner(const Elements& given, const RefinementRules& rules)
      : given_(given),
        rules_(rules),
        cutRules_{rules.minimumOverlap, rules.coreGrowth},
        cuts_(given.size()),
        taken_(given.size(), 0),
        partner_(given.size(), kNone) {}

  Refinement run() {
    const std::size_t wanted = findCuts();
    const std::size_t after = given_.size() + wanted;
    merge(after > rules_.budget ? after - rules_.budget : 0);
    grantCuts();
    build();
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Finds the cuts that the rules ask for; returns the number of elements that they add.
  std::size_t findCuts() {
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      cuts_[i] = cutOf(cutRules_, loneOf(elementAt(given_, i)));
      if (added(cuts_[i]) == 0) continue;
      taken_[i] = 1;
      wanted += added(cuts_[i]);
    }
    return wanted;
  }

  /// Number of elements that a cut adds.
  static std::size_t added(const ElementCut& cut) { return static_cast<std::size_t>(cut.count() - 1); }

  void merge(std::size_t deficit) {
    const MergePlan plan = planMerges(given_, rules_, taken_, deficit);
    for (const MergePair& pair : plan.pairs) {
      partner_[pair.large] = pair.small;
      partner_[pair.small] = pair.large;
      ++(pair.negligible ? out_.removed : out_.merged);
    }
    out_.impulse = plan.impulse;
    count_ = given_.size() - plan.pairs.size();
  }

  /// Grants cuts to the strongest elements first, as long as the budget lasts, and none through the ground.
  void grantCuts() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < cuts_.size(); ++i)
      if (cuts_[i].count() > 1) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return norm(given_.strength[a]) > norm(given_.strength[b]); });
    for (const std::size_t i : order) {
      ElementCut& cut = cuts_[i];
      const ElementCut asked = cut;
      while (cut.pieces > 1 && count_ + added(cut) > rules_.budget) cut.pieces /= 2;
      if (count_ + added(cut) > rules_.budget) cut.thick = false;
      if (cut.count() > 1 && entersGround(i)) cut = {};
      if (cut.count() < asked.count()) out_.full = true;
      if (cut.count() > 1) ++out_.split;
      count_ += added(cut);
    }
  }

  bool entersGround(std::size_t i) const {
    const FluidSide fluid(rules_.ground);
    const LoneElement whole = loneOf(elementAt(given_, i));
    return !staysInFluid(fluid, cutRules_, whole, cuts_[i]);
  }

  /// A merged element takes the place of its stronger part in the order, pieces their parent's: rings stay together.
  void build() {
    out_.elements.position.reserve(count_);
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const Element e = elementAt(given_, i);
      if (partner_[i] != kNone) {
        if (standsFor(i)) add(mergedOf(elementAt(given_, partner_[i]), e), i, 1);
      } else if (cuts_[i].count() == 1) {
        add(e, i, 1);
      } else {
        const CutPieces pieces(cutRules_, loneOf(e), cuts_[i]);
        for (Index j = 0; j < cuts_[i].count(); ++j) add(elementOf(pieces[j]), i, pieces.share(j));
      }
    }
  }

  /// True if i is the stronger one of its pair.
  bool standsFor(std::size_t i) const {
    const std::size_t other = partner_[i];
    return std::make_pair(norm(given_.strength[other]), other) < std::make_pair(norm(given_.strength[i]), i);
  }

  void add(const Element& e, std::size_t parent, double share) {
    Elements& all = out_.elements;
    all.position.push_back(e.position);
    all.strength.push_back(e.strength);
    all.coreRadius.push_back(e.coreRadius);
    all.length.push_back(e.length);
    all.volume.push_back(e.volume);
    all.referenceRadius.push_back(e.referenceRadius);
    if (!given_.ring.empty()) all.ring.push_back(given_.ring[parent]);
    out_.parent.push_back(parent);
    out_.share.push_back(share);
  }

  const Elements& given_;
  const RefinementRules& rules_;
  const CutRules cutRules_;
  std::vector<ElementCut> cuts_;
  std::vector<char> taken_;
  std::vector<std::size_t> partner_;
  std::size_t count_ = 0;
  Refinement out_;
};

}  // namespace

Refinement refine(const Elements& elements, const RefinementRules& rules) {
  return Refiner(elements, rules).run();
}

Vec3 meanPosition(const std::vector<Vec3>& positions) {
  Vec3 sum;
  for (const Vec3& x : positions) sum = sum + x;
  return positions.empty() ? sum : (1 / static_cast<double>(positions.size())) * sum;
}

}  // namespace fmm
