#pragma once

namespace fmm {

/// Makes of each of n counts in an execution space the sum of those before it, keeping its room between calls:
///   void before(Exec&, Index* counts, Index n);
///   std::size_t bytes() const;
template <class Exec>
class RunningSums;

}  // namespace fmm
