#pragma once

// Common functions of the tests of checkpoints.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/support/zip_maker.h"
#include "scene/saved/snapshot_file.h"

namespace test {

/// A state of two rings in which nearly every value differs from its default.
app::Checkpoint sample(std::size_t elements = 100, std::size_t tracers = 300);
void expectEqual(const app::Checkpoint& a, const app::Checkpoint& b);
/// Error message of reading the file; "accepted" without an error.
std::string errorOf(const std::string& path);
/// Changes the entries of a file, and their checksums accordingly.
void edit(const std::string& path, const std::function<void(std::vector<ZipEntry>&)>& change);
/// The data of that entry. Throws std::runtime_error where there is none.
std::string& entry(std::vector<ZipEntry>& entries, const std::string& name);
/// Replaces a text in state.json.
void replaceText(const std::string& path, const std::string& before, const std::string& after);

}  // namespace test
