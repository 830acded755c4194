#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace app {

/// What `ringlet bench --json` printed before, {"machine", "rows"}, as one of a page's parts. Throws UserError for what
/// cannot be such a report, FileError where the file cannot be read.
nlohmann::ordered_json readBenchReport(const std::string& path);

/// The page of these reports in Markdown: for each machine a table of all that was measured there, papers' numbers by
/// experiment.
std::string benchPage(const std::vector<nlohmann::ordered_json>& reports);

}  // namespace app
