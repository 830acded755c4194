#include "simulation/diagnostics_csv.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "files/file_error.h"
#include "files/row_file.h"
#include "files/user_error.h"

namespace app {
namespace {

std::string headerLine(const std::vector<DiagnosticsColumn>& columns) {
  std::string line;
  for (const DiagnosticsColumn& column : columns) line += column.name + " [" + column.unit + "],";
  line.back() = '\n';
  return line;
}

void append(std::string& line, double value) {
  constexpr std::size_t kLongestNumber = 32;
  char text[kLongestNumber];
  const char* const end = std::isnan(value) ? nullptr : std::to_chars(text, text + kLongestNumber, value).ptr;
  line.append(end ? std::string_view(text, static_cast<std::size_t>(end - text)) : "nan").push_back(',');
}

}  // namespace

namespace {

std::string lineOf(const DiagnosticsTable& table, std::size_t row) {
  std::string line;
  for (std::size_t k = 0; k < table.columns().size(); ++k) append(line, table.values(k)[row]);
  line.back() = '\n';
  return line;
}

/// The parts of a line between commas.
std::vector<std::string> partsOf(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream text(line);
  for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace

std::string diagnosticsText(const DiagnosticsTable& table, std::size_t most) {
  if (table.rows() == 0) return {};
  std::string text;
  for (std::size_t step = 1; text.empty() || text.size() > most; step *= 2) {
    text = headerLine(table.columns());
    for (std::size_t row = 0; row < table.rows() && text.size() <= most; row += step) text += lineOf(table, row);
    if (step > table.rows()) break;
  }
  return text;
}

bool readDiagnosticsText(const std::string& text, fmm::Space space, DiagnosticsTable& table) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> names;
  for (const std::string& title : partsOf(line)) names.push_back(title.substr(0, title.find(' ')));
  std::vector<std::vector<double>> rows;
  while (std::getline(lines, line) && rows.size() < DiagnosticsTable::kMost) {
    std::vector<double>& row = rows.emplace_back();
    for (const std::string& part : partsOf(line)) row.push_back(std::strtod(part.c_str(), nullptr));
    if (row.size() != names.size()) return table.clear(), false;
  }
  return table.fill(names, rows, space);
}

void writeDiagnosticsCsv(const DiagnosticsTable& table, const std::string& path, Existing existing) {
  const bool empty = table.columns().empty();
  AtomicFile file(path, existing);
  file.write(headerLine(empty ? diagnosticsColumns({}) : table.columns()));
  for (std::size_t row = 0; row < table.rows(); ++row) file.write(lineOf(table, row));
  file.commit();
}

void requireFree(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) throw UserError(path + ": is a folder, not a file");
  if (std::filesystem::is_regular_file(path, none))
    throw UserError(path + ": exists already and is kept; --force replaces it");
}

DiagnosticsLog::DiagnosticsLog(const std::string& path, Existing existing, const DiagnosticsItems& items)
    : path_(path), items_(items) {
  if (path == kStandardStream) {
    descriptor_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  } else {
    lock_.emplace(path);
    if (existing == Existing::keep) requireFree(path);
    const bool device = std::filesystem::exists(path) && !std::filesystem::is_regular_file(path);
    const bool keep = existing == Existing::keep && !device;
    descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (keep ? O_EXCL : O_TRUNC), 0666);
  }
  if (descriptor_ < 0) throw FileError(path, "cannot be written", errno);
  write(headerLine(diagnosticsColumns(items)));
}

DiagnosticsLog::~DiagnosticsLog() {
  if (descriptor_ >= 0) close(descriptor_);
}

void DiagnosticsLog::add(const DiagnosticsSample& sample) {
  std::string line;
  for (const double value : diagnosticsRow(sample, items_)) append(line, value);
  line.back() = '\n';
  write(line);
}

void DiagnosticsLog::write(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw FileError(path_, "write failed", errno);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace app
