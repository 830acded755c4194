#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "exec/later.h"
#include "exec/sorted_keys.h"
#include "fmm/report.h"
#include "fmm/ring_theory.h"
#include "mesh/fourier.h"
#include "mesh/mesh_bounds.h"
#include "mesh/mesh_inspect.h"
#include "mesh/mesh_interpolation.h"
#include "mesh/mesh_meet.h"
#include "mesh/vorticities.h"

namespace fmm {

/// Fields of elements of equal core radius with a core of the Gaussian family, by a mesh. Strengths are spread to the
/// nodes with a window close to a Gaussian, convolved in free space by Fourier transforms with the rest of the core,
/// and interpolated to targets with the same window. The error is in the tails of the Gaussians alone: docs/math.md,
/// section 19. The work does not grow with the number of overlapping cores. Keeps its buffers.
template <class Exec, class Real>
class MeshSum {
 public:
  /// Finds the mesh around the task's points. False where no mesh serves: another core, unequal radii, no elements or
  /// too many nodes. Waits for the device.
  bool plan(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, double mostValues) {
    if (!findAccuracy(task, settings)) return false;
    const std::optional<MeshBox> box = boundsOf(exec, task, sigma_);
    return box && accept(meshAbout(*box, sigma_, accuracy_, mostValues));
  }
  /// Takes the mesh of another sum. False where no mesh serves, or none of this place and size.
  bool planAs(const MeshTuning& other, const FieldTask<Real>& task, const FieldSettings& settings, double mostValues) {
    if (!findAccuracy(task, settings)) return false;
    sigma_ = other.coreRadius;
    return accept(meshAt(other.low, other.size, sigma_, accuracy_, mostValues));
  }
  /// Prepares the planned mesh: allocates memory, also for vorticities if wanted, and computes the kernel.
  void lay(Exec& exec, bool vorticity) {
    beside_ = false;
    if constexpr (Vorticities::kNearby) {
      if (vorticity) vorticities_.prepare(exec, grid_, accuracy_, order_, tolerance_);
      beside_ = vorticity && vorticities_.serves();
    }
    fourier_.prepare(exec, grid_, vorticity && !beside_);
    vectors_.resize((beside_ ? 2 : 1) * static_cast<std::size_t>(grid_.nodeCount()) + kSpareVectors + 1);
    const Kernel kernel = {order_, accuracy_, {grid_.size[0], grid_.size[1], grid_.size[2]}};
    if (!(kernel_ && *kernel_ == kernel)) {
      kernel_.reset();
      makeKernel(exec);
      kernel_ = kernel;
    }
    ready_ = true;
  }
  /// True if the tracers of each following sum are mostly those of the sum before, moved a little: their order then
  /// serves several sums. The order affects memory access only, not results.
  void follow(bool follows) { follows_ = follows; }
  bool isReady() const { return ready_; }
  void forget() { ready_ = false; }

  /// Gives all memory back.
  void release() {
    forget();
    drop();
    kernel_.reset();
    fourier_.drop();
    vorticities_.drop();
    for (Buffer<Real>* buffer : {&kernelWaves_, &factors_}) *buffer = Buffer<Real>();
    for (Buffer<double>* buffer : {&octant_[0], &octant_[1], &circle_}) *buffer = Buffer<double>();
    vectors_ = Buffer<MeshVector<Real>>();
  }

  /// Enqueues the fields of the task on the prepared mesh; finish(stage) is called after the launches of each stage.
  /// Call complete() after exec.synchronize().
  template <class Finish>
  void begin(Exec& exec, const FieldTask<Real>& task, const Finish& finish) {
    inspect(exec, task);
    sortElements(exec, task);
    sortTracers(exec, task);
    finish("sort");
    spread(exec);
    finish("spread");
    if constexpr (Vorticities::kNearby) {
      if (task.wantsVorticity() && beside_) return convolveBoth(exec, task, finish);
    }
    if (task.wantsVorticity()) {
      fourier_.convolve(exec, MeshVorticity<Real>{grid_, shaping(), core(), normal() * std::pow(grid_.inverse, 3)},
                        true, vectors_.data());
      finish("transform");
      interpolate(exec, elements_, elementPositions(task), task.elementVorticity, {}, task.elementCount);
      interpolate(exec, tracers_, task.tracers, task.tracerVorticity, {}, task.tracerCount);
      finish("interpolate");
    }
    fourier_.convolve(exec, velocity(), false, vectors_.data());
    finish("transform");
    interpolate(exec, elements_, elementPositions(task), task.elementVelocity, task.elementGradient, task.elementCount);
    interpolate(exec, tracers_, task.tracers, task.tracerVelocity, task.tracerGradient, task.tracerCount);
    finish("interpolate");
  }
  /// True if, in all sums begun since the last call, the mesh held all points and all cores had its radius.
  bool complete() {
    otherRadius_ = false;
    bool held = true;
    for (const Begun& begun : begun_) {
      otherRadius_ = otherRadius_ || !(begun.unequal.value() < kSameRadius);
      held = held && begun.outside[0].value() == 0 && begun.outside[1].value() == 0 && !otherRadius_;
    }
    drop();
    return held;
  }
  /// True if the sums settled last had elements of another core radius.
  bool hasOtherRadius() const { return otherRadius_; }
  void drop() { begun_.clear(); }
  bool hasBegun() const { return !begun_.empty(); }

  /// On the planned mesh: mean number of elements within `reach` core radii of a target, over samples of the elements
  /// and tracers. Waits for the device.
  double neighbours(Exec& exec, const FieldTask<Real>& task, double reach) {
    sortElements(exec, task);
    const double spacings = reach * sigma_ * grid_.inverse;
    const auto count = [&](const std::array<const Real*, 3>& x, Index n) {
      constexpr Index kFew = 512, kOfMany = Exec::kHostMemory ? 128 : kFew;
      const Index samples = n <= kFew ? n : kOfMany;
      const MeshNeighbours<Real> about = {grid_, bins_,         spacings,      samples > 0 ? n / samples : 1,
                                          x,     start_.data(), packed_.data()};
      return exec.template sumsLater<2>("fmm::meshNeighbours", samples * about.rows(), about);
    };
    const Index elements = task.elementsAreTargets() ? task.elementCount : 0;
    const auto atElements = count(elementPositions(task), elements), atTracers = count(task.tracers, task.tracerCount);
    exec.synchronize();
    const auto mean = [](const std::array<double, 2>& found) { return found[1] > 0 ? found[0] / found[1] : 0; };
    const double all = mean(atElements.value()) * elements + mean(atTracers.value()) * task.tracerCount;
    return all / (static_cast<double>(elements) + task.tracerCount);
  }

  const MeshGrid& grid() const { return grid_; }
  double coreRadius() const { return sigma_; }
  int width() const { return accuracy_.window.width; }
  std::size_t bytes() const {
    return kernelWaves_.bytes() + octant_[0].bytes() + octant_[1].bytes() + circle_.bytes() + factors_.bytes() +
           vectors_.bytes() + packed_.bytes() + elements_.bytes() + tracers_.bytes() + start_.bytes() +
           sorter_.bytes() + fourier_.bytes() + vorticities_.bytes();
  }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;
  using Vorticities = MeshVorticities<Exec, Real>;
  static constexpr double kTwoPi = 6.28318530717958647693;
  static constexpr int kMostWidth =
      sizeof(Real) == sizeof(float) ? MeshAccuracy::kMostWidthOfFloats : MeshAccuracy::kMostWidth;

  // ---- choice of the mesh -------------------------------------------------------------------------------------------

  bool findAccuracy(const FieldTask<Real>& task, const FieldSettings& settings) {
    forget();
    const int order = coreFacts(settings.regularisation).filterOrder;
    if (order == 0 || task.elementCount == 0) return false;
    constexpr double kForGradients = 0.2;  // of the tolerance: gradients enter the strengths, and so do their errors
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    tolerance_ = settings.tolerance;
    accuracy_ = accuracyFor(settings.tolerance * (gradient ? kForGradients : 1), order);
    order_ = order;
    return accuracy_.spacing != 0;
  }
  bool accept(const MeshGrid& grid) {
    grid_ = grid;
    for (int axis = 0; axis < 3; ++axis) bins_.bins[axis] = (grid_.nodes[axis] + MeshBins::kEdge - 1) / MeshBins::kEdge;
    return grid_.size[0] > 0 && MeshFourier<Exec, Real>::available(grid_);
  }

  /// Caches the result of a search.
  const MeshAccuracy& accuracyFor(double tolerance, int order) {
    if (found_.tolerance != tolerance || found_.order != order)
      found_ = {tolerance, order, MeshAccuracy::ofTolerance(tolerance, order, kMostWidth)};
    return found_.accuracy;
  }

  // ---- the kernel between nodes -------------------------------------------------------------------------------------

  MeshCore core() const {
    const double rest = 1 - 2 * accuracy_.share;
    return {std::sqrt(rest) / accuracy_.spacing, 1 / rest, order_};
  }
  /// Normalisation of both windows and the transforms.
  double normal() const {
    const double size = static_cast<double>(grid_.size[0]) * grid_.size[1] * grid_.size[2];
    return std::pow(accuracy_.window.transform(0), -6) / size;
  }

  void makeKernel(Exec& exec) {
    const MeshOctant octant = MeshOctant::of(grid_);
    const double* const waves = wavesOf(exec, octant);
    findShaping(exec);
    kernelWaves_.resize(3 * static_cast<std::size_t>(octant.count()));
    exec.forEach("fmm::meshKernel", octant.count(), MeshShapeKernel<Real>{shaping(), waves, kernelWaves_.data()});
  }
  /// The octant of waves before shaping. The host transforms it in place, in memory that a sum fills later.
  const double* wavesOf(Exec& exec, const MeshOctant& octant) {
    const auto values = 3 * static_cast<std::size_t>(octant.count());
    const auto offsets = [&](double* to) {
      exec.forEach("fmm::meshKernel", octant.count(), MeshKernel{grid_, octant, core(), kInverse4Pi * normal(), to});
    };
    if constexpr (Exec::kHostMemory) {
      double* const all = fourier_.room(values);
      offsets(all);
      for (Index axis = 0; axis < 3; ++axis) transformOctant(exec, octant, axis, grid_.size[axis], all);
      return all;
    } else {
      for (Buffer<double>& buffer : octant_) buffer.resize(values);
      offsets(octant_[0].data());
      for (Index axis = 0; axis < 3; ++axis) {
        transformOctant(exec, octant, axis, grid_.size[axis], circle_, octant_[0].data(), octant_[1].data());
        std::swap(octant_[0], octant_[1]);
      }
      return octant_[0].data();
    }
  }
  /// exp(-v k^2)/window^2 of the waves along each axis, v the window's variance; close to 1 for the waves that matter.
  void findShaping(Exec& exec) {
    const double whole = accuracy_.window.transform(0), variance = accuracy_.window.variance();
    std::vector<double> factors;
    for (const Index size : grid_.size) {
      const std::vector<double> windows = accuracy_.window.transforms(size);
      for (Index m = 0; 2 * m <= size; ++m) {
        const double k = kTwoPi * m / size, window = windows[static_cast<std::size_t>(m)] / whole;
        factors.push_back(std::exp(-variance * k * k) / (window * window));
      }
    }
    factors_.resize(factors.size());
    exec.template uploadRow<Real>(factors, factors_.data());
  }
  MeshShaping<Real> shaping() const { return {MeshOctant::of(grid_), factors_.data()}; }

  // ---- the parts of a sum -------------------------------------------------------------------------------------------

  void inspect(Exec& exec, const FieldTask<Real>& task) {
    const auto outside = [&](const std::array<const Real*, 3>& x, Index n) {
      return exec.largestLater("fmm::meshOutside", n, MeshOutside<Real>{grid_, width(), x});
    };
    begun_.push_back(
        {{outside(elementPositions(task), task.elementCount), outside(task.tracers, task.tracerCount)},
         exec.largestLater("fmm::meshSigma", task.elementCount, MeshUnequal<Real>{sigma_, task.elements.sigma})});
  }

  /// Points sorted by bins, and by nodes within a bin.
  struct Sorted {
    Buffer<std::uint64_t> keys;
    Buffer<Index> order;
    std::size_t bytes() const { return keys.bytes() + order.bytes(); }
  };
  void sort(Exec& exec, const std::array<const Real*, 3>& x, Index n, Sorted& sorted) {
    int bits = 1 + MeshBins::kNodeBits;
    while ((std::int64_t{1} << bits) < std::int64_t{bins_.count()} << MeshBins::kNodeBits) ++bits;
    sorted.keys.resize(static_cast<std::size_t>(n));
    sorted.order.resize(static_cast<std::size_t>(n));
    exec.forEach("fmm::meshKeys", n, MeshKeys<Real>{grid_, bins_, x, sorted.keys.data()});
    sorter_.sort(exec, sorted.keys.data(), sorted.order.data(), n, bits);
  }
  void sortTracers(Exec& exec, const FieldTask<Real>& task) {
    constexpr int kSumsOfAnOrder = 8;
    const bool serves = follows_ && sortedTracers_ == task.tracerCount && ordered_ < kSumsOfAnOrder;
    ordered_ = serves ? ordered_ + 1 : 1;
    if (serves) return;
    sortedTracers_ = 0;  // in case the sort throws
    sort(exec, task.tracers, task.tracerCount, tracers_);
    sortedTracers_ = task.tracerCount;
  }
  void sortElements(Exec& exec, const FieldTask<Real>& task) {
    const Index n = task.elementCount;
    sort(exec, elementPositions(task), n, elements_);
    packed_.resize(static_cast<std::size_t>(n));
    start_.resize(static_cast<std::size_t>(bins_.count()) + 1);
    exec.forEach("fmm::meshStarts", bins_.count() + 1,
                 BoxStarts{elements_.keys.data(), n, start_.data(), MeshBins::kNodeBits});
    exec.forEach(
        "fmm::meshPack", n,
        MeshPack<Real>{grid_, bins_, task.elements, elements_.keys.data(), elements_.order.data(), packed_.data()});
  }
  void spread(Exec& exec) {
    spreadToNodes(
        exec, MeshSpreading<Real>{grid_, bins_, width(), bump(), start_.data(), packed_.data(), fourier_.begin(exec)});
    fourier_.forward(exec);
  }

  MeshVelocity<Real> velocity() const {
    const auto factor = static_cast<Real>(grid_.inverse * grid_.inverse);
    return {grid_, MeshOctant::of(grid_), factor, kernelWaves_.data()};
  }
  /// Velocities and vorticities, side by side in the nodes: both are interpolated with the same weights.
  template <class Finish>
  void convolveBoth(Exec& exec, const FieldTask<Real>& task, const Finish& finish) {
    vorticities_.sum(exec, fourier_.begin(exec));
    MeshVector<Real>* const nodes = pairs();
    fourier_.convolveBeside(exec, velocity(), false, nodes, 2,
                            [this, nodes](const auto& rows) { vorticities_.set(rows, nodes); });
    finish("transform");
    interpolateBoth(exec, targetsOf(elements_, elementPositions(task), task.elementVelocity, task.elementGradient),
                    task.elementVorticity, task.elementCount);
    interpolateBoth(exec, targetsOf(tracers_, task.tracers, task.tracerVelocity, task.tracerGradient),
                    task.tracerVorticity, task.tracerCount);
    finish("interpolate");
  }
  /// First vector of the pairs, aligned so that a pair lies within one cache line.
  MeshVector<Real>* pairs() {
    return vectors_.data() + reinterpret_cast<std::uintptr_t>(vectors_.data()) / sizeof(MeshVector<Real>) % 2;
  }
  void interpolateBoth(Exec& exec, MeshTargets<Real> targets, const VectorArrays<Real>& vorticity, Index n) {
    if ((!targets.out[0] && !vorticity[0]) || n == 0) return;
    targets.vectors = pairs();
    targets.beside = true;
    targets.second = vorticity;
    interpolateFromNodes(exec, targets, n);
  }

  MeshBump<Real> bump() const {
    return {static_cast<Real>(accuracy_.window.sharpness), static_cast<Real>(2.0 / width())};
  }

  /// `out[0]` is null where the field is not wanted.
  void interpolate(Exec& exec, const Sorted& sorted, const std::array<const Real*, 3>& x, const VectorArrays<Real>& out,
                   const MatrixArrays<Real>& gradient, Index n) {
    if (!out[0] || n == 0) return;
    interpolateFromNodes(exec, targetsOf(sorted, x, out, gradient), n);
  }
  MeshTargets<Real> targetsOf(const Sorted& sorted, const std::array<const Real*, 3>& x, const VectorArrays<Real>& out,
                              const MatrixArrays<Real>& gradient) const {
    return {grid_, width(), bump(), vectors_.data(), sorted.order.data(), x, out, gradient};
  }

  bool ready_ = false, otherRadius_ = false, follows_ = false;
  bool beside_ = false;      ///< nodes hold vorticities beside velocities
  Index sortedTracers_ = 0;  ///< number of tracers that tracers_ orders
  int ordered_ = 0;          ///< number of sums that have used this order
  MeshGrid grid_ = {};
  MeshAccuracy accuracy_ = {};
  /// What a kernel depends on.
  struct Kernel {
    int order;
    MeshAccuracy accuracy;
    std::array<Index, 3> size;
    bool operator==(const Kernel& other) const {
      return order == other.order && accuracy == other.accuracy && size == other.size;
    }
  };
  std::optional<Kernel> kernel_;
  struct Found {
    double tolerance;
    int order;
    MeshAccuracy accuracy;
  } found_ = {};
  MeshBins bins_ = {};
  double sigma_ = 0, tolerance_ = 0;
  int order_ = 0;
  /// Checks of the points of a sum.
  struct Begun {
    std::array<Later<float>, 2> outside;
    Later<float> unequal;
  };
  std::vector<Begun> begun_;
  MeshFourier<Exec, Real> fourier_;
  Vorticities vorticities_;
  Buffer<Real> kernelWaves_;           ///< octant of waves after shaping
  Buffer<Real> factors_;               ///< MeshShaping
  Buffer<double> octant_[2], circle_;  ///< on a GPU: the kernel while it is transformed, and sines and cosines
  Buffer<MeshVector<Real>> vectors_;
  Buffer<MeshSource<Real>> packed_;
  Buffer<Index> start_;
  Sorted elements_, tracers_;
  KeySorter<Exec> sorter_;
};

}  // namespace fmm
