#pragma once

#include <cstddef>

#include "expansion/cores/core_list.h"

namespace fmm {

/// Calls visit(core) with the core of that kind, an empty struct as core_list.h describes it, and returns its result.
/// Also on the device if the visitor can be called there. An enumerator that core_list.h lacks does not compile.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Visitor>
FMM_HD inline auto withCore(Regularisation kind, const Visitor& visit) {
#define FMM_CASE(Core) \
  case Core::kKind:    \
    return visit(Core());
  switch (kind) { FMM_CORES(FMM_CASE) }
#undef FMM_CASE
  __builtin_unreachable();
}

/// A core in plane flows, as a type of its own for code that is compiled per core.
template <class Core>
struct PlaneOf {
  static constexpr Regularisation kKind = Core::kKind;
  static constexpr bool kFarField = Core::kFarField, kFitted = false;
};
template <class Core>
struct CoreInSpace {
  using Type = Core;
};
template <class Core>
struct CoreInSpace<PlaneOf<Core>> {
  using Type = Core;
};
template <class Core>
constexpr bool kIsPlane = false;
template <class Core>
constexpr bool kIsPlane<PlaneOf<Core>> = true;

/// Calls visit(core) with every core.
template <class Visitor>
void forEachCore(const Visitor& visit) {
#define FMM_VISIT(Core) visit(Core());
  FMM_CORES(FMM_VISIT)
#undef FMM_VISIT
}

/// A type with all cores as arguments, to count them.
template <class... Cores>
struct CoreSet {
  static constexpr std::size_t kCount = sizeof...(Cores) - 1;
};
#define FMM_NEXT(Core) , Core
constexpr std::size_t kCoreCount = CoreSet<void FMM_CORES(FMM_NEXT)>::kCount;
#undef FMM_NEXT

static_assert(kCoreCount == namesOf(Regularisation{}).size(), "each core of the enumeration is in core_list.h");

}  // namespace fmm
