#pragma once

// What tests of checkpoints share.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/support/zip_maker.h"
#include "scene/saved/snapshot_file.h"

namespace test {

/// A state of two rings in which nearly everything is other than it is by itself.
app::Checkpoint sample(std::size_t elements = 100, std::size_t tracers = 300);
void expectEqual(const app::Checkpoint& a, const app::Checkpoint& b);
/// What reading the file is refused with; "accepted" if it is not.
std::string errorOf(const std::string& path);
/// Changes the entries of a file, whose checksums then are those of what they have.
void edit(const std::string& path, const std::function<void(std::vector<ZipEntry>&)>& change);
/// The data of that entry. Throws std::runtime_error where there is none.
std::string& entry(std::vector<ZipEntry>& entries, const std::string& name);
/// Another text in state.json.
void replaceText(const std::string& path, const std::string& before, const std::string& after);

}  // namespace test
