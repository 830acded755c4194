#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "files/atomic_file.h"
#include "files/part_file.h"
#include "simulation/diagnostics_table.h"

namespace app {

// Diagnostics as CSV: a header of names with units, "time [T],steps [1],...", then one row per sample. Numbers have the
// fewest digits that read back to the same bits; values not measured are "nan".

/// The history as in a CSV file, at most so many bytes of it: in a longer one every other row is left out, and so on.
std::string diagnosticsText(const DiagnosticsTable& table, std::size_t most);
/// Fills the table with such a text; false, and an empty table, if it is none.
bool readDiagnosticsText(const std::string& text, fmm::Space space, DiagnosticsTable& table);

/// Writes all rows of the table; the file appears when complete. Throws UserError if it exists and is to be kept;
/// FileError.
void writeDiagnosticsCsv(const DiagnosticsTable& table, const std::string& path, Existing existing);

/// Throws UserError if a regular file or a folder has this name, like DiagnosticsLog, before other work begins.
void requireFree(const std::string& path);

/// The same file row by row, each written at once, so that an interrupted run keeps its rows. Devices and pipes are
/// written to directly, as is standard output for the path "-".
class DiagnosticsLog {
 public:
  /// Creates the file with its header and columns for `rings` rings; other rings are omitted. Throws UserError if it
  /// exists and is to be kept, or if another process is writing it; FileError.
  DiagnosticsLog(const std::string& path, Existing existing, const DiagnosticsItems& items);
  ~DiagnosticsLog();
  DiagnosticsLog(const DiagnosticsLog&) = delete;
  DiagnosticsLog& operator=(const DiagnosticsLog&) = delete;

  /// Throws FileError.
  void add(const DiagnosticsSample& sample);

 private:
  void write(const std::string& text);

  std::string path_;
  std::optional<OutputLock> lock_;
  DiagnosticsItems items_;
  int descriptor_ = -1;
};

}  // namespace app
