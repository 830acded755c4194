#pragma once

namespace fmm {

/// Sorts keys in an execution space, keeping its room between calls:
///   void sort(Exec&, std::uint64_t* keys, Index* order, Index n, int bits = 64);
/// keys[0, n) ascending afterwards, order[0, n) the place of each before; equal keys keep their order. Keys are below
/// 2^bits: a GPU takes a pass for every eight.
template <class Exec>
class KeySorter;

}  // namespace fmm
