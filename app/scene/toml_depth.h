#pragma once

#include <string>
#include <string_view>

namespace app {

/// Refuses TOML whose keys or values go deeper than anything that this program reads: toml++ bounds arrays and inline
/// tables, but the tables of a dotted key are made, walked and freed by recursion, one call a dot, until the stack is
/// full. Looks at nothing else; what is no TOML passes. Throws UserError "file:line:column: what".
void checkTomlDepth(std::string_view text, const std::string& file);

}  // namespace app
