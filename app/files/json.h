#pragma once

#include <nlohmann/json.hpp>

namespace app {

/// Members stay in the order in which they were put in.
using Json = nlohmann::ordered_json;

}  // namespace app
