#pragma once

#include <array>
#include <vector>

#include "core/rows.h"
#include "fmm/types.h"

namespace fmm {

/// Copies between vectors on the host and rows of an execution space: load() and store() of `Exec`, which derives from
/// this class, for the library's own containers.
template <class Exec>
class VectorTransfers {
 public:
  template <class Real>
  void upload(const std::vector<Vec3>& from, const std::array<Real*, 3>& to) {
    self().template load<Real, 3>(arraysOf(viewOf(from)), {}, to);
  }
  template <class Real>
  void uploadRow(const std::vector<double>& from, Real* to) {
    self().template load<Real, 1>({viewOf(from)}, {}, {to});
  }
  template <class Real>
  std::vector<Vec3> download(const std::array<const Real*, 3>& from, Index n) {
    std::vector<Vec3> out(static_cast<std::size_t>(n));
    self().template store<Real, 3>(from, n, arraysOf(viewOf(out)));
    return out;
  }
  template <class Real>
  std::vector<double> downloadRow(const Real* from, Index n) {
    std::vector<double> out(static_cast<std::size_t>(n));
    self().template store<Real, 1>({from}, n, {viewOf(out)});
    return out;
  }

 private:
  Exec& self() { return static_cast<Exec&>(*this); }
};

}  // namespace fmm
