#pragma once

#include <string_view>

#include "fmm/settings.h"

namespace fmm {

/// Why the value of a setting, by its key in settings_table.h, asks for what the flow never does with the others, as in
/// "nothing is stretched in the plane"; empty if it is off or a default that promises nothing. Readers of what users
/// write refuse such values where they were given: the structs do not tell given values from defaults. What SettingRule
/// refuses is not here.
std::string_view whyIdle(std::string_view key, const Settings& settings);

}  // namespace fmm
