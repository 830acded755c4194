#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/number_access.h"
#include "core/rows.h"
#include "fmm/shared_field.h"
#include "ranks/essential_trees.h"
#include "ranks/point_routes.h"
#include "solver/fmm_solver.h"
#include "solver/stage_timer.h"
#include "tree/morton.h"
#include "tree/tree_steps.h"

namespace fmm {

/// What SharedField asks of a backend: EssentialField<Exec, Real> behind virtual calls.
class SharedFieldBase {
 public:
  virtual ~SharedFieldBase() = default;
  virtual void evaluate() = 0;
  virtual const EvaluationReport& report() const = 0;
  virtual RankLoad load() const = 0;
  virtual SharedResults results() = 0;
};

/// The box around points of all ranks. All ranks call it.
Box<double> boxOfAll(Ranks& ranks, const std::vector<Vec3>& own);

/// Where float coordinates start from: as frameOf() has it for the elements of one rank.
Vec3 frameOf(const Box<double>& box);

/// A field whose elements and targets ranks share out, on each by its own tree.
template <class Exec, class Real>
class EssentialField final : public SharedFieldBase {
 public:
  /// `elements` and `targets`: this rank's, in any order; they have been checked.
  EssentialField(const FieldSettings& settings, Ranks& ranks, const Elements& elements,
                 const std::vector<Vec3>& targets, const SharedParts& parts)
      : EssentialField(settings, ranks, elements, targets, parts, boxOfAll(ranks, elements.position)) {}

  void evaluate() override {
    report_ = {};
    StageTimer whole(report_);
    report_.backend = Exec::kName;
    report_.evaluations = 1;
    fmm_.evaluate(exec_, task_, settings_, report_);
    exec_.synchronize();
    report_.seconds = whole.lap();
    report_.bytes = load().bytes;
  }
  const EvaluationReport& report() const override { return report_; }
  RankLoad load() const override {
    const Halo& halo = trees_.halo();
    const std::size_t bytes = sources_.bytes() + positions_.bytes() + velocities_.bytes() + gradients_.bytes() +
                              elementVelocities_.bytes() + elementGradients_.bytes() + fmm_.bytes() + trees_.bytes();
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
                 const std::vector<Vec3>& targets, const SharedParts& parts, const Box<double>& box)
      : exec_(settings.threads),
        settings_(settings),
        parts_(parts),
        origin_(frameOf(box)),
        root_(rootCubeAround(shifted(box))),
        trees_(ranks, root_),
        ofElements_(ranks, {}, {}),
        ofTargets_(ranks, {}, {}) {
    settings_.ground.reset();  // images are elements like others
    take(ranks, elements, targets);
    std::uint64_t counts[2] = {elements.size(), targets.size()};
    ranks.sum(counts, 2);
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    fmm_.share(ranks, trees_, static_cast<Index>(std::min(counts[0], most)),
               static_cast<Index>(std::min(counts[1], most)));
  }

  /// In the solver's arithmetic: rounding keeps the order, so that the box holds the rounded points.
  Box<Real> shifted(const Box<double>& box) const {
    const auto corner = [&](const Vector3<double>& x) {
      return Vector3<Real>{static_cast<Real>(x.x - origin_.x), static_cast<Real>(x.y - origin_.y),
                           static_cast<Real>(x.z - origin_.z)};
    };
    return box.isEmpty() ? BoundCells<Real>::emptyBox() : Box<Real>{corner(box.low), corner(box.high)};
  }

  std::vector<CurvePlace> placesOf(const std::vector<Vec3>& points, std::uint32_t rank) const {
    std::vector<CurvePlace> places;
    places.reserve(points.size());
    for (const Vec3& x : points) {
      const Vec3 d = x - origin_;
      places.push_back({mortonKeys(root_, d.x, d.y, d.z).upper, rank, static_cast<std::uint32_t>(places.size())});
    }
    return places;
  }

  /// This rank's part of all, whoever had it.
  void take(Ranks& ranks, const Elements& elements, const std::vector<Vec3>& targets) {
    constexpr double kSource = 0.25, kGradient = 0.6;  // of what a velocity at a target takes, about
    const auto rank = static_cast<std::uint32_t>(ranks.rank());
    const std::vector<CurvePlace> elementPlaces = placesOf(elements.position, rank);
    const std::vector<CurvePlace> targetPlaces = placesOf(targets, rank);
    const double element = kSource + (parts_.atElements ? 1 : 0) + (parts_.elementGradient ? kGradient : 0);
    std::vector<WeightedPlace> all;
    all.reserve(elementPlaces.size() + targetPlaces.size());
    for (const CurvePlace& place : elementPlaces) all.push_back({place, element});
    for (const CurvePlace& place : targetPlaces) all.push_back({place, 1.0});
    const std::vector<CurvePlace> parts = partsOfCurve(ranks, std::move(all));
    ofElements_ = PointRoutes(ranks, elementPlaces, parts);
    ofTargets_ = PointRoutes(ranks, targetPlaces, parts);
    const std::vector<Vec3> position = ofElements_.there(elements.position);
    const std::vector<Vec3> strength = ofElements_.there(elements.strength);
    const std::vector<double> radius = ofElements_.there(elements.coreRadius);
    load(position, strength, radius, ofTargets_.there(targets));
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
    // Who has none asks for the same as the others.
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

  Exec exec_;
  FieldSettings settings_;
  const SharedParts parts_;
  const Vec3 origin_;
  const RootCube root_;
  EssentialTrees<Real> trees_;
  PointRoutes ofElements_, ofTargets_;
  FieldTask<Real> task_;
  Rows<Exec, Real, 7> sources_;
  Rows<Exec, Real, 3> positions_, velocities_, elementVelocities_;
  Rows<Exec, Real, 9> gradients_, elementGradients_;
  FmmSolver<Exec, Real> fmm_;
  EvaluationReport report_;
};

/// The backends in the settings' precision. That of CUDA throws EnvironmentError where there is none.
std::unique_ptr<SharedFieldBase> makeCpuSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                    const std::vector<Vec3>& targets, const SharedParts& parts);
std::unique_ptr<SharedFieldBase> makeCudaSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                     const std::vector<Vec3>& targets, const SharedParts& parts);

}  // namespace fmm
