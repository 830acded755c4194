// Controls for all numbers of the line chosen in the list, from the description of its kind's keys in scene files.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "document/line_edit.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 20, kMostTracers = std::size_t{1} << 24;
constexpr double kMostWave = 0.3;                       // largest wave that sliders offer, as a part of the radius
constexpr int kMostWaves = 24;                          // largest whole number that sliders offer
constexpr Colour kFirstColour = {0.95F, 0.75F, 0.25F};  // initial colour of a line with a colour of its own
constexpr double kSmallestLength = 0.01;                // fraction of the scene's radii

/// "Place##Its place" for "Its place": the control keeps its name, and the line itself is not named in every row.
std::string withoutIts(const std::string& title) {
  const std::string its = "Its ";
  if (title.compare(0, its.size(), its) != 0) return title;
  std::string shown = title.substr(its.size());
  shown.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(shown.front())));
  return shown + "##" + title;
}

TypedRange typed(const Range& range) {
  return {range.low, range.high, range.excludeLow};
}

/// The edited line, with access to panel and scene.
struct Edited {
  PanelContext& context;
  LinePlace place;

  PanelWidgets& widgets() const { return context.widgets(); }
  Scene& scene() const { return context.scene(); }
  const SceneRanges& ranges() const { return context.document.ranges; }
  /// Tells that a typed length was too wide for the line, and what it is now.
  void tellWidest(const char* title, double typed, double now) const {
    if (!widgets().typed() || now == typed) return;
    const std::string label = withoutIts(title);
    widgets().tell(fmt::format("{}: {:.10g} does not fit into this line; it is {:.10g} now, the widest that does",
                               label.substr(0, label.find("##")), typed, now));
  }
};

/// Slider range of a number: a range that suits the scene's rings for lengths, both signs for circulations.
ValueRange offeredBy(const Edited& edited, const Range& range) {
  const ValueRange radii = edited.ranges().radius;
  if (range.excludeLow) return {kSmallestLength * radii.high, radii.high};
  if (range.high == kNumber.high) return {-edited.ranges().circulation.high / 4, edited.ranges().circulation.high / 4};
  if (range.low < 0) return {-3.15, 3.15};
  return {range.low, std::min(range.high, kMostWave)};
}

// A control for each type of a line's members; true if the value was changed.

bool draw(const Edited& edited, const char* title, const char* help, const Range& range, double& value) {
  const bool length = range.excludeLow, strength = range.high == kNumber.high;
  const NumberStyle style{"%.4g", length, help, length ? "L" : strength ? "L\u00b2/T" : "", typed(range)};
  return edited.widgets().number(withoutIts(title).c_str(), value, offeredBy(edited, range), style);
}
bool draw(const Edited& edited, const char* title, const char* help, const Range& range, int& value) {
  const auto bound = [](double number) { return static_cast<int>(std::clamp<double>(number, -9, kMostWaves)); };
  return edited.widgets().integer(withoutIts(title).c_str(), value, bound(range.low), bound(range.high), help, "",
                                  typed(range));
}
bool draw(const Edited& edited, const char* title, const char* help, const Range&, bool& value) {
  return edited.widgets().check(title, value, help);
}
bool draw(const Edited& edited, const char* title, const char* help, const Range& range, fmm::Vec3& value) {
  return edited.widgets().vector(withoutIts(title).c_str(), value, edited.ranges().radius.high / 2000, range.high,
                                 {"%.4g", false, help, ""});
}
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
bool draw(const Edited& edited, const char* title, const char* help, const Range&, Enum& value) {
  const std::vector<std::string>& names = lineNames<Enum>();
  std::string name = names[static_cast<std::size_t>(value)];
  if (!edited.widgets().segments(withoutIts(title).c_str(), name, names, help)) return false;
  value = static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
  return true;
}
bool draw(const Edited&, const char*, const char*, const Range&, std::vector<fmm::Vec3>& points) {
  ImGui::TextDisabled("%s", fmt::format("A curve through {} points", points.size()).c_str());
  return false;
}

// Centre, axis and radius are set by functions that move dependent values along.

void change(const Edited& edited, fmm::Vec3 fmm::LineBase::*member, fmm::Vec3 value) {
  if (member == &fmm::LineBase::centre) return moveLine(edited.scene(), edited.place, value);
  turnLine(edited.scene(), edited.place, value);
}

/// The control for one key of a scene file's table.
template <class Line, class Value>
void drawMember(const Edited& edited, const LineKey<Line>& key, Value Line::*member, Line& line) {
  Value value = line.*member;
  if (!draw(edited, key.title, key.help, key.range, value)) return;
  if constexpr (std::is_same_v<Value, fmm::Vec3>) {
    change(edited, static_cast<fmm::Vec3 fmm::LineBase::*>(member), value);
  } else if constexpr (std::is_same_v<Value, double>) {
    const bool size = &(line.*member) == &line.radius;
    if (size) return sizeLine(edited.scene(), edited.place, value);
    line.*member = value;
  } else {
    line.*member = value;
  }
  if (line.randomPhase) line.wavePhase = 0;
  if (line.layout == fmm::CoreLayout::random) line.layers = 0;
  fitCores(edited.scene(), edited.place);
  if constexpr (std::is_same_v<Value, double>) edited.tellWidest(key.title, value, line.*member);
}

/// A filament's centre, axis and size follow from its points. They have controls, but no keys.
void drawPlace(const Edited&, fmm::LineBase&) {}
void drawPlace(const Edited& edited, fmm::Filament& filament) {
  for (const LineKey<fmm::Ring>& key : lineKind<fmm::Ring>().keys) {
    const auto draws = [&](auto member) {
      if constexpr (std::is_same_v<decltype(member), double fmm::Ring::*>) {
        if (member != &fmm::Ring::radius) return;
        double radius = filament.radius;
        if (draw(edited, key.title, key.help, key.range, radius)) sizeLine(edited.scene(), edited.place, radius);
      } else if constexpr (std::is_same_v<decltype(member), fmm::Vec3 fmm::Ring::*>) {
        const auto base = static_cast<fmm::Vec3 fmm::LineBase::*>(member);
        fmm::Vec3 value = filament.*base;
        if (draw(edited, key.title, key.help, key.range, value)) change(edited, base, value);
      }
    };
    std::visit(draws, key.member);
  }
}

/// A particle count of the line's own, with a switch.
void drawOwnCount(const Edited& edited, const char* switched, const char* title, std::optional<std::size_t>& count,
                  std::size_t usual, std::size_t most, const char* help) {
  bool own = count.has_value();
  if (edited.widgets().check(switched, own, help))
    count = own ? std::optional(std::max<std::size_t>(usual, 16)) : std::nullopt;
  if (count) edited.widgets().count(withoutIts(title).c_str(), *count, 16, most, help, TypedRange{1, 1e9});
}

std::size_t usualCount(const Edited& edited, std::size_t all) {
  return all / std::max<std::size_t>(1, linePlaces(edited.scene()).size());
}

void drawSheet(const Edited& edited, RingLaunch& launch) {
  constexpr double kUsual = 0.43;  // of the radius
  bool on = launch.tracerSheet.has_value();
  if (edited.widgets().check("Tracers on a sheet", on,
                             "Most tracers of this ring start on a sheet, which it rolls up."))
    launch.tracerSheet = on ? std::optional(kUsual * launch.ring.radius) : std::nullopt;
  if (!launch.tracerSheet) return;
  double sheet = *launch.tracerSheet;
  if (draw(edited, "Its sheet", "Half the width of the sheet.", kLength, sheet)) {
    launch.tracerSheet = sheet;
    fitCores(edited.scene(), edited.place);
    edited.tellWidest("Its sheet", sheet, *launch.tracerSheet);
  }
}

void drawNozzle(const Edited& edited, RingLaunch& launch) {
  constexpr double kUsual = 2;  // radii
  bool on = launch.nozzle > 0;
  if (edited.widgets().check("Nozzle", on, "A nozzle is drawn behind this ring; the flow knows of none."))
    launch.nozzle = on ? kUsual * launch.ring.radius : 0;
  if (launch.nozzle > 0) draw(edited, "Its length", "Length of the drawn nozzle.", kLength, launch.nozzle);
}

void drawLater(const Edited& edited) {
  Scene& scene = edited.scene();
  RingLaunch& launch = scene.launches.at(edited.place.index);
  const Counts counts = edited.context.document.counts;
  const double longest = 1000 * std::abs(scene.settings.timeStep);
  edited.widgets().number(
      withoutIts("Its start").c_str(), launch.time, {0, longest},
      {"%.4g", false, "Simulated time at which this ring joins the flow.", "T", TypedRange{0, kLargestNumber}});
  drawOwnCount(edited, "Choose elements", "Its elements", launch.elements, usualCount(edited, counts.elements),
               kMostElements, "Elements of this ring alone, of which the other lines get none.");
  drawOwnCount(edited, "Choose tracers", "Its tracers", launch.tracers, usualCount(edited, counts.tracers),
               kMostTracers, "Tracers of this ring alone, of which the other lines get none.");
  bool own = launch.tracerTube.has_value();
  if (edited.widgets().check("Choose tube", own, "Gives the tracers of this ring a tube of another radius."))
    launch.tracerTube = own ? std::optional(std::min(scene.tracerTube, launch.ring.radius / 2)) : std::nullopt;
  double tube = launch.tracerTube.value_or(0);
  if (own && launch.tracerTube &&
      draw(edited, "Its tube", "Radius of the tube of this ring's tracers.", kLength, tube)) {
    launch.tracerTube = tube;
    fitCores(scene, edited.place);
    edited.tellWidest("Its tube", tube, *launch.tracerTube);
  }
  drawSheet(edited, launch);
  drawNozzle(edited, launch);
}

void drawLabel(const Edited& edited, LineLabel& label) {
  edited.widgets().text(withoutIts("Its name").c_str(), label.name, "What the list and the scene file call this line.");
  bool own = label.colour.has_value();
  if (edited.widgets().check("Choose colour", own,
                             "Gives the tracers of this line a colour that you choose, where colours tell the ring."))
    label.colour = own ? std::optional(kFirstColour) : std::nullopt;
  if (label.colour)
    edited.widgets().colour(withoutIts("Its colour").c_str(), *label.colour,
                            "Colour of this line's tracers where colours tell the ring.");
}

void drawKeys(const Edited& edited) {
  visitLine(edited.scene(), edited.place, [&](auto& line, LineLabel& label) {
    using Line = std::decay_t<decltype(line)>;
    drawLabel(edited, label);
    for (const LineKey<Line>& key : lineKind<Line>().keys) {
      const bool off = (std::string_view(key.name) == "layers" && line.layout != fmm::CoreLayout::layers) ||
                       (std::string_view(key.name) == "wave_phase" && line.randomPhase);
      if (!off) std::visit([&](auto member) { drawMember(edited, key, member, line); }, key.member);
    }
    drawPlace(edited, line);
  });
}

}  // namespace

void drawLineLabel(PanelContext& context, LineLabel& label) {
  drawLabel({context, {}}, label);
}

void drawLineNumbers(PanelContext& context) {
  if (!context.state.line) return;
  if (context.state.line->isPatch())
    return drawPatchNumbers(context, context.scene().patches.at(context.state.line->index));
  const Edited edited{context, *context.state.line};
  drawKeys(edited);
  if (edited.place.kind == LinePlace::kLaunches) drawLater(edited);
  constexpr std::size_t kFilaments = LineList::kindOf<fmm::Filament>();
  if (edited.place.kind != kFilaments || edited.scene().settings.redistribution.isOn()) return;
  drawOwnCount(edited, "Choose elements", "Its elements",
               edited.scene().lines.extras<fmm::Filament>(edited.place.index).elements,
               usualCount(edited, context.document.counts.elements), kMostElements,
               "Elements of this filament alone, of which the other lines get none.");
}

}  // namespace app
