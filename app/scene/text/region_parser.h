#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"
#include "scene/text/toml_reader.h"

namespace app {

/// Names of the shapes of emitters, in the order of EmitterShape.
const std::vector<std::string>& emitterShapes();

/// What a number of an emitter may be.
constexpr Range kEmitterRate = fmm::above(0, 1e12), kEmitterMost{1, 1e8}, kEmitterStart{0, kLargestNumber};

/// Reads the tables [[emitter]] of a scene file into scene.emitters; the ground is known already. Throws UserError.
void readEmitters(TomlTable& top, Scene& scene);
/// The table of an emitter, with an empty line before it.
std::string formatEmitter(const Emitter& emitter);

/// Names of the shapes of regions, in the order of RegionShape.
const std::vector<std::string>& regionShapes();

/// Reads the tables [[tracers]] of a scene file into scene.regions. Rings, knots and ground are known already. Throws
/// UserError.
void readRegions(TomlTable& top, Scene& scene);

}  // namespace app
