#pragma once

namespace fmm {

/// Gathers on all ranks what each of them holds in an execution space, while the space does other work:
///   void begin(Exec&, Ranks&, const Real* own, Real* all, const std::vector<std::size_t>& counts);
/// puts counts[r] values of each rank r, complete at the call, into `all`, by rank. Both arrays are in use until
///   void finish(Exec&, Ranks&);
/// which waits for the transfer.
template <class Exec, class Real>
class ShareGather;

/// Sends a part of what each rank holds in an execution space to each other rank, while the space does other work:
///   void begin(Exec&, Ranks&, const char* sent, const std::vector<std::size_t>& to, char* received,
///              const std::vector<std::size_t>& from);
/// sends to[r] bytes to rank r, as all earlier launches leave them, and receives from[r] bytes from it; parts lie by
/// rank, without gaps. Nothing goes from this rank to itself. Both arrays are in use until
///   void finish(Exec&, Ranks&);
/// after which launches find the received bytes.
template <class Exec>
class PartExchange;

// Each space also has
//   void toSpace(Exec&, const std::vector<T>& rows, typename Exec::template Buffer<T>& to);
// which copies `rows` from the host to the space. They must stay unchanged until the space has been synchronised.

}  // namespace fmm
