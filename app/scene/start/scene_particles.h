#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// Numbers of vortex elements and tracers of a scene.
struct Counts {
  std::size_t elements = 0;
  std::size_t tracers = 0;

  friend bool operator==(const Counts& a, const Counts& b) {
    return a.elements == b.elements && a.tracers == b.tracers;
  }
};

/// True if this backend would use CUDA.
bool cudaWouldRun(fmm::Backend backend);

/// Counts for a machine: from its cores, or fixed if the CUDA backend runs. Never from timings, so that a machine
/// always makes the same film.
Counts countsFor(unsigned cores, bool cuda);

/// countsFor() this machine and this backend; on a CPU with redistribution twice as many elements.
Counts defaultCounts(const fmm::Settings& settings);

/// The counts that a scene divides among its rings: its own if given, else defaultCounts().
Counts sceneCounts(const Scene& scene);

/// sceneCounts().elements divided by circumference among the lines, then the launches by time; those with a count of
/// their own keep it.
std::vector<std::size_t> elementShares(const Scene& scene);

/// Final counts, including later rings with counts of their own, elements from files, and the most tracers of all
/// emitters.
Counts totalCounts(const Scene& scene);

/// Vortex elements of all lines, divided by length; with redistribution at most as many, on a lattice. Elements from
/// files follow unchanged. The same scene and counts give the same bits. Throws fmm::InvalidInput.
fmm::Elements makeElements(const Scene& scene);

/// Tracers in the scene's regions; without regions, in tubes of radius scene.tracerTube around the lines, and around
/// elements from files by addTracersAbout(). Throws fmm::InvalidInput.
fmm::Tracers makeTracers(const Scene& scene);

/// Throws fmm::InvalidInput if a scene with fixed sigma gives ring `number` (from 1) so few elements that their cores
/// do not overlap: such elements do not represent a vortex.
void requireOverlap(const Scene& scene, const fmm::Ring& ring, std::size_t count, std::size_t number);

/// sigma [L] of the elements of a ring of `count` elements: the scene's, or `overlap` times their spacing, or with
/// redistribution the lattice's. Throws fmm::InvalidInput.
double coreRadiusOf(const Scene& scene, const fmm::Ring& ring, std::size_t count);
/// Radius of the core filled by the elements [L]: less than the ring's if their blobs widen it.
double seededRadius(const Scene& scene, const fmm::Ring& ring, std::size_t count);

/// Elements and tracers of one ring.
struct RingParticles {
  fmm::Elements elements;
  fmm::Tracers tracers;
};

/// The rings that join `scene` later, in order of time, with all counts and tubes filled in.
std::vector<RingLaunch> sceneLaunches(const Scene& scene);

/// The particles of a ring that joins `scene` as ring number `index` (from 0, the scene's initial rings included);
/// missing counts are 0. Core radii and seed are the scene's. Throws fmm::InvalidInput.
RingParticles makeRing(const Scene& scene, const RingLaunch& launch, std::int32_t index);

/// The largest estimate over all rings, including launched ones, each with its number of elements; 1 if there are none.
double largestOfRings(const Scene& scene, double (*estimate)(const Scene&, const fmm::Ring&, std::size_t));

/// Estimate of the speed at the edge of the core of a ring of `count` elements: swirl and travel [L/T].
double edgeSpeed(const Scene& scene, const fmm::Ring& ring, std::size_t count);
/// Estimate of the vorticity in the middle of that core, Gamma/(pi (a^2 + 2 sigma^2)) [1/T]: a Gaussian core of radius
/// a, smoothed by the elements' Gaussian blobs unless it starts on a lattice. 0 for a line of singular elements.
double peakVorticity(const Scene& scene, const fmm::Ring& ring, std::size_t count);

}  // namespace app
