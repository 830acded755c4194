#pragma once

#include <cstddef>
#include <string>

#include "files/atomic_file.h"
#include "files/output_lock.h"
#include "simulation/diagnostics_table.h"

namespace app {

// Diagnostics as CSV: a header of names with units, "time [T],steps [1],...", then one row a sample. Numbers have the
// fewest digits that read back to the same bits; what was not measured is "nan".

/// All rows of the table. The file appears when it is whole. Throws UserError if it is there and to be kept, FileError.
void writeDiagnosticsCsv(const DiagnosticsTable& table, const std::string& path, Existing existing);

/// Throws UserError if a regular file or a folder of this name is there: what DiagnosticsLog would say, before anything
/// else is begun.
void requireFree(const std::string& path);

/// The same row by row, each written at once: what an interrupted run had measured stays. Devices and pipes are written
/// to as they are.
class DiagnosticsLog {
 public:
  /// Creates the file with its header, with columns for `rings` rings; those of others are left out. Throws UserError
  /// if it is there and to be kept, or if another process is writing it, FileError.
  DiagnosticsLog(const std::string& path, Existing existing, std::size_t rings, fmm::Space space = fmm::Space::space);
  ~DiagnosticsLog();
  DiagnosticsLog(const DiagnosticsLog&) = delete;
  DiagnosticsLog& operator=(const DiagnosticsLog&) = delete;

  /// Throws FileError.
  void add(const DiagnosticsSample& sample);

 private:
  void write(const std::string& text);

  std::string path_;
  OutputLock lock_;
  std::size_t rings_;
  int descriptor_ = -1;
};

}  // namespace app
