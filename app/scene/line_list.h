#pragma once

#include <cstddef>
#include <tuple>
#include <variant>
#include <vector>

#include "fmm/vortex_line.h"

namespace app {

/// Vortex lines by kind, in the order that fmm::VortexLine lists the kinds in; those of one kind in the order of the
/// scene file.
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

  ByKind<fmm::VortexLine>::Vectors byKind_;
};

}  // namespace app
