#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "commands/bench_table.h"
#include "commands/progress_bar.h"

namespace app {

/// Rows as they come: shown as a table unless they are for --json, with a progress bar between them. An interruption
/// leaves what was measured until then.
class BenchProgress {
 public:
  /// `total` counts the calls of next().
  BenchProgress(const std::vector<BenchColumn>& columns, std::int64_t total, bool quiet);

  /// Says what is measured next; false once the user has interrupted: nothing further is to be measured.
  bool next(const std::string& label);
  void add(nlohmann::ordered_json row);

  const nlohmann::ordered_json& rows() const { return rows_; }
  /// Tells of an interruption, if there was one; the exit code of the command.
  int finish();

 private:
  const std::vector<BenchColumn>& columns_;
  const std::int64_t total_;
  const bool quiet_;
  std::int64_t begun_ = 0;
  ProgressBar bar_;
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
};

}  // namespace app
