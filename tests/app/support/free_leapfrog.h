#pragma once

#include "scene/text/scene_file.h"

namespace test {

/// Two leapfrogging rings with free elements, not on a lattice as in the program's own scene, so that they can be
/// relaxed and taken back in time.
inline app::Scene freeLeapfrog() {
  return app::loadScene(RINGLET_TEST_SCENES "/leapfrog.toml");
}

}  // namespace test
