#include "vortex/refinement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "vortex/merging.h"

namespace fmm {
namespace {

constexpr std::size_t kMostPieces = 64;  // of one element at a time
constexpr std::size_t kThinner = 7;      // that a thick one becomes

/// How one element is to be split: into pieces along its line, and each of them into thinner ones if it is too thick.
struct Cut {
  std::size_t pieces = 1;
  bool thick = false;
  std::size_t count() const { return pieces * (thick ? kThinner : 1); }
};

bool tooThick(const RefinementRules& rules, double sigma, double reference) {
  return rules.coreGrowth > 0 && reference > 0 && sigma > kEarly * rules.coreGrowth * reference;
}

Cut cutOf(const RefinementRules& rules, const Element& e) {
  Cut cut;
  if (!(norm(e.strength) > 0) || !(e.coreRadius > 0)) return cut;
  cut.thick = tooThick(rules, e.coreRadius, e.referenceRadius);
  const double sigma = cut.thick ? e.coreRadius / rules.coreGrowth : e.coreRadius;
  while (cut.pieces < kMostPieces && rules.minimumOverlap * e.length > kEarly * sigma * static_cast<double>(cut.pieces))
    cut.pieces *= 2;
  return cut;
}

/// Two unit vectors that are normal to the unit vector e and to each other. They change with e without a jump but for
/// two directions that nothing prefers, so that round-off turns them by no more than itself.
std::array<Vec3, 2> normalsTo(Vec3 e) {
  const Vec3 pole = {0.36, 0.48, 0.8}, other = {0.8, -0.6, 0};
  const Vec3 u = cross(std::abs(dot(e, pole)) < 0.95 ? pole : other, e);
  const Vec3 first = (1 / norm(u)) * u;
  return {first, cross(e, first)};
}

/// Where one of the thinner elements stands from the thick one's place, and its part of the strength.
struct Place {
  Vec3 offset;
  double part;
};

/// The Gaussian of variance s^2 as seven points: half of it in the middle, the rest on a hexagon of radius 2 s about
/// the strength, which is exact to fifth moments in its plane (Radon 1948), at heights +-sqrt(2) s by turns, so that
/// all moments are exact to the third.
std::vector<Place> thinnerPlaces(Vec3 along, double s) {
  constexpr double kSqrt3 = 1.7320508075688772, kSqrt2 = 1.4142135623730951;
  const auto [u, v] = normalsTo(along);
  std::vector<Place> places = {{{}, 0.5}};
  const double hexagon[6][2] = {{2, 0}, {1, kSqrt3}, {-1, kSqrt3}, {-2, 0}, {-1, -kSqrt3}, {1, -kSqrt3}};
  double height = kSqrt2 * s;
  for (const auto& corner : hexagon) {
    places.push_back({(s * corner[0]) * u + (s * corner[1]) * v + height * along, 1.0 / 12});
    height = -height;
  }
  return places;
}

/// The elements that `e` becomes. The thinner ones stand for its length each: those of an even line's elements form
/// lines with its spacing.
std::vector<Element> piecesOf(const RefinementRules& rules, const Element& e, const Cut& cut) {
  const Vec3 along = (1 / norm(e.strength)) * e.strength;
  std::vector<Place> places = {{{}, 1}};
  Element piece = e;
  if (cut.thick) {
    piece.coreRadius = e.coreRadius / rules.coreGrowth;
    places = thinnerPlaces(along, std::sqrt(e.coreRadius * e.coreRadius - piece.coreRadius * piece.coreRadius));
  }
  const auto pieces = static_cast<double>(cut.pieces);
  piece.length = e.length / pieces;
  std::vector<Element> all;
  for (std::size_t k = 0; k < cut.pieces; ++k) {
    const double middle = (static_cast<double>(k) + 0.5) / pieces - 0.5;
    for (const Place& place : places) {
      const double share = place.part / pieces;
      piece.position = e.position + (middle * e.length) * along + place.offset;
      piece.strength = share * e.strength;
      piece.volume = share * e.volume;
      all.push_back(piece);
    }
  }
  return all;
}

class Refiner {
 public:
  Refiner(const Elements& given, const RefinementRules& rules)
      : given_(given), rules_(rules), cuts_(given.size()), taken_(given.size(), 0), partner_(given.size(), kNone) {}

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

  /// Elements that the rules ask for besides the present ones.
  std::size_t findCuts() {
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      cuts_[i] = cutOf(rules_, elementAt(given_, i));
      if (cuts_[i].count() == 1) continue;
      taken_[i] = 1;
      wanted += cuts_[i].count() - 1;
    }
    return wanted;
  }

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

  /// The strongest elements first, as long as there is room, and none through the ground.
  void grantCuts() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < cuts_.size(); ++i)
      if (cuts_[i].count() > 1) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return norm(given_.strength[a]) > norm(given_.strength[b]); });
    for (const std::size_t i : order) {
      Cut& cut = cuts_[i];
      const Cut asked = cut;
      while (cut.pieces > 1 && count_ + cut.count() - 1 > rules_.budget) cut.pieces /= 2;
      if (count_ + cut.count() - 1 > rules_.budget) cut.thick = false;
      if (cut.count() > 1 && entersGround(i)) cut = {};
      if (cut.count() < asked.count()) out_.full = true;
      if (cut.count() > 1) ++out_.split;
      count_ += cut.count() - 1;
    }
  }

  bool entersGround(std::size_t i) const {
    if (!rules_.ground) return false;
    const std::vector<Element> pieces = piecesOf(rules_, elementAt(given_, i), cuts_[i]);
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](const Element& e) { return !(height(*rules_.ground, e.position) > 0); });
  }

  /// The merged stand where the stronger one of them stood, and pieces where their parent did: rings stay together.
  void build() {
    out_.elements.position.reserve(count_);
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const Element e = elementAt(given_, i);
      if (partner_[i] != kNone) {
        if (standsFor(i)) add(mergedOf(elementAt(given_, partner_[i]), e), i, 1);
      } else if (cuts_[i].count() == 1) {
        add(e, i, 1);
      } else {
        for (const Element& piece : piecesOf(rules_, e, cuts_[i]))
          add(piece, i, norm(piece.strength) / norm(e.strength));
      }
    }
  }

  /// Is i the stronger one of its pair?
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
  std::vector<Cut> cuts_;
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
