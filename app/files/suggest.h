#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The candidate that was probably meant by `name`: few edits away (a third of its length at most). Empty if none is
/// close.
std::optional<std::string> closest(std::string_view name, const std::vector<std::string>& candidates);

/// `; did you mean "x"?` or nothing, to append to a message.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace app
