#include "ranks/essential_trees.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace fmm {
namespace {

/// Writes rows of plain numbers one behind the other.
class Packer {
 public:
  template <class T>
  void add(const T* rows, std::size_t count) {
    const auto* const first = reinterpret_cast<const char*>(rows);
    bytes_.insert(bytes_.end(), first, first + count * sizeof(T));
  }
  std::size_t size() const { return bytes_.size(); }
  std::vector<char> take() { return std::move(bytes_); }

 private:
  std::vector<char> bytes_;
};

/// Reads what a Packer wrote.
class Unpacker {
 public:
  explicit Unpacker(const char* from) : from_(from) {}
  template <class T>
  void append(std::vector<T>& to, std::size_t count) {
    to.resize(to.size() + count);
    if (count > 0) std::memcpy(static_cast<void*>(&to[to.size() - count]), from_, count * sizeof(T));
    from_ += count * sizeof(T);
  }

 private:
  const char* from_;
};

/// How much a rank sends another one, before what it is.
struct PartSize {
  std::int64_t cells, elements;
};

template <class Real>
void pack(const LocalTree<Real>& tree, const EssentialCells& part, SourceReader<Real>& reader, Packer& to) {
  if (part.cells.empty()) return;
  const PartSize size = {static_cast<std::int64_t>(part.cells.size()), part.elementCount};
  to.add(&size, 1);
  to.add(part.cells.data(), part.cells.size());
  for (const Index c : part.own) to.add(&tree.view.bounds[c], 1);
  const std::vector<Real> elements = reader.elements(part.elements, part.elementCount);
  to.add(elements.data(), elements.size());
}

/// A tree behind those that are there.
template <class Real>
void unpack(const char* from, SourceTrees<Real>& to) {
  Unpacker part(from);
  std::vector<PartSize> size;
  part.append(size, 1);
  const std::size_t cells = to.cells.size();
  const auto firstElement = static_cast<Index>(to.element[0].size());
  part.append(to.cells, static_cast<std::size_t>(size[0].cells));
  part.append(to.bounds, static_cast<std::size_t>(size[0].cells));
  for (std::vector<Real>& row : to.element) part.append(row, static_cast<std::size_t>(size[0].elements));
  to.roots.push_back(static_cast<Index>(cells));
  for (std::size_t k = cells; k < to.cells.size(); ++k)
    to.cells[k] = movedBehind(to.cells[k], static_cast<Index>(cells), firstElement);
}

}  // namespace

template <class Real>
std::vector<std::vector<TargetRegion<Real>>> EssentialTrees<Real>::regionsOfAll(const LocalTree<Real>& tree) {
  const std::vector<TargetRegion<Real>> own = targetRegions(tree);
  const std::vector<std::size_t> bytes = ranks_.gathered(own.size() * sizeof own[0]);
  std::vector<TargetRegion<Real>> rows(std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}) / sizeof own[0]);
  ranks_.gather(own.data(), rows.data(), bytes);
  std::vector<std::vector<TargetRegion<Real>>> all;
  auto at = rows.begin();
  for (const std::size_t size : bytes) {
    const auto end = at + static_cast<std::ptrdiff_t>(size / sizeof own[0]);
    all.emplace_back(at, end);
    at = end;
  }
  return all;
}

template <class Real>
void EssentialTrees<Real>::begin(const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule,
                                 SourceReader<Real>& reader) {
  const std::vector<std::vector<TargetRegion<Real>>> regions = regionsOfAll(tree);
  Packer packer;
  std::vector<std::size_t> bytes;
  sent_.clear();
  halo_ = {};
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const bool own = r == static_cast<std::size_t>(ranks_.rank());
    sent_.push_back(own ? EssentialCells() : essentialCells(tree.view, regions[r], rule));
    const std::size_t before = packer.size();
    pack(tree, sent_.back(), reader, packer);
    bytes.push_back(packer.size() - before);
    halo_.sentCells += sent_.back().cells.size();
    halo_.sentElements += static_cast<std::size_t>(sent_.back().elementCount);
  }
  ranks_.beginExchange(packer.take(), bytes);
}

template <class Real>
const SourceTrees<Real>& EssentialTrees<Real>::finish() {
  const Ranks::Parts parts = ranks_.finishExchange();
  received_ = {};
  const char* from = parts.data.data();
  for (const std::size_t bytes : parts.bytes) {
    if (bytes > 0) unpack(from, received_);
    from += bytes;
  }
  halo_.cells = received_.cells.size();
  halo_.elements = received_.element[0].size();
  return received_;
}

template <class Real>
void EssentialTrees<Real>::beginMultipoles(SourceReader<Real>& reader) {
  Packer packer;
  std::vector<std::size_t> bytes;
  for (const EssentialCells& part : sent_) {
    const std::vector<Real> multipoles = reader.multipoles(part.own);
    packer.add(multipoles.data(), multipoles.size());
    bytes.push_back(multipoles.size() * sizeof(Real));
  }
  ranks_.beginExchange(packer.take(), bytes);
}

template <class Real>
std::vector<Real> EssentialTrees<Real>::finishMultipoles() {
  const Ranks::Parts parts = ranks_.finishExchange();
  std::vector<Real> multipoles(parts.data.size() / sizeof(Real));
  if (!multipoles.empty()) std::memcpy(multipoles.data(), parts.data.data(), parts.data.size());
  return multipoles;
}

template <class Real>
std::size_t EssentialTrees<Real>::bytes() const {
  std::size_t sum = received_.cells.size() * (sizeof(Cell) + sizeof(CellBounds<Real>)) +
                    received_.element[0].size() * 7 * sizeof(Real);
  for (const EssentialCells& part : sent_) sum += part.cells.size() * (sizeof(Cell) + sizeof(Index));
  return sum;
}

template class EssentialTrees<float>;
template class EssentialTrees<double>;

}  // namespace fmm
