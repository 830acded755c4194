#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/text/toml_reader.h"
#include "scene/view_settings.h"

namespace app {

/// A look: a file with light and colours of the view, and optionally overlays and ranges. Looks are in assets/looks;
/// the user's in $XDG_CONFIG_HOME/ringlet/looks (or ~/.config/ringlet/looks) take precedence. A look's name is its
/// file's name without ".toml".
struct Look {
  ViewSettings view;               ///< keys absent from the file have the defaults of ViewSettings
  std::vector<std::string> named;  ///< keys of overlays and ranges in the file; a look leaves others unchanged
};

/// Names of the colour maps of assets/colormaps, sorted.
std::vector<std::string> colourMapFiles();

/// Names of all looks, sorted; the default look "glow" comes first.
std::vector<std::string> lookNames();

/// The picture of a look, NAME.png beside its file; it may not exist.
std::string lookPictureFile(const std::string& name);

/// Reads a look by its name. Throws UsageError for an unknown name, UserError for anything unexpected in the file,
/// FileError if it cannot be read.
Look loadLook(const std::string& name);

/// Reads a look from text; `file` is for messages. Throws UserError.
Look parseLook(std::string_view text, const std::string& file);

/// The text of a look: every key of light and colours, overlays and ranges; numbers read back to the same bits.
std::string formatLook(const ViewSettings& view);

/// Writes the look into the user's folder, without overlays and ranges that have default values; returns the file's
/// path. Throws UserError if the name is invalid or, without `overwrite`, if the file exists; FileError if it cannot be
/// written.
std::string saveLook(const ViewSettings& view, const std::string& name, bool overwrite);

/// Applies the look to `view`, except camera settings and the overlays and ranges that it does not name.
void applyLook(const Look& look, ViewSettings& view);
/// Applies `look` to a view with the look `before`, whose overlays and ranges are reset first.
void changeLook(const Look& before, const Look& look, ViewSettings& view);
/// True if applyLook() would change nothing.
bool hasLook(const ViewSettings& view, const Look& look);

/// Reads a look's keys from a table: a look's file or [view] of a scene. Throws UserError.
void readLook(TomlTable& table, ViewSettings& view);

}  // namespace app
