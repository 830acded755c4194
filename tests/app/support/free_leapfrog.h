#pragma once

#include "scene/text/scene_file.h"

namespace test {

/// Two leapfrogging rings whose elements move freely: not on a lattice, as those of the scene that comes with the
/// program are, so that they can be split, relaxed and taken back in time.
inline app::Scene freeLeapfrog() {
  return app::loadScene(RINGLET_TEST_SCENES "/leapfrog.toml");
}

}  // namespace test
