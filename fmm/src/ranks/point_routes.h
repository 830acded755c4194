#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "fmm/ranks.h"

namespace fmm {

/// Where a point lies among those of all ranks: along the Morton curve, and those of one place by who has them.
struct CurvePlace {
  std::uint64_t key;
  std::uint32_t rank, index;

  friend bool operator<(const CurvePlace& a, const CurvePlace& b) {
    return a.key != b.key ? a.key < b.key : a.rank != b.rank ? a.rank < b.rank : a.index < b.index;
  }
};

struct WeightedPlace {
  CurvePlace place;
  double weight;
};

/// Where the parts of all ranks but the first begin on the curve, [ranks - 1], so that each has about the same sum of
/// weights. All ranks call it, each with its own points, and get the same.
std::vector<CurvePlace> partsOfCurve(Ranks& ranks, std::vector<WeightedPlace> own);

/// The ways of a rank's points to those who have their part of the curve, and back. All ranks make the same calls.
class PointRoutes {
 public:
  PointRoutes(Ranks& ranks, const std::vector<CurvePlace>& own, const std::vector<CurvePlace>& parts);
  /// The rank in whose part a place lies.
  static std::size_t partOf(const std::vector<CurvePlace>& parts, const CurvePlace& place);

  /// Values at this rank's points in their order, to those who have their parts; here at what this one has of all.
  template <class T>
  std::vector<T> there(const std::vector<T>& values) {
    std::vector<T> sent;
    sent.reserve(order_.size());
    for (const std::size_t i : order_) sent.push_back(values[i]);
    auto [received, counts] = ranks_->exchangedRows(sent, to_);
    from_ = std::move(counts);
    return received;
  }
  /// Values at what this rank has of all, after there(), to where the points came from, in their order.
  template <class T>
  std::vector<T> back(const std::vector<T>& values) const {
    const std::vector<T> received = ranks_->exchangedRows(values, from_).first;
    std::vector<T> ordered(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) ordered[order_[k]] = received[k];
    return ordered;
  }

 private:
  Ranks* ranks_;
  std::vector<std::size_t> order_;      ///< this rank's points by who gets them
  std::vector<std::size_t> to_, from_;  ///< [ranks] how many go and come
};

}  // namespace fmm
