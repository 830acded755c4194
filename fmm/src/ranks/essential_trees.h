#pragma once

#include <cstddef>
#include <vector>

#include "fmm/ranks.h"
#include "ranks/essential_cells.h"
#include "tree/source_imports.h"

namespace fmm {

/// What came from other ranks and went to them in the last exchange.
struct Halo {
  std::size_t cells = 0, elements = 0;          ///< that came
  std::size_t sentCells = 0, sentElements = 0;  ///< that went
};

/// Trees of elements that ranks share out, each rank with its own, and for its targets the parts that it needs of the
/// others' (locally essential trees: Warren and Salmon 1993, Hu 2013 chapter 5). Every rank tells where its targets
/// are, by the boxes of its upper cells; cells and elements then go in one exchange and multipoles in a second one.
template <class Real>
class EssentialTrees final : public SourceImports<Real> {
 public:
  /// `root`: the same cube on every rank.
  EssentialTrees(Ranks& ranks, const RootCube& root) : ranks_(ranks), root_(root) {}

  RootCube root() const override { return root_; }
  void begin(const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule, SourceReader<Real>& reader) override;
  const SourceTrees<Real>& finish() override;
  void beginMultipoles(SourceReader<Real>& reader) override;
  std::vector<Real> finishMultipoles() override;

  const Halo& halo() const { return halo_; }
  std::size_t bytes() const;

 private:
  std::vector<std::vector<TargetRegion<Real>>> regionsOfAll(const LocalTree<Real>& tree);

  Ranks& ranks_;
  const RootCube root_;
  std::vector<EssentialCells> sent_;  ///< [ranks]
  SourceTrees<Real> received_;
  Halo halo_;
};

}  // namespace fmm
