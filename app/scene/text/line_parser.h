#pragma once

#include "scene/scene.h"
#include "scene/text/toml_reader.h"

namespace app {

/// Reads the tables [[ring]] into scene.rings() and scene.launches; only these may stand for several lines or for lines
/// that join later. Ground and tracer tube must be read before. Throws UserError.
void readRings(TomlTable& top, Scene& scene);
/// The table of a ring that joins later, after an empty line.
std::string formatLaunch(RingLaunch launch);

/// Reads the tables of all kinds of vortex lines into scene.lines, rings that join later into scene.launches, and
/// points from files by `files`. Ground and tracer tube must be read before. Throws UserError.
void readLines(TomlTable& top, const SceneFiles& files, Scene& scene);

}  // namespace app
