#include "files/row_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "files/npy_file.h"
#include "files/table_file.h"
#include "files/user_error.h"

namespace app {
namespace {

std::string endingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending;
}

[[noreturn]] void refuseEnding(const std::string& path) {
  throw UserError(path + ": the file's ending is not known; allowed: .csv and .npy");
}

}  // namespace

bool hasRowEnding(const std::string& path) {
  const std::string ending = endingOf(path);
  return ending == ".csv" || ending == ".npy";
}

std::unique_ptr<RowReader> openRows(const std::string& path, const std::vector<std::vector<std::string>>& layouts) {
  if (!hasRowEnding(path)) refuseEnding(path);
  if (endingOf(path) == ".npy") return std::make_unique<NpyReader>(path, layouts);
  return std::make_unique<CsvReader>(path, layouts);
}

std::unique_ptr<RowWriter> createRows(const std::string& path, const RowWriterSettings& settings) {
  if (!hasRowEnding(path)) refuseEnding(path);
  if (endingOf(path) == ".npy") return std::make_unique<NpyWriter>(path, settings);
  return std::make_unique<CsvWriter>(path, settings);
}

}  // namespace app
