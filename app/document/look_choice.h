#pragma once

#include <string>
#include <vector>

#include "scene/look_file.h"

namespace app {

/// A look that can be chosen.
struct NamedLook {
  std::string name;
  Look look;
};

/// All looks that can be read; what is wrong with the others goes to `trouble`, a line each.
std::vector<NamedLook> loadLooks(std::vector<std::string>& trouble);

/// The name of the look that a scene was opened with, where it is none of the others.
constexpr const char* kSceneLook = "the scene's own";

/// Puts the look of a scene's view behind the others, in the place of that of the scene before, unless one of them is
/// the same.
void setSceneLook(std::vector<NamedLook>& looks, const ViewSettings& view);

/// Name of the look that `view` has, of several the one that names most; empty where it was changed by hand.
std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks);

/// Gives `view` the look of that name (one of `looks`); overlays and ranges of the one that it has go with that one.
void chooseLook(ViewSettings& view, const std::vector<NamedLook>& looks, const std::string& name);

/// Gives `view` the look after the one it has, the first one after the last, or where it has none. Returns its name;
/// empty if there are no looks.
std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks);

}  // namespace app
