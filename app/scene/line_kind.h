#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/range.h"

namespace app {

class TomlTable;

/// A key of a kind's tables, [[ring]], [[knot]] or [[filament]], and the member that it stands for.
template <class Line>
struct LineKey {
  using Member = std::variant<double Line::*, int Line::*, bool Line::*, fmm::Vec3 Line::*, fmm::CoreProfile Line::*,
                              fmm::CoreLayout Line::*, std::vector<fmm::Vec3> Line::*>;
  const char* name;
  const char* title;  ///< in the panel, of the line that is chosen there
  const char* help;   ///< a sentence
  Member member;
  Range range = {};                     ///< of a number, or of a vector's components
  bool (*said)(const Line&) = nullptr;  ///< does a scene file say it of this line? null: always
};

/// A number of a line that the panel offers.
template <class Line>
struct LineControl {
  const char* label;
  std::variant<double Line::*, int Line::*> member;
  Range (*range)(const Line&);  ///< of the slider, as the line is
  const char* hint;
  const char* unit = "";
  bool logarithmic = true;          ///< of the slider of a number that is no integer
  std::optional<Range> typed = {};  ///< what may be typed besides
};

/// How the panel offers a kind of line: how many there are, and the numbers of the first.
template <class Line>
struct LinePanel {
  const char* label;  ///< of the number of lines
  const char* hint;
  Line standard;                     ///< the first one that is added
  double (*halfWidth)(const Line&);  ///< along the axis [L]: the next one stands clear of the one before
  std::vector<LineControl<Line>> controls;
  int most = 4;
};

/// All that scenes and the panel know of a kind of vortex line. Reading, writing and comparing follow from it.
template <class Line>
struct LineKind {
  std::size_t most;                 ///< tables that a scene may have
  std::vector<LineKey<Line>> keys;  ///< in the order of files
  /// Sets what follows from other keys where the table does not say it, and refuses what cannot be with UserError.
  void (*settle)(const TomlTable&, Line&);
  /// How far the centre line goes from `centre` along the unit vector n [L].
  double (*reach)(const Line&, fmm::Vec3 n);
  std::optional<LinePanel<Line>> panel;  ///< empty: the panel has a part of its own for it
};

/// The description of a kind: line_kinds.cpp. A kind without one does not link.
template <class Line>
const LineKind<Line>& lineKind();
template <>
const LineKind<fmm::Ring>& lineKind();
template <>
const LineKind<fmm::TorusKnot>& lineKind();
template <>
const LineKind<fmm::Filament>& lineKind();

/// Names of core profiles and layouts in files and in the panel, in the order of the values.
template <class Enum>
const std::vector<std::string>& lineNames();
template <>
const std::vector<std::string>& lineNames<fmm::CoreProfile>();
template <>
const std::vector<std::string>& lineNames<fmm::CoreLayout>();

/// Are all members alike that a scene file says?
template <class Line>
bool sameLine(const Line& a, const Line& b) {
  for (const LineKey<Line>& key : lineKind<Line>().keys)
    if (!std::visit([&](auto member) { return a.*member == b.*member; }, key.member)) return false;
  return true;
}

}  // namespace app
