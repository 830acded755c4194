#include "tree/cuda/tree.cuh"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/input_checks.h"
#include "tree/cuda/bound_kernels.cuh"
#include "tree/cuda/traversal.cuh"
#include "tree/cuda/tree_kernels.cuh"

namespace fmm {
namespace {

constexpr int kBoxBlocks = 264;

/// Cooperative launch of as many blocks as run at once, but at most `mostPerMultiprocessor`: grid-wide barriers of more
/// blocks would cost more than they save.
template <class Argument, class... Arguments>
void launchCooperative(CudaExec& exec, const char* name, const void* kernel, int threads, int mostPerMultiprocessor,
                       Argument argument, Arguments... arguments) {
  int perMultiprocessor = 0;
  FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, kernel, threads, 0));
  perMultiprocessor = std::min(perMultiprocessor, mostPerMultiprocessor);
  void* pointers[] = {&argument, &arguments...};
  const dim3 blocks(static_cast<unsigned>(perMultiprocessor * exec.multiprocessors()));
  exec.launch(name, [&] {
    FMM_CUDA(
        cudaLaunchCooperativeKernel(kernel, blocks, dim3(static_cast<unsigned>(threads)), pointers, 0, exec.stream()));
  });
}

/// Enqueues a copy of `count` items to the host, which is complete after the next synchronisation.
template <class T>
void enqueueDownload(CudaExec& exec, const T* from, Index count, std::vector<T>& to) {
  to.resize(static_cast<std::size_t>(count));
  enqueueRead(to.data(), from, to.size() * sizeof(T), exec.stream());
}

/// `entries`, but at most the largest Index.
Index capacityFor(double entries) {
  constexpr Index kMost = std::numeric_limits<Index>::max();
  return entries < kMost ? static_cast<Index>(entries) : kMost;
}

}  // namespace

template <class Real>
void CudaTree<Real>::reserve(const FieldTask<Real>& task, TreeLimits limits) {
  const Index count[2] = {task.elementCount, task.tracerCount};
  if (count[0] != sizedFor_[0] || count[1] != sizedFor_[1]) {
    levels_.startFor(std::int64_t{count[0]} + count[1]);
    sizedFor_[0] = count[0];
    sizedFor_[1] = count[1];
  }
  const bool deep = levels_.now() > kKeyLevels;
  const auto n = static_cast<std::size_t>(count[0]) + static_cast<std::size_t>(count[1]);
  for (auto* keys : {&keysIn_, &keys_}) keys->reserveExactly(n);
  for (auto* keys : {&lowerIn_, &lower_}) keys->reserveExactly(deep ? n : 0);
  for (auto* order : {&orderIn_, &order_}) order->reserveExactly(n);
  for (auto& row : element_) row.reserveExactly(static_cast<std::size_t>(count[0]));
  for (auto& row : tracer_) row.reserveExactly(static_cast<std::size_t>(count[1]));
  status_.reserveExactly(1);
  partialBoxes_.reserveExactly(6 * kBoxBlocks);
  prefixStarts_.reserveExactly(std::size_t{2} << prefixBits());

  const double leaves =
      static_cast<double>(count[0]) / limits.leafElements + static_cast<double>(n) / limits.leafPoints;
  cellCapacity_ = std::max(cellCapacity_, capacityFor(1024 + 5 * leaves));
  farCapacity_ = std::max(farCapacity_, capacityFor(128.0 * cellCapacity_));
  nearCapacity_ = std::max(nearCapacity_, capacityFor(96.0 * cellCapacity_));
  openCapacity_ = std::max(openCapacity_, capacityFor(48.0 * cellCapacity_));
  correctedCapacity_ = std::max(correctedCapacity_, capacityFor(16.0 * cellCapacity_));
  const auto cells = static_cast<std::size_t>(cellCapacity_);
  cells_.reserveExactly(cells);
  bounds_.reserveExactly(cells);
  childStarts_.reserveExactly(kStartsPerCell * cells);
  leaves_.reserveExactly(cells);
  rows_.reserveExactly(10 * cells);
  far_.reserveExactly(static_cast<std::size_t>(farCapacity_));
  near_.reserveExactly(static_cast<std::size_t>(nearCapacity_));
  open_.reserveExactly(static_cast<std::size_t>(openCapacity_));
  corrected_.reserveExactly(static_cast<std::size_t>(correctedCapacity_));
}

template <class Real>
BriefKeys CudaTree<Real>::briefKeys() const {
  constexpr Index kFrom = 1 << 19;  // a sort of fewer has too few blocks: RINGS(2^12, 2^16) took 2 % longer
  const bool pays = levels_.now() <= BriefKeys::kMostLevels && sizedFor_[0] >= kFrom - sizedFor_[1];
  return {pays ? levels_.now() : 0};
}

template <class Real>
void CudaTree<Real>::sortKeys(CudaExec& exec, Index elements, Index tracers) {
  const Index n = elements + tracers;
  if (const BriefKeys form = briefKeys(); form.levels > 0) {
    sortPairs(exec, briefIn(), briefIn() + n, orderIn_.data(), order_.data(), n, {0, form.bits()}, sortScratch_);
    return;
  }
  if (levels_.now() <= kKeyLevels) {
    sortPairs(exec, keysIn_.data(), keys_.data(), orderIn_.data(), order_.data(), n,
              {std::max(0, fewKeyBit(levels_.now())), 64}, sortScratch_);
    return;
  }
  // Two keys: sort each kind by the lower key, then stably by the upper one.
  for (const auto& [first, count] : {std::pair{Index(0), elements}, std::pair{elements, tracers}}) {
    Index *orderIn = orderIn_.data() + first, *order = order_.data() + first;
    std::uint64_t *upperIn = keysIn_.data() + first, *upper = keys_.data() + first;
    std::uint64_t *lowerIn = lowerIn_.data() + first, *lower = lower_.data() + first;
    sortPairs(exec, lowerIn, lower, orderIn, order, count, {0, 64}, sortScratch_);
    exec.forEach("fmm::gatherKeys", count, GatherKeys{order, upperIn, lower});
    exec.copy(order, count, orderIn);
    sortPairs(exec, lower, upper, orderIn, order, count, {0, 64}, sortScratch_);
    exec.forEach("fmm::gatherKeys", count, GatherKeys{order, lowerIn, lower});
  }
}

template <class Real>
void CudaTree<Real>::sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits, const RootCube* root) {
  reserve(task, limits);
  if (!statusIsClear_) {
    FMM_CUDA(cudaMemsetAsync(status_.data(), 0, sizeof(CudaTreeStatus), exec.stream()));
    statusIsClear_ = true;
  }
  const std::array<const Real*, 3> x = {task.elements.x, task.elements.y, task.elements.z};
  if (root) {
    exec.launch("fmm::givenRoot", [&] { givenRootKernel<<<1, 1, 0, exec.stream()>>>(*root, status_.data()); });
  } else {
    auto* boxes = reinterpret_cast<Box<Real>*>(partialBoxes_.data());
    exec.launch("fmm::boundingBox",
                [&] { boxKernel<Real><<<kBoxBlocks, kBoxThreads, 0, exec.stream()>>>(task.elementCount, x, boxes); });
    exec.launch("fmm::root", [&] {
      rootKernel<Real><<<1, kBoxThreads, 0, exec.stream()>>>(kBoxBlocks, boxes, x, task.elementCount, task.tracers,
                                                             task.tracerCount, status_.data());
    });
  }
  const bool deep = levels_.now() > kKeyLevels;
  exec.forEach(
      "fmm::keys", task.elementCount + task.tracerCount,
      ComputeAllKeys<Real>{status_.data(), task.elementCount, x, task.tracers, keysIn_.data(),
                           deep ? lowerIn_.data() : nullptr, levels_.now(), briefKeys(), briefIn(), orderIn_.data()});
  sortKeys(exec, task.elementCount, task.tracerCount);
  GatherParticles<Real> gather = {
      task.elementCount,
      elementOrder(),
      tracerOrder(),
      {x[0], x[1], x[2], task.elements.ax, task.elements.ay, task.elements.az, task.elements.sigma},
      task.tracers,
      {},
      {},
      briefKeys(),
      briefIn() + task.elementCount + task.tracerCount,
      keys_.data()};
  for (std::size_t r = 0; r < 7; ++r) gather.sortedElement[r] = element_[r].data();
  for (std::size_t r = 0; r < 3; ++r) gather.sortedTracer[r] = tracer_[r].data();
  exec.forEach("fmm::gather", task.elementCount + task.tracerCount, gather);
}

template <class Real>
void CudaTree<Real>::startTree(CudaExec& exec) {
  exec.launch("fmm::startTree", [&] { startKernel<<<1, 1, 0, exec.stream()>>>(status_.data(), false); });
}

template <class Real>
void CudaTree<Real>::startLists(CudaExec& exec) {
  exec.launch("fmm::startLists", [&] { startKernel<<<1, 1, 0, exec.stream()>>>(status_.data(), true); });
}

template <class Real>
void CudaTree<Real>::build(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits) {
  reserve(task, limits);
  rootCount_ = 1;
  others_ = 0;
  const bool deep = levels_.now() > kKeyLevels;
  SplitTask split = {};
  split.split.limits = limits;
  split.split.first = 3 * levels_.first();
  split.split.deepest = 3 * levels_.now();
  split.split.elements = {keys_.data(), deep ? lower_.data() : nullptr};
  split.split.tracers = {keys_.data() + task.elementCount, deep ? lower_.data() + task.elementCount : nullptr};
  split.split.cells = cells_.data();
  split.prefixes = {prefixBits(), prefixStarts_.data()};
  exec.forEach("fmm::prefixes", 2 * split.prefixes.size(),
               FindPrefixes{split.prefixes,
                            {split.split.elements, split.split.tracers},
                            {{0, task.elementCount}, {0, task.tracerCount}}});
  split.status = status_.data();
  split.childStarts = childStarts_.data();
  split.leaves = leaves_.data();
  split.capacity = cellCapacity_;
  split.elementCount = task.elementCount;
  split.tracerCount = task.tracerCount;
  launchCooperative(exec, "fmm::split", reinterpret_cast<const void*>(splitKernel), kTreeThreads, 1, split);
  const BoundCells<Real> bound = {{element_[0].data(), element_[1].data(), element_[2].data()},
                                  {tracer_[0].data(), tracer_[1].data(), tracer_[2].data()},
                                  element_[6].data(),
                                  task.elementsAreTargets(),
                                  0,
                                  cells_.data(),
                                  bounds_.data()};
  launchCooperative(exec, "fmm::bound", reinterpret_cast<const void*>(boundKernel<Real>), kTreeThreads, 2, bound,
                    static_cast<const CudaTreeStatus*>(status_.data()), static_cast<const Index*>(leaves_.data()));
}

template <class Real>
void CudaTree<Real>::list(CudaExec& exec, const FieldTask<Real>& task, const AcceptanceRule<Real>& rule,
                          const TargetSample& sample) {
  const auto cells = static_cast<std::size_t>(cellCapacity_);
  CudaTreeStatus* const status = status_.data();
  const auto row = [&](std::size_t k) { return rows_.data() + k * cells; };
  constexpr int kWarpsOfMultiprocessor = 16;
  TraversalTask<Real> traversal = {status,
                                   cells_.data(),
                                   bounds_.data(),
                                   task.elementsAreTargets(),
                                   rule,
                                   sample,
                                   {},
                                   leaves_.data(),
                                   row(8),
                                   row(9),
                                   kWarpsOfMultiprocessor * exec.multiprocessors(),
                                   rootCount_ > 1 ? roots_.data() : nullptr,
                                   rootCount_};
  traversal.lists[kFarList] = {row(0), row(1), far_.data(), farCapacity_, &status->farUsed};
  traversal.lists[kNearList] = {row(2), row(3), near_.data(), nearCapacity_, &status->nearUsed};
  traversal.lists[kOpenList] = {row(4), row(5), open_.data(), openCapacity_, &status->openUsed};
  traversal.lists[kCorrectedList] = {row(6), row(7), corrected_.data(), correctedCapacity_, &status->correctedUsed};
  launchCooperative(exec, "fmm::traverse", reinterpret_cast<const void*>(traverseKernel<Real>), kListThreads, 32,
                    traversal);
}

template <class Real>
void CudaTree<Real>::readStatus(CudaExec& exec) {
  pending_.push_back(exec.read(status_.data(), 1));
}

template <class Real>
bool CudaTree<Real>::complete(SortDepth depth) {
  bool valid = true, complete = true;
  unsigned long long nearPairs = 0, correctedPairs = 0, farPairs = 0;
  int crowdedAt = 0;
  for (const auto& status : pending_) {
    seen_ = status.value().front();
    crowdedAt = std::max(crowdedAt, seen_.counts.crowdedAt);
    complete &= seen_.cellsNeeded == 0;
    nearPairs += seen_.nearPairs;
    correctedPairs += seen_.correctedPairs;
    farPairs += seen_.farPairs;
    valid &= fits(seen_);
  }
  pending_.clear();
  // All builds had the same keys. A tree that exceeded its buffers does not have all of its cells.
  valid &= levels_.serve(crowdedAt, complete ? depth : SortDepth::sufficient);
  seen_.nearPairs = nearPairs;
  seen_.correctedPairs = correctedPairs;
  seen_.farPairs = farPairs;
  return valid;
}

/// True if the buffers held a build. If not, enlarges them for the next one. Does not check the depth of keys.
template <class Real>
bool CudaTree<Real>::fits(const CudaTreeStatus& s) {
  bool valid = true;
  // Enlarge nearly full lists before a changing flow exceeds them and an evaluation is wasted.
  const auto grow = [&](std::uint64_t needed, Index& capacity, const char* what) {
    if (needed > static_cast<std::uint64_t>(capacity)) valid = false;
    capacity = std::max(capacity, listCapacity(needed, capacity - capacity / 8, what));
  };
  if (s.cellsNeeded > 0) {
    cellCapacity_ = listCapacity(2 * static_cast<std::uint64_t>(s.cellsNeeded), cellCapacity_, "the tree");
    valid = false;
  }
  grow(s.farUsed, farCapacity_, "the tree's list of far cells");
  grow(s.nearUsed, nearCapacity_, "the tree's list of near cells");
  grow(s.openUsed, openCapacity_, "the tree's list of open cells");
  grow(s.correctedUsed, correctedCapacity_, "the tree's list of cells within reach");
  return valid;
}

template <class Real>
CudaTreeView<Real> CudaTree<Real>::view() const {
  const auto cells = static_cast<std::size_t>(cellCapacity_);
  const Index* rows = rows_.data();
  return {&status_.data()->counts,
          cells_.data(),
          bounds_.data(),
          leaves_.data(),
          {rows, rows + cells, rows + 2 * cells, rows + 3 * cells, rows + 6 * cells, rows + 7 * cells, far_.data(),
           near_.data(), corrected_.data()},
          &status_.data()->farPairs,
          &status_.data()->heavyLeaves,
          rows + 9 * cells,
          rows + 8 * cells,
          {element_[0].data(), element_[1].data(), element_[2].data(), element_[3].data(), element_[4].data(),
           element_[5].data(), element_[6].data()},
          {tracer_[0].data(), tracer_[1].data(), tracer_[2].data()},
          rootCount_ > 1 ? roots_.data() : nullptr,
          rootCount_};
}

template <class Real>
LocalTree<Real> CudaTree<Real>::local(const FieldTask<Real>& task) const {
  const CudaTreeCounts& counts = seen_.counts;
  LocalTree<Real> tree = {};
  tree.view = {cells_.data(), bounds_.data(), ownCells()};
  tree.levelStart.assign(counts.levelStart, counts.levelStart + counts.levels + 1);
  tree.elements = view().sources;
  tree.elementCount = task.elementCount;
  for (std::size_t k = 0; k < 3; ++k) tree.outside[k] = tracer_[k].data() + counts.insideTracers;
  tree.outsideCount = task.tracerCount - counts.insideTracers;
  tree.elementsAreTargets = task.elementsAreTargets();
  return tree;
}

template <class Real>
ImportRoom<Real> CudaTree<Real>::roomFor(CudaExec& exec, const ImportedTrees& trees) {
  const auto cells = static_cast<std::size_t>(ownCells()), elements = static_cast<std::size_t>(sizedFor_[0]);
  ImportRoom<Real> room = {};
  const auto extended = [&](auto& buffer, std::size_t own, Index more) {
    extend(exec, buffer, own, own + static_cast<std::size_t>(more));
    return buffer.data() + own;
  };
  room.cells = extended(cells_, cells, trees.cells);
  room.bounds = extended(bounds_, cells, trees.cells);
  for (std::size_t k = 0; k < 7; ++k) room.element[k] = extended(element_[k], elements, trees.elements);
  room.ownCells = ownCells();
  room.ownElements = sizedFor_[0];
  hostRoots_ = {0};
  for (const Index root : trees.roots) hostRoots_.push_back(ownCells() + root);
  roots_.resize(hostRoots_.size());
  FMM_CUDA(cudaMemcpyAsync(roots_.data(), hostRoots_.data(), hostRoots_.size() * sizeof(Index), cudaMemcpyHostToDevice,
                           exec.stream()));
  rootCount_ = static_cast<Index>(hostRoots_.size());
  others_ = trees.cells;
  return room;
}

template <class Real>
std::vector<TreeCell> CudaTree<Real>::describe(CudaExec& exec) {
  const Index count = seen_.counts.cellCount;
  firstParticles_.resize(2 * static_cast<std::size_t>(count));
  exec.forEach("fmm::firstParticles", count,
               FirstParticles{cells_.data(), elementOrder(), tracerOrder(), firstParticles_.data()});
  std::vector<Cell> cells;
  std::vector<CellBounds<Real>> bounds;
  std::vector<Index> first;
  enqueueDownload<Cell>(exec, cells_.data(), count, cells);
  enqueueDownload<CellBounds<Real>>(exec, bounds_.data(), count, bounds);
  enqueueDownload<Index>(exec, firstParticles_.data(), 2 * count, first);
  exec.synchronize();
  return describeCells(TreeArrays<Real>{cells.data(), bounds.data(), first.data(), count, seen_.counts.root});
}

template <class Real>
std::vector<std::size_t> CudaTree<Real>::nearLeaves(CudaExec& exec, std::size_t leaf) {
  const Index count = seen_.counts.cellCount;
  std::vector<Cell> cells;
  enqueueDownload<Cell>(exec, cells_.data(), count, cells);
  exec.synchronize();
  requireLeaf(cells.data(), count, leaf);
  const CudaLists lists = view().lists;
  std::vector<Index> begin, length, items;
  enqueueDownload(exec, lists.nearBegin + leaf, 1, begin);
  enqueueDownload(exec, lists.nearCount + leaf, 1, length);
  exec.synchronize();
  enqueueDownload(exec, lists.nearItems + begin.front(), length.front(), items);
  exec.synchronize();
  std::vector<IndexRange> ranges;
  for (const Index source : items) ranges.push_back(cells[static_cast<std::size_t>(source)].elements);
  return leavesIn(cells.data(), count, std::move(ranges));
}

template <class Real>
std::size_t CudaTree<Real>::bytes() const {
  std::size_t sum = partialBoxes_.bytes() + sortScratch_.bytes() + cells_.bytes() + bounds_.bytes() +
                    prefixStarts_.bytes() + childStarts_.bytes() + leaves_.bytes() + rows_.bytes() + far_.bytes() +
                    near_.bytes() + open_.bytes() + corrected_.bytes() + roots_.bytes() + firstParticles_.bytes();
  sum += keysIn_.bytes() + keys_.bytes() + lowerIn_.bytes() + lower_.bytes() + orderIn_.bytes() + order_.bytes();
  for (const auto& row : element_) sum += row.bytes();
  for (const auto& row : tracer_) sum += row.bytes();
  return sum;
}

template class CudaTree<float>;
template class CudaTree<double>;

}  // namespace fmm
