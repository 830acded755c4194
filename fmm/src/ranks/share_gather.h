#pragma once

namespace fmm {

/// Brings what each rank has in an execution space to all of them, while the space goes on with something else:
///   void begin(Exec&, Ranks&, const Real* own, Real* all, const std::vector<std::size_t>& counts);
/// counts[r] values of rank r, which are there when it is called, one behind the other into `all`; both arrays are in
/// use until
///   void finish(Exec&, Ranks&);
/// which waits for them.
template <class Exec, class Real>
class ShareGather;

}  // namespace fmm
