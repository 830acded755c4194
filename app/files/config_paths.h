#pragma once

#include <filesystem>

namespace app {

/// Folder of what the program keeps for its user: $XDG_CONFIG_HOME/ringlet, else $HOME/.config/ringlet; empty where
/// neither is set. Nobody made sure that it is there.
std::filesystem::path configDirectory();

}  // namespace app
