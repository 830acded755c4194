#pragma once

#include "scene/scene.h"
#include "scene/toml_reader.h"

namespace app {

/// Reads the tables [[ring]], the only ones that may stand for many lines and for such as join later, into
/// scene.rings() and scene.launches. Ground and tracer tube are known already. Throws UserError.
void readRings(TomlTable& top, Scene& scene);

}  // namespace app
