#pragma once

#include <string>
#include <vector>

namespace app {

/// A path on the command line and its purpose: "--record", "the scene".
struct GivenPath {
  std::string what;
  std::string path;       ///< empty: not given
  bool numbered = false;  ///< a % in the file name makes it a pattern of many files
};

/// Throws UsageError if two outputs, or an output and an input, would be the same file, however their paths are spelt
/// and for any number of a pattern: one would silently replace the other. Follows folders and links but reads no file.
void requireDistinct(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs);

}  // namespace app
