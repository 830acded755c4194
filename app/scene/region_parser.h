#pragma once

#include "scene/scene.h"
#include "scene/toml_reader.h"

namespace app {

/// Names of the shapes of regions, in the order of RegionShape.
const std::vector<std::string>& regionShapes();

/// Reads the tables [[tracers]] of a scene file into scene.regions. Rings, knots and ground are known already. Throws
/// UserError.
void readRegions(TomlTable& top, Scene& scene);

}  // namespace app
