#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/toml_reader.h"
#include "scene/view_settings.h"

namespace app {

/// A look: everything of the view but where it is seen from, as a file of its own. Looks stand in assets/looks, those
/// of the user in $XDG_CONFIG_HOME/ringlet/looks (or ~/.config/ringlet/looks), which win where names are the same.
/// A look's name is its file's without ".toml".

/// Names of all looks, sorted; the default look "glow" comes first.
std::vector<std::string> lookNames();

/// Reads a look by its name. What its file leaves out is as in a ViewSettings of defaults, so that a look is complete.
/// Throws UserError for an unknown name and for anything unexpected in the file, FileError where it cannot be read.
ViewSettings loadLook(const std::string& name);

/// Reads a look from text; `file` stands in messages. Throws UserError.
ViewSettings parseLook(std::string_view text, const std::string& file);

/// The lines of a look's file: every key, and numbers that read back to the same bits.
std::string formatLook(const ViewSettings& view);

/// Writes a look into the user's folder and returns its path. Throws UserError if the name is none or, without
/// `overwrite`, if the file is there, FileError if it cannot be written.
std::string saveLook(const ViewSettings& view, const std::string& name, bool overwrite);

/// Gives `view` all of `look` and keeps what is the camera's.
void applyLook(const ViewSettings& look, ViewSettings& view);
bool sameLook(const ViewSettings& a, const ViewSettings& b);

/// Takes a look's keys out of a table, as they stand in a look's file and in [view] of a scene. Throws UserError.
void readLook(TomlTable& table, ViewSettings& view);

}  // namespace app
