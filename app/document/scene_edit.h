#pragma once

#include <algorithm>
#include <vector>

#include "scene/line_kind.h"
#include "scene/scene.h"

namespace app {

/// Lowest and highest value that a control offers.
struct ValueRange {
  double low = 0;
  double high = 1;
};

/// Ranges of a scene's controls. Lengths and times scale with the opened scene, so that scenes of size 1e-6 and 1e6 are
/// equally handy.
struct SceneRanges {
  ValueRange circulation, radius, gap, coreRadius, tracerTube, timeStep, sigma;
};
SceneRanges rangesFor(const Scene& scene);

/// The ring that a scene without rings begins with.
fmm::Ring standardRing();

constexpr int kMostPanelRings = 16;

/// Sets the number of lines of a kind that the panel offers; the first one is `standard`. New ones repeat the last one,
/// moved clear of it along its axis; tubes of tracers shrink if they would not fit about them.
template <class Line>
void setLineCount(Scene& scene, int count, const Line& standard) {
  std::vector<Line>& lines = scene.lines.of<Line>();
  const auto wanted = static_cast<std::size_t>(count);
  if (lines.size() > wanted) scene.lines.resize<Line>(wanted, standard);
  while (lines.size() < wanted) {
    Line next = lines.empty() ? standard : lines.back();
    const double halfWidth = lineKind<Line>().panel->halfWidth(next);
    if (!lines.empty()) next.centre = next.centre + (4 * halfWidth / fmm::norm(next.axis)) * next.axis;
    lines.push_back(next);
    scene.tracerTube = std::min(scene.tracerTube, halfWidth / 2);
  }
}

/// Where tracers start: in tubes about the scene's lines, in their cores, on shells of the tubes' radius, on sheets
/// that roll up, or in other regions.
enum class TracerStart { tubes, cores, shells, sheets, regions };
TracerStart tracerStart(const Scene& scene);
/// Replaces the regions by one of the first four; `regions` changes nothing.
void setTracerStart(Scene& scene, TracerStart start);

/// The functions below treat scene.rings() as coaxial rings along the first ring's axis: the axial distance of
/// neighbours is the gap, offsets across the axis stay, and each ring keeps the sign of its circulation. Rings that
/// differ in size or strength keep their proportions. The scene can always be simulated afterwards.

/// Axial distance of neighbours [L]; for a single ring that of a second one to be added.
double ringGap(const Scene& scene);
/// `count` from 0 to kMostPanelRings. New rings repeat the last one, one gap further on.
void setRingCount(Scene& scene, int count);
/// Moves all rings but the first along the axis.
void setRingGap(Scene& scene, double gap);
/// Radius of the first ring [L]; core radii and tracer tubes shrink if they would not fit.
void setRingRadius(Scene& scene, double radius);
/// |Gamma| of the first ring [L^2/T].
void setCirculation(Scene& scene, double circulation);
/// Largest width of cores and tubes of tracers about the scene's rings [L]; infinite without rings.
double widestTube(const Scene& scene);
/// Core radius of all rings [L]; stays below the smallest radius.
void setCoreRadius(Scene& scene, double coreRadius);
/// The largest |Gamma| of the scene's lines and patches, rings that join later included [L^2/T]; 0 without any.
double largestCirculation(const Scene& scene);
/// A level ground below all rings of the scene.
fmm::GroundPlane groundBelow(const Scene& scene);
/// Minor radius of the tracers' tubes [L]; stays below the smallest radius.
void setTracerTube(Scene& scene, double tube);

/// The lines that the edited scene begins with and the flow does not, by place and size: they wait for a reset.
std::vector<fmm::LineBase> pendingLines(const Scene& edited, const Scene& built);

/// True if `edited` starts from other particles than `built`.
bool needsReset(const Scene& edited, const Scene& built);

}  // namespace app
