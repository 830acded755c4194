#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/support/run_program.h"

namespace test {

/// Columns of a CSV file by their header.
inline std::map<std::string, std::vector<double>> readCsv(const std::string& path) {
  std::istringstream file(readFile(path));
  std::string line, cell;
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> columns;
  std::getline(file, line);
  for (std::istringstream header(line); std::getline(header, cell, ',');) names.push_back(cell);
  while (std::getline(file, line)) {
    std::size_t k = 0;
    for (std::istringstream row(line); std::getline(row, cell, ',');)
      columns[names.at(k++)].push_back(std::strtod(cell.c_str(), nullptr));
    EXPECT_EQ(k, names.size());
  }
  return columns;
}

}  // namespace test
