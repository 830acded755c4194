#pragma once

#include <string>
#include <vector>

namespace app {

/// A path of the command line and what it was given for: "--record", "the scene".
struct GivenPath {
  std::string what;
  std::string path;       ///< empty: not given
  bool numbered = false;  ///< a % in the file name makes it a pattern of many files
};

/// Throws UsageError where two outputs, or an output and an input, would be the same file, however their paths are
/// spelt and whichever number a pattern takes: one would silently replace the other. Looks at folders and links, and
/// reads no file.
void requireDistinct(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs);

}  // namespace app
