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

/// Brings a part of what each rank has in an execution space to each other, while the space goes on with something
/// else:
///   void begin(Exec&, Ranks&, const char* sent, const std::vector<std::size_t>& to, char* received,
///              const std::vector<std::size_t>& from);
/// to[r] bytes to rank r, of what all launches before have written, and from[r] bytes of it, one part behind the other;
/// nothing to and from this rank itself. Both arrays are in use until
///   void finish(Exec&, Ranks&);
/// from where on launches find what has come.
template <class Exec>
class PartExchange;

// Beside it lies, for each space,
//   void toSpace(Exec&, const std::vector<T>& rows, typename Exec::template Buffer<T>& to);
// rows from the host to where launches read them. They stay as they are until the space has been waited for.

}  // namespace fmm
