#pragma once

#include <string>
#include <vector>

#include "fmm/bodies.h"

namespace app {

struct SceneFiles;
class TomlTable;

/// Reads the tables [[body]]; `files` reads the files that they name. Throws UserError.
std::vector<fmm::Body> readBodies(TomlTable& top, const SceneFiles& files);
/// Tables [[body]] that readBodies() reads back to the same bits; saved states keep bodies in this form, too.
std::string formatBodies(const std::vector<fmm::Body>& bodies);
/// Bodies from such tables alone. Throws UserError, which names `source`.
std::vector<fmm::Body> parseBodies(const std::string& text, const std::string& source);

}  // namespace app
