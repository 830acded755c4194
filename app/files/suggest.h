#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The candidate that `name` was probably meant for: at most a third of its length in edits away, or one edit. Empty if
/// none is close.
std::optional<std::string> closest(std::string_view name, const std::vector<std::string>& candidates);

/// `; did you mean "x"?` or nothing, to append to a message.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace app
