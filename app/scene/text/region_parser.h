#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"
#include "scene/text/toml_reader.h"

namespace app {

/// Names of emitter shapes, in the order of EmitterShape.
const std::vector<std::string>& emitterShapes();

/// Allowed values of an emitter.
constexpr Range kEmitterRate = fmm::above(0, 1e12), kEmitterMost{1, 1e8}, kEmitterStart{0, kLargestNumber};

/// Reads the tables [[emitter]] into scene.emitters; the ground must be read before. Throws UserError.
void readEmitters(TomlTable& top, Scene& scene);
/// The table of an emitter, after an empty line.
std::string formatEmitter(Emitter emitter);

/// Names of region shapes, in the order of RegionShape.
const std::vector<std::string>& regionShapes();

/// Reads the tables [[tracers]] into scene.regions. Rings, knots and ground must be read before. Throws UserError.
void readRegions(TomlTable& top, Scene& scene);
/// The table of a region, after an empty line.
std::string formatRegion(const TracerRegion& region);

}  // namespace app
