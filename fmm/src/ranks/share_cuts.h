#pragma once

#include <cstddef>
#include <vector>

namespace fmm {

/// From where balance is off: most work of a rank over the mean.
constexpr double kMostUneven = 1.1;

/// Where each of `parts` parts of an order begins, and its end, so that each has about the same sum of weights >= 0; by
/// number where all are 0. [parts + 1]
std::vector<std::size_t> cutsByWeight(const std::vector<double>& weights, int parts);

/// Weights of `count` items in an order whose parts, between these cuts, took so much work: each item of a part the
/// same. The cuts may be of another number of items.
std::vector<double> weightsFrom(const std::vector<std::size_t>& cuts, const std::vector<double>& work,
                                std::size_t count);

/// Most over mean; 1 where there is none.
double unevenness(const std::vector<double>& work);

}  // namespace fmm
