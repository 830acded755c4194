#pragma once

// What tests of checkpoints share.

#include <cstddef>
#include <string>

#include "scene/snapshot_file.h"

namespace test {

/// A state of two rings in which nearly everything is other than it is by itself.
app::Checkpoint sample(std::size_t elements = 100, std::size_t tracers = 300);
void expectEqual(const app::Checkpoint& a, const app::Checkpoint& b);
/// What reading the file is refused with; "accepted" if it is not.
std::string errorOf(const std::string& path);
/// Another text of the same length, in a file without a checksum.
void replaceText(const std::string& path, const std::string& before, const std::string& after);

}  // namespace test
