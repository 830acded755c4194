#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace app {

/// Stands for a value of any type where an aggregate is filled.
struct AnyMember {
  template <class T>
  operator T() const;
};
template <class T, class Places, class = void>
struct TakesMembers : std::false_type {};
template <class T, std::size_t... I>
struct TakesMembers<T, std::index_sequence<I...>, std::void_t<decltype(T{(void(I), AnyMember{})...})>>
    : std::true_type {};

/// Number of members of an aggregate, one for each base: tables that describe each member hold it against
/// the number of their rows, so that a member without one does not compile.
template <class T, std::size_t Most = 24>
constexpr std::size_t memberCount() {
  if constexpr (Most == 0 || TakesMembers<T, std::make_index_sequence<Most>>::value)
    return Most;
  else
    return memberCount<T, Most - 1>();
}

}  // namespace app
