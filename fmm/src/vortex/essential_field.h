#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/rows.h"
#include "exec/stage_timer.h"
#include "fmm/shared_field.h"
#include "ranks/essential_trees.h"
#include "ranks/point_routes.h"
#include "ranks/tracer_shares.h"
#include "solver/fmm_solver.h"
#include "tree/morton.h"
#include "tree/root_cube.h"
#include "tree/tree_steps.h"
#include "vortex/counted_work.h"

namespace fmm {

/// Interface of SharedField to a backend: EssentialField<Exec, Real> behind virtual calls.
class SharedFieldBase {
 public:
  virtual ~SharedFieldBase() = default;
  virtual void evaluate() = 0;
  virtual const EvaluationReport& report() const = 0;
  virtual RankLoad load() const = 0;
  virtual SharedResults results() = 0;
};

/// The count as an Index, at most the largest one.
inline Index indexOrMost(std::uint64_t count) {
  return static_cast<Index>(std::min<std::uint64_t>(count, std::numeric_limits<Index>::max()));
}

/// The elements' box with a margin, around which the root is made. Targets a little beyond the outermost elements then
/// share these elements' cells. Without the margin, faces of the box would be faces of large cells, and a few targets
/// beyond a face would make a leaf as wide as the box, which needs much from other ranks.
template <class Real>
Box<Real> withMargin(const Box<Real>& box) {
  if (box.isEmpty()) return box;
  const Vector3<Real> size = box.high - box.low;
  const Real margin = larger(size.x, larger(size.y, size.z)) / 128;
  const Vector3<Real> by = {margin, margin, margin};
  return {box.low - by, box.high + by};
}

/// Properties of the points of all ranks together.
struct PointsOfAll {
  Box<double> box;  ///< around the elements
  std::uint64_t elements, targets;
  double rootScale;  ///< by EvenFill and TracerSpread, from samples of all points
};
/// All ranks call it, each with its own points.
PointsOfAll pointsOfAll(Ranks& ranks, const std::vector<Vec3>& elements, const std::vector<Vec3>& targets);

/// Origin of float coordinates, as by frameOf() for the elements of a single rank.
Vec3 frameOf(const Box<double>& box);

/// A field whose elements and targets are divided among ranks, each with its own tree.
template <class Exec, class Real>
class EssentialField final : public SharedFieldBase {
 public:
  /// `elements` and `targets`: this rank's, in any order; they have been checked.
  EssentialField(const FieldSettings& settings, Ranks& ranks, const Elements& elements,
                 const std::vector<Vec3>& targets, const SharedParts& parts)
      : EssentialField(settings, ranks, elements, targets, parts, pointsOfAll(ranks, elements.position, targets)) {}

  void evaluate() override {
    report_ = {};
    StageTimer whole(report_), timer(report_);
    report_.backend = Exec::kName;
    report_.evaluations = 1;
    if (isUneven_) shareAnew();
    timer.finish("share");
    fmm_.evaluate(exec_, task_, settings_, report_);
    exec_.synchronize();
    lookAtBalance();
    report_.seconds = whole.lap();
    report_.bytes = load().bytes;
  }
  const EvaluationReport& report() const override { return report_; }
  RankLoad load() const override {
    const Halo& halo = trees_.halo();
    const std::size_t bytes = sources_.bytes() + positions_.bytes() + velocities_.bytes() + gradients_.bytes() +
                              elementVelocities_.bytes() + elementGradients_.bytes() + fmm_.pipeline().bytes() +
                              trees_.bytes();
    return {static_cast<std::size_t>(task_.elementCount), static_cast<std::size_t>(task_.tracerCount), halo.cells,
            halo.elements, bytes};
  }
  SharedResults results() override {
    SharedResults found;
    found.velocity =
        ofTargets_.back(exec_.template download<Real>(std::as_const(velocities_).vector(), task_.tracerCount));
    if (parts_.gradient) found.gradient = ofTargets_.back(matrices(gradients_, task_.tracerCount));
    if (!parts_.atElements) return found;
    found.elementVelocity =
        ofElements_.back(exec_.template download<Real>(std::as_const(elementVelocities_).vector(), task_.elementCount));
    if (parts_.elementGradient)
      found.elementGradient = ofElements_.back(matrices(elementGradients_, task_.elementCount));
    return found;
  }

 private:
  EssentialField(const FieldSettings& settings, Ranks& ranks, const Elements& elements,
                 const std::vector<Vec3>& targets, const SharedParts& parts, const PointsOfAll& all)
      : ranks_(ranks),
        exec_(settings.threads),
        settings_(settings),
        parts_(parts),
        origin_(frameOf(all.box)),
        root_(scaled(rootCubeAround(withMargin(shifted(all.box))), all.rootScale)),
        trees_(ranks, root_),
        ofElements_(ranks, {}, {}),
        ofTargets_(ranks, {}, {}) {
    settings_.ground.reset();  // images are elements like others
    take(elements, targets);
    fmm_.share(ranks, trees_, indexOrMost(all.elements), indexOrMost(all.targets));
  }

  /// The box about origin_ in the solver's precision. Rounding keeps the order, so that the box holds rounded points.
  Box<Real> shifted(const Box<double>& box) const {
    const auto corner = [&](const Vector3<double>& x) {
      return Vector3<Real>{static_cast<Real>(x.x - origin_.x), static_cast<Real>(x.y - origin_.y),
                           static_cast<Real>(x.z - origin_.z)};
    };
    return box.isEmpty() ? BoundCells<Real>::emptyBox() : Box<Real>{corner(box.low), corner(box.high)};
  }

  /// Places of the rounded points, as in the trees.
  std::vector<CurvePlace> placesOf(const std::vector<Vec3>& points, std::uint32_t rank) const {
    std::vector<CurvePlace> places;
    places.reserve(points.size());
    for (const Vec3& x : points) {
      const Vec3 d = x - origin_;
      const auto key = mortonKeys(root_, static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z)).upper;
      places.push_back({key, rank, static_cast<std::uint32_t>(places.size())});
    }
    return places;
  }

  /// Estimated work of an element and of a target, in velocities at a target.
  double weightOfElement() const {
    constexpr double kSource = 0.25, kGradient = 0.6;
    return kSource + (parts_.atElements ? 1 : 0) + (parts_.elementGradient ? kGradient : 0);
  }
  static constexpr double kWeightOfTarget = 1;

  /// Divides all points and loads this rank's part. Weights are the estimate times the factor of a point's old part.
  void take(const Elements& elements, const std::vector<Vec3>& targets) {
    const auto rank = static_cast<std::uint32_t>(ranks_.rank());
    const std::vector<CurvePlace> elementPlaces = placesOf(elements.position, rank);
    const std::vector<CurvePlace> targetPlaces = placesOf(targets, rank);
    std::vector<WeightedPlace> all;
    all.reserve(elementPlaces.size() + targetPlaces.size());
    for (const CurvePlace& place : elementPlaces) all.push_back({place, weightOfElement() * factorAt(place)});
    for (const CurvePlace& place : targetPlaces) all.push_back({place, kWeightOfTarget * factorAt(place)});
    cuts_ = partsOfCurve(ranks_, std::move(all));
    ofElements_ = PointRoutes(ranks_, elementPlaces, cuts_);
    ofTargets_ = PointRoutes(ranks_, targetPlaces, cuts_);
    const std::vector<Vec3> position = ofElements_.there(elements.position);
    const std::vector<Vec3> strength = ofElements_.there(elements.strength);
    const std::vector<double> radius = ofElements_.there(elements.coreRadius);
    load(position, strength, radius, ofTargets_.there(targets));
  }
  double factorAt(const CurvePlace& place) const {
    return factors_.empty() ? 1 : factors_[PointRoutes::partOf(cuts_, place)];
  }

  /// After evaluations 1, 2, 4, 8, ...: if counted work is uneven, the next evaluation divides the points again.
  void lookAtBalance() {
    if (++evaluations_ < nextLook_ || ranks_.size() == 1) return;
    nextLook_ = 2 * evaluations_;
    const double elements = task_.elementCount, tracers = task_.tracerCount;
    struct Work {
      double counted, estimated;
    };
    const Work own = {countedWork(settings_.space, {}, report_, tracers + (parts_.atElements ? elements : 0)),
                      weightOfElement() * elements + kWeightOfTarget * tracers};
    std::vector<double> counted;
    factors_.clear();
    for (const Work& work : ranks_.gathered(own)) {
      counted.push_back(work.counted);
      factors_.push_back(work.estimated > 0 ? work.counted / work.estimated : 1);
    }
    isUneven_ = unevenness(counted) > kMostUneven;
  }

  /// Returns all points to the ranks that gave them, and divides them again.
  void shareAnew() {
    const SourceArrays<Real>& e = task_.elements;
    const auto placed = [&](std::vector<Vec3> points) {
      for (Vec3& x : points) x = x + origin_;
      return points;
    };
    Elements elements;
    elements.position = ofElements_.back(placed(exec_.template download<Real>({e.x, e.y, e.z}, task_.elementCount)));
    elements.strength = ofElements_.back(exec_.template download<Real>({e.ax, e.ay, e.az}, task_.elementCount));
    elements.coreRadius = ofElements_.back(exec_.template downloadRow<Real>(e.sigma, task_.elementCount));
    take(elements, ofTargets_.back(placed(exec_.template download<Real>(task_.tracers, task_.tracerCount))));
    isUneven_ = false;
  }

  void load(const std::vector<Vec3>& position, const std::vector<Vec3>& strength, const std::vector<double>& radius,
            const std::vector<Vec3>& targets) {
    const auto elementCount = static_cast<Index>(position.size()), targetCount = static_cast<Index>(targets.size());
    sources_.resize(elementCount);
    positions_.resize(targetCount);
    exec_.template load<Real, 3>(arraysOf(viewOf(position)), {origin_.x, origin_.y, origin_.z}, sources_.vector(0));
    exec_.template load<Real, 3>(arraysOf(viewOf(strength)), {}, sources_.vector(3));
    exec_.template load<Real, 1>({viewOf(radius)}, {}, {sources_[6]});
    exec_.template load<Real, 3>(arraysOf(viewOf(targets)), {origin_.x, origin_.y, origin_.z}, positions_.vector());
    exec_.synchronize();
    task_.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task_.elementCount = elementCount;
    task_.tracers = std::as_const(positions_).vector();
    task_.tracerCount = targetCount;
    // One row at least, so that a rank without points requests the same results as the others.
    const auto room = [](auto& rows, Index count) { rows.resize(std::max<Index>(1, count)); };
    room(velocities_, targetCount);
    task_.tracerVelocity = velocities_.vector();
    if (parts_.gradient) {
      room(gradients_, targetCount);
      task_.tracerGradient = gradients_.all();
    }
    if (!parts_.atElements) return;
    room(elementVelocities_, elementCount);
    task_.elementVelocity = elementVelocities_.vector();
    if (!parts_.elementGradient) return;
    room(elementGradients_, elementCount);
    task_.elementGradient = elementGradients_.all();
  }

  std::vector<Mat3> matrices(const Rows<Exec, Real, 9>& rows, Index count) {
    std::vector<Mat3> out(static_cast<std::size_t>(count));
    exec_.template store<Real, 9>(rows.all(), count, viewOf(out).m);
    exec_.synchronize();
    return out;
  }

  Ranks& ranks_;
  Exec exec_;
  FieldSettings settings_;
  const SharedParts parts_;
  const Vec3 origin_;
  const RootCube root_;
  EssentialTrees<Exec, Real> trees_;
  PointRoutes ofElements_, ofTargets_;
  FieldTask<Real> task_;
  Rows<Exec, Real, 7> sources_;
  Rows<Exec, Real, 3> positions_, velocities_, elementVelocities_;
  Rows<Exec, Real, 9> gradients_, elementGradients_;
  FmmSolver<Exec, Real> fmm_;
  EvaluationReport report_;
  std::vector<CurvePlace> cuts_;  ///< [ranks - 1]
  std::vector<double> factors_;   ///< [ranks] counted over estimated work; empty before the first count
  std::int64_t evaluations_ = 0, nextLook_ = 1;
  bool isUneven_ = false;
};

/// The backends in the precision of the settings. makeCudaSharedField() throws EnvironmentError without CUDA.
std::unique_ptr<SharedFieldBase> makeCpuSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                    const std::vector<Vec3>& targets, const SharedParts& parts);
std::unique_ptr<SharedFieldBase> makeCudaSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                     const std::vector<Vec3>& targets, const SharedParts& parts);

}  // namespace fmm
