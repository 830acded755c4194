#pragma once

#include <nlohmann/json.hpp>

namespace app {

/// JSON whose members keep the order of insertion.
using Json = nlohmann::ordered_json;

}  // namespace app
