#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"

namespace app {

class BodyPlaces;
class TomlTable;

/// Reads the tables [[heat]]. Throws UserError.
std::vector<fmm::HeatSource> readHeatSources(TomlTable& top);
/// Refuses regions of heat whose middle lies inside a body, which have no surface that reaches it. Throws UserError.
void requireOutside(const TomlTable& top, const BodyPlaces& bodies, const fmm::Settings& settings);
/// Tables [[heat]] that readHeatSources() reads back to the same bits; saved states keep sources in this form, too.
std::string formatHeatSources(const std::vector<fmm::HeatSource>& sources);
/// Sources from such tables alone. Throws UserError, which names `source`.
std::vector<fmm::HeatSource> parseHeatSources(const std::string& text, const std::string& source);

}  // namespace app
