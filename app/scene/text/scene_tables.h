#pragma once

#include <string>
#include <vector>

#include "scene/body_places.h"
#include "scene/scene.h"
#include "scene/text/toml_reader.h"

namespace app {

// Tables of scene files that stand for things of which a scene may have many. Readers throw UserError; writers return
// the table after an empty line.

/// Reads the tables [[ring]] into scene.rings() and scene.launches; only these may stand for several lines or for lines
/// that join later. Ground and tracer tube must be read before. Lines through `bodies` are refused.
void readRings(TomlTable& top, const BodyPlaces& bodies, Scene& scene);
/// The table of a ring that joins later.
std::string formatLaunch(RingLaunch launch);

/// Reads the tables of all kinds of vortex lines into scene.lines, rings that join later into scene.launches, and
/// points from files by `files`. Ground and tracer tube must be read before. Lines through `bodies` are refused.
void readLines(TomlTable& top, const SceneFiles& files, const BodyPlaces& bodies, Scene& scene);

/// Names of emitter shapes, in the order of EmitterShape.
const std::vector<std::string>& emitterShapes();

/// Allowed values of an emitter.
constexpr Range kEmitterRate = fmm::above(0, 1e12), kEmitterMost{1, 1e8}, kEmitterStart{0, kLargestNumber};

/// Reads the tables [[emitter]] into scene.emitters; the ground must be read before.
void readEmitters(TomlTable& top, Scene& scene);
/// The table of an emitter.
std::string formatEmitter(Emitter emitter);

/// Names of region shapes, in the order of RegionShape.
const std::vector<std::string>& regionShapes();

/// Reads the tables [[tracers]] into scene.regions. Rings, knots and ground must be read before.
void readRegions(TomlTable& top, Scene& scene);
/// The table of a region.
std::string formatRegion(const TracerRegion& region);

}  // namespace app
