// Loops whose bounds may be known at compile time. forIndices() is a plain loop where its bounds are numbers. Where
// they are types the body is repeated for every index, so that coefficients stay in registers and constants become part
// of the instructions.

#if defined(FMM_INDEX_LOOPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_INDEX_LOOPS_INL_H
#undef FMM_INDEX_LOOPS_INL_H
#else
#define FMM_INDEX_LOOPS_INL_H
#endif

#include <utility>

#include "exec/portable-inl.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// An index that is known at compile time; it converts to int.
template <int I>
using Fixed = std::integral_constant<int, I>;
template <int... I>
using Indices = std::integer_sequence<int, I...>;
/// 0 .. Count-1
template <int Count>
using IndicesBelow = std::make_integer_sequence<int, Count>;

template <int First, int... I, class F>
FMM_INLINE void forSequence(Indices<I...>, const F& f) {
  (f(Fixed<First + I>()), ...);
}
/// f(i) for i = first .. last
template <class F>
FMM_INLINE void forIndices(int first, int last, const F& f) {
  for (int i = first; i <= last; ++i) f(i);
}
template <int First, int Last, class F>
FMM_INLINE void forIndices(Fixed<First>, Fixed<Last>, const F& f) {
  forSequence<First>(IndicesBelow<Last - First + 1>(), f);
}

FMM_PORTABLE_END
#endif
