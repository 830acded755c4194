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

/// A key of a kind's tables, [[ring]], [[knot]] or [[filament]], and its member.
template <class Line>
struct LineKey {
  using Member = std::variant<double Line::*, int Line::*, bool Line::*, fmm::Vec3 Line::*, fmm::CoreProfile Line::*,
                              fmm::CoreLayout Line::*, std::vector<fmm::Vec3> Line::*>;
  const char* name;
  const char* title;  ///< in the panel, for the selected line
  const char* help;   ///< a sentence
  Member member;
  Range range = {};                     ///< of a number, or of a vector's components
  bool (*said)(const Line&) = nullptr;  ///< true if a scene file contains the key for this line; null: always
};

/// A number of a line in the panel.
template <class Line>
struct LineControl {
  const char* label;
  std::variant<double Line::*, int Line::*> member;
  Range (*range)(const Line&);  ///< of the slider for this line
  const char* hint;
  const char* unit = "";
  bool logarithmic = true;          ///< logarithmic slider, if the number is not an integer
  std::optional<Range> typed = {};  ///< range of typed values, if wider
};

/// The panel's controls for a kind of line: the number of lines, and the numbers of the first.
template <class Line>
struct LinePanel {
  const char* label;  ///< of the number of lines
  const char* hint;
  Line standard;                     ///< the first line added
  double (*halfWidth)(const Line&);  ///< along the axis [L], for placing the next line clear of the previous one
  std::vector<LineControl<Line>> controls;
  int most = 4;
};

/// Description of a kind of vortex line, from which reading, writing and comparing follow.
template <class Line>
struct LineKind {
  std::size_t most;                 ///< largest number of tables in a scene
  std::vector<LineKey<Line>> keys;  ///< in the order of files
  /// Sets values that follow from other keys unless the table has them; throws UserError for impossible ones.
  void (*complete)(const TomlTable&, Line&);
  /// Extent of the centre line from `centre` along the unit vector n [L].
  double (*reach)(const Line&, fmm::Vec3 n);
  std::optional<LinePanel<Line>> panel;  ///< empty: the panel has its own part for this kind
};

/// The description of a kind: line_kinds.cpp. A missing one is a link error.
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

/// True if all members that have keys are equal.
template <class Line>
bool sameLine(const Line& a, const Line& b) {
  for (const LineKey<Line>& key : lineKind<Line>().keys)
    if (!std::visit([&](auto member) { return a.*member == b.*member; }, key.member)) return false;
  return true;
}

}  // namespace app
