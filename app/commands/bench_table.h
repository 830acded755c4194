#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace app {

/// A column of a table of rows as --json has them.
struct BenchColumn {
  const char* title;
  const char* key;     ///< of the row; "a/b" for a member of a member
  const char* format;  ///< of fmt, for the number or text; what is null shows as "-"
  double scale = 1;    ///< of numbers
};

/// What the cell of a row shows.
std::string cellText(const BenchColumn& column, const nlohmann::ordered_json& row);

/// The columns of the three kinds of rows.
const std::vector<BenchColumn>& timeColumns();
const std::vector<BenchColumn>& tuningColumns();

/// A line of a table for people; without a row that of the titles.
std::string tableLine(const std::vector<BenchColumn>& columns, const nlohmann::ordered_json* row);

}  // namespace app
