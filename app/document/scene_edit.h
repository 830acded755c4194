#pragma once

#include "scene/scene.h"

namespace app {

/// Lowest and highest value that a control offers.
struct ValueRange {
  double low = 0;
  double high = 1;
};

/// Ranges of a scene's controls. Lengths and times follow the scene that was opened, so that scenes of size 1e-6 and
/// 1e6 are equally handy.
struct SceneRanges {
  ValueRange circulation, radius, gap, coreRadius, tracerTube, timeStep, sigma;
};
SceneRanges rangesFor(const Scene& scene);

/// The ring that a scene without rings begins with.
fmm::Ring standardRing();

constexpr int kMostPanelRings = 16;

/// The functions below treat scene.rings as coaxial rings along the first ring's axis: the axial distance of
/// neighbours is the gap, offsets across the axis stay, and each ring keeps the sign of its circulation. Rings that
/// differ in size or strength keep their proportions. All of them leave the scene one that can be simulated.

/// Axial distance between neighbours [L]; of a single ring the distance that a second one would get.
double ringGap(const Scene& scene);
/// `count` from 0 to kMostPanelRings. New rings repeat the last one, one gap further on.
void setKnotCount(Scene& scene, int count, const fmm::TorusKnot& standard);

/// Where the tracers of the scene's lines start: 0 tubes, 1 cores, 2 shells of the tubes' radius, 3 other regions.
std::size_t tracerStart(const Scene& scene);
/// Replaces the regions by one of the first three; 3 changes nothing.
void setTracerStart(Scene& scene, std::size_t start);

void setRingCount(Scene& scene, int count);
/// Moves all rings but the first along the axis.
void setRingGap(Scene& scene, double gap);
/// Radius of the first ring [L]; core radii and tracer tubes shrink where they would not fit any more.
void setRingRadius(Scene& scene, double radius);
/// |Gamma| of the first ring [L^2/T].
void setCirculation(Scene& scene, double circulation);
/// How wide cores and tubes of tracers about the scene's rings may be [L]; infinite without rings.
double widestTube(const Scene& scene);
/// Core radius of all rings [L]; stays below the smallest radius.
void setCoreRadius(Scene& scene, double coreRadius);
/// The largest |Gamma| of the scene's rings, those that join later too [L^2/T]; 0 without any.
double largestCirculation(const Scene& scene);
/// A level ground that all rings of the scene stand above.
fmm::GroundPlane groundBelow(const Scene& scene);
/// Minor radius of the tracers' tubes [L]; stays below the smallest radius.
void setTracerTube(Scene& scene, double tube);

/// Would `edited` start from other particles than `built`?
bool needsReset(const Scene& edited, const Scene& built);

}  // namespace app
