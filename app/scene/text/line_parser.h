#pragma once

#include "scene/scene.h"
#include "scene/text/toml_reader.h"

namespace app {

/// Reads the tables [[ring]], the only ones that may stand for many lines and for such as join later, into
/// scene.rings() and scene.launches. Ground and tracer tube are known already. Throws UserError.
void readRings(TomlTable& top, Scene& scene);

/// Reads the tables of all kinds of vortex lines of a scene file into scene.lines, and the rings that join later into
/// scene.launches; points from files as `files` says. Ground and tracer tube are known already. Throws UserError.
void readLines(TomlTable& top, const SceneFiles& files, Scene& scene);

}  // namespace app
