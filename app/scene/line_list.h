#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/view_settings.h"

namespace app {

/// Name and colour of a vortex line.
struct LineLabel {
  std::string name;              ///< may be empty
  std::optional<Colour> colour;  ///< sRGB, if colours distinguish rings; empty: by number

  friend bool operator==(const LineLabel& a, const LineLabel& b) { return a.name == b.name && a.colour == b.colour; }
};

/// Properties of a line in a scene besides its shape.
struct LineExtras : LineLabel {
  std::optional<std::size_t> elements;  ///< its own number, not shared with others; empty: its share of the scene's

  friend bool operator==(const LineExtras& a, const LineExtras& b) {
    return static_cast<const LineLabel&>(a) == b && a.elements == b.elements;
  }
};

/// Colours of rings by number, sRGB; empty or missing ones follow from the number.
using RingColours = std::vector<std::optional<Colour>>;

/// Vortex lines by kind, in the order of kinds in fmm::VortexLine; lines of one kind in the order of the scene file.
/// Each line has extras at the same index, which insert() and erase() keep in step.
class LineList {
 public:
  /// The lines of one kind.
  template <class Line>
  std::vector<Line>& of() {
    return std::get<std::vector<Line>>(byKind_);
  }
  template <class Line>
  const std::vector<Line>& of() const {
    return std::get<std::vector<Line>>(byKind_);
  }

  /// Calls `visit` with the vector of each kind's lines.
  template <class Visit>
  void forEachKind(const Visit& visit) {
    std::apply([&](auto&... lines) { (visit(lines), ...); }, byKind_);
  }
  template <class Visit>
  void forEachKind(const Visit& visit) const {
    std::apply([&](const auto&... lines) { (visit(lines), ...); }, byKind_);
  }
  /// Calls `visit` with every line.
  template <class Visit>
  void forEach(const Visit& visit) {
    forEachKind([&](auto& lines) {
      for (auto& line : lines) visit(line);
    });
  }
  template <class Visit>
  void forEach(const Visit& visit) const {
    forEachKind([&](const auto& lines) {
      for (const auto& line : lines) visit(line);
    });
  }

  /// Calls `visit` with every line and its extras.
  template <class Visit>
  void forEachWithExtras(const Visit& visit) const {
    forEachKind([&](const auto& lines) {
      using Line = typename std::decay_t<decltype(lines)>::value_type;
      for (std::size_t i = 0; i < lines.size(); ++i) visit(lines[i], extras<Line>(i));
    });
  }

  /// Extras of line `i` of a kind.
  template <class Line>
  const LineExtras& extras(std::size_t i) const {
    static const LineExtras none;
    const std::vector<LineExtras>& all = extras_[kindOf<Line>()];
    return i < all.size() && i < of<Line>().size() ? all[i] : none;
  }
  template <class Line>
  LineExtras& extras(std::size_t i) {
    std::vector<LineExtras>& all = extras_[kindOf<Line>()];
    all.resize(of<Line>().size());
    return all.at(i);
  }

  /// Inserts a line before line `i` of its kind, or at the end.
  template <class Line>
  void insert(std::size_t i, const Line& line, const LineExtras& extras = {}) {
    std::vector<LineExtras>& all = extras_[kindOf<Line>()];
    all.resize(of<Line>().size());
    of<Line>().insert(of<Line>().begin() + static_cast<std::ptrdiff_t>(i), line);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), extras);
  }
  template <class Line>
  void erase(std::size_t i) {
    std::vector<LineExtras>& all = extras_[kindOf<Line>()];
    all.resize(of<Line>().size());
    of<Line>().erase(of<Line>().begin() + static_cast<std::ptrdiff_t>(i));
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
  }
  /// Sets the number of lines of a kind by appending copies of `further` or removing lines with their extras.
  template <class Line>
  void resize(std::size_t count, const Line& further) {
    of<Line>().resize(count, further);
    if (std::vector<LineExtras>& all = extras_[kindOf<Line>()]; all.size() > count) all.resize(count);
  }

  /// Index of a kind in fmm::VortexLine.
  template <class Line>
  static constexpr std::size_t kindOf() {
    return KindOf<Line, fmm::VortexLine>::value;
  }

  std::size_t size() const {
    return std::apply([](const auto&... lines) { return (lines.size() + ...); }, byKind_);
  }
  bool empty() const { return size() == 0; }

 private:
  template <class Variant>
  struct ByKind;
  template <class... Kinds>
  struct ByKind<std::variant<Kinds...>> {
    using Vectors = std::tuple<std::vector<Kinds>...>;
  };

  template <class Line, class Variant>
  struct KindOf;
  template <class Line, class... Rest>
  struct KindOf<Line, std::variant<Line, Rest...>> : std::integral_constant<std::size_t, 0> {};
  template <class Line, class First, class... Rest>
  struct KindOf<Line, std::variant<First, Rest...>>
      : std::integral_constant<std::size_t, 1 + KindOf<Line, std::variant<Rest...>>::value> {};

  ByKind<fmm::VortexLine>::Vectors byKind_;
  std::array<std::vector<LineExtras>, std::variant_size_v<fmm::VortexLine>> extras_;
};

}  // namespace app
