#pragma once

#include <string>
#include <string_view>

namespace app {

/// The commit that was built, in ten digits or more; empty where it was built from no clone. CMake writes the body.
std::string_view builtCommit();

/// What `ringlet --version` prints: "ringlet 0.1.0" in the first line, then a line each for the commit and for what
/// this build and this machine offer: CUDA, HDF5, and the ffmpeg that films are made with. Looks at the folders of
/// PATH, and at nothing else.
std::string versionText();

}  // namespace app
