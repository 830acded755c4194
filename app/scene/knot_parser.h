#pragma once

#include "scene/scene.h"
#include "scene/toml_reader.h"

namespace app {

/// Reads the tables [[knot]] of a scene file into scene.knots. Ground and tracer tube are known already. Throws
/// UserError.
void readKnots(TomlTable& top, Scene& scene);

}  // namespace app
