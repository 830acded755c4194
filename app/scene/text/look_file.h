#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/text/toml_reader.h"
#include "scene/view_settings.h"

namespace app {

/// A look: light and colours of the view as a file of its own, and those of its overlays and ranges that the file
/// names. Looks stand in assets/looks, those of the user in $XDG_CONFIG_HOME/ringlet/looks (or
/// ~/.config/ringlet/looks), which win where names are the same. A look's name is its file's without ".toml".
struct Look {
  ViewSettings view;               ///< what the file leaves out is as in a ViewSettings of defaults
  std::vector<std::string> named;  ///< keys of overlays and ranges that stand in the file; the others it leaves alone
};

/// Names of the colour maps of assets/colormaps, sorted.
std::vector<std::string> colourMapFiles();

/// Names of all looks, sorted; the default look "glow" comes first.
std::vector<std::string> lookNames();

/// Reads a look by its name. Throws UsageError for an unknown name, UserError for anything unexpected in the file,
/// FileError where it cannot be read.
Look loadLook(const std::string& name);

/// Reads a look from text; `file` stands in messages. Throws UserError.
Look parseLook(std::string_view text, const std::string& file);

/// The lines of a look's file: every key of light and colours, the overlays that are shown and the ranges that are set,
/// and numbers that read back to the same bits.
std::string formatLook(const ViewSettings& view);

/// Writes formatLook() into the user's folder and returns the file's path. Throws UserError if the name is none or,
/// without `overwrite`, if the file is there, FileError if it cannot be written.
std::string saveLook(const ViewSettings& view, const std::string& name, bool overwrite);

/// Gives `view` the look and keeps what is the camera's, and the overlays and ranges that the look does not name.
void applyLook(const Look& look, ViewSettings& view);
/// The same for a view that has the look `before`, whose overlays and ranges go with it.
void changeLook(const Look& before, const Look& look, ViewSettings& view);
/// Would applyLook() change nothing?
bool hasLook(const ViewSettings& view, const Look& look);

/// Takes a look's keys out of a table, as they stand in a look's file and in [view] of a scene. Throws UserError.
void readLook(TomlTable& table, ViewSettings& view);

}  // namespace app
