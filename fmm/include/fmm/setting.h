#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "fmm/names.h"

namespace fmm {

/// Files that contain a setting. Saved states of a run contain all settings.
enum class Kept {
  inScenes,  ///< scene files, which people write, and states
  inStates   ///< states only: settings that concern the machine or experts
};

/// Description of one setting, a member of the plain struct `Group`. Ranges, messages, comparison, files, options, the
/// panel and the manual's table are generated from it; the default is that of Group{}.
template <class Group_, class Value_>
struct Setting {
  using Group = Group_;
  using Value = Value_;

  Value Group::*member;
  const char* key;    ///< in files: "node_threshold"
  const char* name;   ///< the member's name, used in the library's messages: "nodeThreshold"
  const char* title;  ///< in the panel: "Node threshold"
  const char* unit;   ///< "L" and "T" for lengths and times, "px", ...; "" for none
  Range range;        ///< of a number, or of each component of a vector; {} for other types
  const char* help;   ///< a sentence or two
  Kept kept = Kept::inScenes;
};
template <class Group, class Value>
Setting(Value Group::*, const char*, const char*, const char*, const char*, Range, const char*, Kept = Kept::inScenes)
    -> Setting<Group, Value>;

namespace detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Converts to the type of any member. An optional member can only be initialised from its contained type, since a
/// second conversion would cause a warning. Used in unevaluated expressions only, hence not defined.
struct AnyValue {
  template <class T, class = std::enable_if_t<!IsOptional<T>::value>>
  operator T() const noexcept;
};
template <std::size_t>
using AnyValueAt = AnyValue;

template <class Group, class Indices, class = void>
struct TakesValues : std::false_type {};
template <class Group, std::size_t... I>
struct TakesValues<Group, std::index_sequence<I...>, std::void_t<decltype(Group{AnyValueAt<I>{}...})>>
    : std::true_type {};

}  // namespace detail

/// Number of members of a plain struct, each base counting as one: the largest number of values that its braces accept.
template <class Group, std::size_t N = 0>
constexpr std::size_t memberCount() {
  if constexpr (detail::TakesValues<Group, std::make_index_sequence<N + 1>>::value) {
    return memberCount<Group, N + 1>();
  } else {
    return N;
  }
}

namespace detail {

/// Stops at the first difference: compilers evaluate this for all pairs of settings.
constexpr bool sameText(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

template <class A, class B>
constexpr bool alike(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, B>) {
    if (a.member == b.member) return true;
  }
  return sameText(a.key, b.key) || sameText(a.name, b.name);
}

}  // namespace detail

/// True if every setting has a key, a name and a member of its own.
template <class... Settings>
constexpr bool settingsDiffer(const std::tuple<Settings...>& table) {
  const auto alone = [&](const auto& one) {
    return std::apply([&](const auto&... other) { return (int(detail::alike(one, other)) + ...) == 1; }, table);
  };
  return std::apply([&](const auto&... one) { return (alone(one) && ...); }, table);
}

/// The settings of a group in file order, for a constexpr variable. Does not compile if a member is missing or
/// described twice, or if two settings have the same key.
template <class Group, class... Values>
constexpr std::tuple<Setting<Group, Values>...> settingTable(const Setting<Group, Values>&... settings) {
  static_assert(sizeof...(Values) == memberCount<Group>(), "each member of a group has one setting in its table");
  const std::tuple<Setting<Group, Values>...> table{settings...};
  if (!settingsDiffer(table)) throw "two settings of a table have the same member, key or name";
  return table;
}

/// Calls `visit` with each setting of a group, from the table that settingsOf(const Group*) beside it returns.
template <class Group, class Visit>
constexpr void forEachSetting(const Visit& visit) {
  std::apply([&](const auto&... setting) { (visit(setting), ...); }, settingsOf(static_cast<const Group*>(nullptr)));
}

/// The setting of a member: settingOf(&FieldSettings::tolerance).
template <class Group, class Value>
constexpr Setting<Group, Value> settingOf(Value Group::*member) {
  Setting<Group, Value> found{};
  forEachSetting<Group>([&](const auto& setting) {
    if constexpr (std::is_same_v<decltype(setting.member), Value Group::*>) {
      if (setting.member == member) found = setting;
    }
  });
  return found;
}

/// Calls `visit` with the setting of that key; false if there is none.
template <class Group, class Visit>
constexpr bool visitSetting(std::string_view key, const Visit& visit) {
  bool found = false;
  forEachSetting<Group>([&](const auto& setting) {
    if (key != setting.key) return;
    visit(setting);
    found = true;
  });
  return found;
}

/// True if all settings of the group are equal.
template <class Group>
bool sameSettings(const Group& a, const Group& b) {
  bool same = true;
  forEachSetting<Group>([&](const auto& setting) { same = same && a.*setting.member == b.*setting.member; });
  return same;
}

}  // namespace fmm
