#include "commands/bench_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "files/json.h"

namespace app {
namespace {

const Json* memberOf(const Json& row, std::string_view key) {
  const std::size_t slash = key.find('/');
  const auto at = row.find(std::string(key.substr(0, slash)));
  if (at == row.end()) return nullptr;
  return slash == std::string_view::npos ? &*at : memberOf(*at, key.substr(slash + 1));
}

}  // namespace

std::string cellText(const BenchColumn& column, const Json& row) {
  const Json* const value = memberOf(row, column.key);
  if (!value) return "-";
  if (value->is_string()) return value->get<std::string>();
  if (value->is_number()) return fmt::format(fmt::runtime(column.format), column.scale * value->get<double>());
  return "-";
}

const std::vector<BenchColumn>& timeColumns() {
  static const std::vector<BenchColumn> columns = {{"set", "workload", ""},
                                                   {"elements", "ns", "{:.0f}"},
                                                   {"targets", "nt", "{:.0f}"},
                                                   {"of               ", "evaluates", ""},
                                                   {"core", "core", ""},
                                                   {"precision", "precision", ""},
                                                   {"tolerance", "tolerance", "{:.0e}"},
                                                   {"ms", "total_ms", "{:.4g}"},
                                                   {"spread", "spread", "{:.0f} %", 100},
                                                   {"first ms", "first_ms", "{:.4g}"},
                                                   {"error", "error", "{:.1e}"},
                                                   {"at most", "error_bound", "{:.1e}"},
                                                   {"direct/fmm", "speedup", "{:.3g}"},
                                                   {"direct at", "direct_targets", "{:.0f}"},
                                                   {"near Gpairs/s", "near_gpairs_s", "{:.3g}"},
                                                   {"of peak", "near_peak_share", "{:.0f} %", 100},
                                                   {"10^6 M2L/s", "translations_s", "{:.3g}", 1e-6},
                                                   {"MiB", "bytes", "{:.0f}", 0x1p-20},
                                                   {"p", "order", "{:.0f}"},
                                                   {"theta", "theta", "{:.2f}"},
                                                   {"leaf", "leaf_elements", "{:.0f}"},
                                                   {"points", "leaf_points", "{:.0f}"},
                                                   {"mesh", "mesh", ""},
                                                   {"ranks", "ranks", "{:.0f}"},
                                                   {"messages", "rank_messages", "{:.0f}"},
                                                   {"MiB sent", "rank_bytes", "{:.3g}", 0x1p-20},
                                                   {"sharing", "sharing", ""},
                                                   {"MiB a rank", "rank_memory", "{:.0f}", 0x1p-20}};
  return columns;
}

const std::vector<BenchColumn>& tuningColumns() {
  static const std::vector<BenchColumn> columns = {{"set", "set", ""},
                                                   {"core", "core", ""},
                                                   {"elements", "ns", "{:.0f}"},
                                                   {"targets", "nt", "{:.0f}"},
                                                   {"predicted ms", "predicted_ms", "{:.4g}"},
                                                   {"chosen ms", "chosen_ms", "{:.4g}"},
                                                   {"best ms", "best_ms", "{:.4g}"},
                                                   {"ratio", "ratio", "{:.2f}"},
                                                   {"error", "error", "{:.1e}"},
                                                   {"p", "chosen/order", "{:.0f}"},
                                                   {"theta", "chosen/theta", "{:.2f}"},
                                                   {"leaf", "chosen/leaf_elements", "{:.0f}"},
                                                   {"points", "chosen/leaf_points", "{:.0f}"},
                                                   {"best p", "best/order", "{:.0f}"},
                                                   {"theta", "best/theta", "{:.2f}"},
                                                   {"leaf", "best/leaf_elements", "{:.0f}"},
                                                   {"points", "best/leaf_points", "{:.0f}"},
                                                   {"tried", "tried", "{:.0f}"}};
  return columns;
}

std::string tableLine(const std::vector<BenchColumn>& columns, const Json* row) {
  constexpr std::size_t kNarrowest = 6;
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string text = row ? cellText(columns[i], *row) : columns[i].title;
    const std::size_t width = std::max(kNarrowest, std::string_view(columns[i].title).size() + 1);
    line += i == 0 ? fmt::format("{:<12}", text) : fmt::format(" {:>{}}", text, width);
  }
  return line;
}

}  // namespace app
