#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene/saved/snapshot_file.h"

namespace app {

/// The text of a checkpoint, state.json: everything except particles.
std::string stateText(const Checkpoint& checkpoint);

/// The parts of the text that are not stored in the checkpoint directly.
struct StateText {
  std::size_t elements = 0, tracers = 0;  ///< numbers of particles
  std::size_t trails = 0;                 ///< number of tracers' paths
  std::vector<std::size_t> given;         ///< numbers of elements from files, by table of the scene
  std::string scene;                      ///< TOML
  std::string sceneName;                  ///< name of a file, without folder
};

/// Reads the other parts into the checkpoint. Throws nlohmann's exceptions and fmm::InvalidInput.
StateText readStateText(const std::string& text, Checkpoint& checkpoint);

}  // namespace app
