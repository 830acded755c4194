#include "files/row_file.h"

#include "files/file_name.h"
#include "files/npy_file.h"
#include "files/table_file.h"
#include "files/user_error.h"

namespace app {
namespace {

[[noreturn]] void refuseEnding(const std::string& path) {
  throw UserError(path + ": the file's ending is not known; allowed: .csv and .npy");
}

}  // namespace

std::optional<std::size_t> RowReader::place(std::string_view name) const {
  const std::vector<std::string>& all = names();
  const auto found = std::find(all.begin(), all.end(), name);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

bool hasRowEnding(const std::string& path) {
  const std::string ending = endingOf(path);
  return ending == ".csv" || ending == ".npy";
}

std::unique_ptr<RowReader> openRows(const std::string& path, const std::vector<std::vector<std::string>>& layouts) {
  if (!hasRowEnding(path) && path != kStandardStream) refuseEnding(path);
  if (endingOf(path) == ".npy") return std::make_unique<NpyReader>(path, layouts);
  return std::make_unique<CsvReader>(path, layouts);
}

std::unique_ptr<RowWriter> createRows(const std::string& path, const RowWriterSettings& settings) {
  if (!hasRowEnding(path) && path != kStandardStream) refuseEnding(path);
  if (endingOf(path) == ".npy") return std::make_unique<NpyWriter>(path, settings);
  return std::make_unique<CsvWriter>(path, settings);
}

}  // namespace app
