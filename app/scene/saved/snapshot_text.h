#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene/saved/snapshot_file.h"

namespace app {

/// The text of a checkpoint, state.json: all but its particles.
std::string stateText(const Checkpoint& checkpoint);

/// What of such a text the checkpoint does not take as it is.
struct StateText {
  std::size_t elements = 0, tracers = 0;  ///< how many there are
  std::vector<std::size_t> given;         ///< elements that files gave, table by table of the scene
  std::string scene;                      ///< TOML
  std::string sceneName;                  ///< a file's name, without a folder
};

/// Takes everything else into the checkpoint. Throws nlohmann's exceptions and fmm::InvalidInput.
StateText readStateText(const std::string& text, Checkpoint& checkpoint);

}  // namespace app
