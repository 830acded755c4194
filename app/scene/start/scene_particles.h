#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// How many vortex elements and tracers a scene gets.
struct Counts {
  std::size_t elements = 0;
  std::size_t tracers = 0;

  friend bool operator==(const Counts& a, const Counts& b) {
    return a.elements == b.elements && a.tracers == b.tracers;
  }
};

/// Would CUDA compute what asks for this backend?
bool cudaWouldRun(fmm::Backend backend);

/// Counts for a machine: from its cores, or fixed ones where the CUDA backend runs. Never from a timing, so that the
/// same machine always makes the same film.
Counts countsFor(unsigned cores, bool cuda);

/// countsFor() this machine and the backend that would be used; with redistribution twice as many elements on a CPU.
Counts defaultCounts(const fmm::Settings& settings);

/// The counts that a scene shares out among its rings: its own where it fixes them, else defaultCounts().
Counts sceneCounts(const Scene& scene);

/// sceneCounts().elements shared out by circumference: of the lines, then of the launches by their times, of which
/// those with counts of their own have these.
std::vector<std::size_t> elementShares(const Scene& scene);

/// What there is in the end: with the rings that join later and have counts of their own, elements from files, and all
/// tracers that emitters may have at a time.
Counts totalCounts(const Scene& scene);

/// Vortex elements of all lines, shared out by length; with redistribution at most as many, on a lattice. Behind them
/// those that files give, as they are. The same scene and counts give the same bits. Throws fmm::InvalidInput.
fmm::Elements makeElements(const Scene& scene);

/// Tracers in the scene's regions; without any in tubes of radius scene.tracerTube about the lines, and
/// about elements from files as addTracersAbout() puts them. Throws fmm::InvalidInput.
fmm::Tracers makeTracers(const Scene& scene);

/// Throws fmm::InvalidInput where a scene that fixes sigma gives ring `number` (from 1) so few elements that their
/// cores do not reach each other: such elements are no vortex.
void requireOverlap(const Scene& scene, const fmm::Ring& ring, std::size_t count, std::size_t number);

/// sigma [L] of the elements of a ring that is made of `count` of them: the scene's, or `overlap` times their spacing,
/// with redistribution that of the lattice.
/// Throws fmm::InvalidInput.
double coreRadiusOf(const Scene& scene, const fmm::Ring& ring, std::size_t count);
/// Radius of the core that they fill [L]: less than the ring's where their blobs widen it.
double seededRadius(const Scene& scene, const fmm::Ring& ring, std::size_t count);

/// Elements and tracers of one ring.
struct RingParticles {
  fmm::Elements elements;
  fmm::Tracers tracers;
};

/// The rings that join `scene` later in the order in which they do, with all counts and tubes filled in.
std::vector<RingLaunch> sceneLaunches(const Scene& scene);

/// The particles of a ring that joins `scene` as ring number `index` (from 0, those of the scene counted in); counts
/// that are not given are 0. Core radii and seed are the scene's. Throws fmm::InvalidInput.
RingParticles makeRing(const Scene& scene, const RingLaunch& launch, std::int32_t index);

/// The largest estimate of all rings, launched ones counted in, each with the elements that it is made of; 1 where
/// there is nothing.
double largestOfRings(const Scene& scene, double (*estimate)(const Scene&, const fmm::Ring&, std::size_t));

/// Estimate of the speed at the edge of the core of a ring made of `count` elements: swirl and travel [L/T].
double edgeSpeed(const Scene& scene, const fmm::Ring& ring, std::size_t count);
/// Estimate of the vorticity in the middle of that core, Gamma/(pi (a^2 + 2 sigma^2)) [1/T]: a Gaussian core of radius
/// a, smoothed by the elements' Gaussian blobs, which it is not where it starts on a lattice. 0 for a line of singular
/// elements.
double peakVorticity(const Scene& scene, const fmm::Ring& ring, std::size_t count);

}  // namespace app
