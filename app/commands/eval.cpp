// ringlet eval: velocity and gradient of given elements at given points, from file to file.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "commands/commands.h"
#include "commands/line/output_paths.h"
#include "commands/rank_session.h"
#include "commands/report_json.h"
#include "files/message.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "fmm/field.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/shared_field.h"
#include "scene/element_file.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 1024;

/// Column names of files, in space or in the plane.
struct Columns {
  std::vector<std::string> target, velocity, gradient;
};
const Columns kColumns = {
    {"x", "y", "z"}, {"ux", "uy", "uz"}, {"j11", "j12", "j13", "j21", "j22", "j23", "j31", "j32", "j33"}};
const Columns kPlaneColumns = {{"x", "y"}, {"ux", "uy"}, {"j11", "j12", "j21", "j22"}};

const Columns& columnsOf(const EvalOptions& options) {
  return options.settings.space == fmm::Space::plane ? kPlaneColumns : kColumns;
}

template <class... Parts>
std::vector<std::string> joined(std::vector<std::string> first, const Parts&... rest) {
  (first.insert(first.end(), rest.begin(), rest.end()), ...);
  return first;
}

std::vector<fmm::Vec3> readTargets(const EvalOptions& options) {
  const bool plane = options.settings.space == fmm::Space::plane;
  const auto file = plane ? openRows(options.targets, {kPlaneColumns.target, kColumns.target})
                          : openRows(options.targets, {kColumns.target});
  std::vector<fmm::Vec3> targets;
  targets.reserve(file->expectedRows());
  double row[3] = {};
  while (file->next(row)) {
    if (plane && row[2] != 0)  // z stays 0 if the file has no z
      throw UserError(fmt::format("{}: z = {} is not in the plane; allowed: 0, or no z", file->where(), row[2]));
    targets.push_back({row[0], row[1], row[2]});
  }
  return targets;
}

/// Throws UserError for overflow, which must not reach a file as a result.
void requireFinite(const EvalOptions& options, const std::vector<fmm::Vec3>& targets, const fmm::Field& field) {
  const auto finite = [](const double* first, std::size_t count) {
    return std::all_of(first, first + count, [](double value) { return std::isfinite(value); });
  };
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const fmm::Vec3& u = field.velocity[i];
    const double velocity[3] = {u.x, u.y, u.z};
    if (finite(velocity, 3) && (field.gradient.empty() || finite(field.gradient[i].m, 9))) continue;
    const bool single = options.settings.precision == fmm::Precision::single;
    const fmm::Vec3& x = targets[i];
    throw UserError(fmt::format("{}: the result at target {} ({}, {}, {}) is beyond the range of {}{}", options.output,
                                i + 1, x.x, x.y, x.z, fmm::toString(options.settings.precision),
                                single ? "; --precision double reaches farther" : ""));
  }
}

/// Warns if the tolerance is not kept, as far as is known.
void warnOfError(const EvalOptions& options, const fmm::EvaluationReport& report) {
  if (report.toleranceKept != false) return;
  const bool single = options.settings.precision == fmm::Precision::single;
  tellError(fmt::format("{}: {}; try {}", options.output, report.warning, single ? "--precision double" : "--direct"));
}

/// `dimensions`: 3, or 2 in the plane.
void writeResult(RowWriter& file, std::size_t dimensions, const std::vector<fmm::Vec3>& targets,
                 const fmm::Field& field) {
  std::vector<double> row;
  const auto add = [&](const fmm::Vec3& v) {
    const double parts[3] = {v.x, v.y, v.z};
    row.insert(row.end(), parts, parts + dimensions);
  };
  for (std::size_t i = 0; i < targets.size(); ++i) {
    row.clear();
    add(targets[i]);
    add(field.velocity[i]);
    for (std::size_t k = 0; !field.gradient.empty() && k < dimensions; ++k) {
      const double* const part = field.gradient[i].m + 3 * k;
      add({part[0], part[1], part[2]});
    }
    file.add(row.data());
  }
  file.finish();
}

/// The options with the elements' own core function, ground and space, unless the command line gives others.
EvalOptions suited(EvalOptions options, const FileElements& elements) {
  options.settings.ground = elements.ground;
  if (elements.space && *elements.space != options.settings.space) {
    if (options.space)
      throw UserError(fmt::format("{}: is of a flow with space = {}; --space {} does not go with it", options.elements,
                                  fmm::toString(*elements.space), fmm::toString(*options.space)));
    options.settings.space = *elements.space;
    if (const fmm::SettingRule* rule = fmm::brokenRule(options.settings))
      throw UserError(fmt::format("{}: of a flow with space = {}: {} {}", options.elements,
                                  fmm::toString(*elements.space), rule->key, rule->complaint(options.settings)));
  }
  if (options.core || !elements.core) return options;
  options.settings.regularisation = *elements.core;
  if (fmm::brokenRule(options.settings))
    throw UserError(
        fmt::format("{}: its elements have the core {}, which needs --direct, or --regularisation of another",
                    options.elements, fmm::toString(*elements.core)));
  return options;
}

/// Load of each rank, and traffic of the first one.
nlohmann::ordered_json ranksJson(const fmm::RankedField& field, const fmm::RankTraffic& traffic) {
  nlohmann::ordered_json held = nlohmann::ordered_json::array();
  for (const fmm::RankLoad& load : field.loads) held.push_back(toJson(load));
  return {{"count", field.loads.size()},
          {"sharing", fmm::toString(field.sharing)},
          {"messages", traffic.messages},
          {"bytes", traffic.bytes},
          {"held", held}};
}

void printReport(const EvalOptions& options, std::size_t elements, std::size_t targets, const fmm::RankedField& field,
                 const fmm::RankTraffic& traffic) {
  if (options.quiet && !options.json) return;
  if (options.json) {
    nlohmann::ordered_json json = {{"elements", elements}, {"targets", targets}, {"output", options.output}};
    json["space"] = fmm::toString(options.settings.space);
    json["solver"] = fmm::toString(options.settings.solver);
    json["precision"] = fmm::toString(options.settings.precision);
    json["regularisation"] = fmm::toString(options.settings.regularisation);
    json["tolerance"] = options.settings.tolerance;
    json.update(toJson(field.report));
    if (!field.loads.empty()) json["ranks"] = ranksJson(field, traffic);
    json["error"] = toJson(field.error);
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  const std::string how = field.report.order == 0
                              ? "direct sum"
                              : fmt::format("p = {}, theta = {:.3g}", field.report.order, field.report.theta);
  std::FILE* const out = options.output == kStandardStream ? stderr : stdout;
  fmt::print(out, "{} elements at {} targets in {:.3g} s ({}, {}, core {}{}), ", elements, targets,
             field.report.seconds, field.report.backend, how, fmm::toString(options.settings.regularisation),
             options.settings.ground ? ", above the ground" : "");
  if (field.error.samples > 0 && std::isfinite(field.error.relativeL2))
    fmt::print(out, "{}, ", describeError(field.error));
  if (!field.loads.empty())
    fmt::print(out, "{} ranks ({}, {} messages, {:.3g} MiB), ", field.loads.size(),
               field.sharing == fmm::ElementSharing::shared ? "elements shared out" : "elements everywhere",
               traffic.messages, 0x1p-20 * static_cast<double>(traffic.bytes));
  fmt::print(out, "written to {}\n", options.output == kStandardStream ? "standard output" : options.output);
}

}  // namespace

int evalCommand(const EvalOptions& asked, fmm::Ranks* ranks) {
  const auto file = [](const std::string& path) { return path == kStandardStream ? std::string() : path; };
  requireDistinct({{"--output", file(asked.output)}},
                  {{"ELEMENTS", file(asked.elements)}, {"--targets", file(asked.targets)}});
  const FileElements elements = readElements(asked.elements, asked.settings.space, asked.coreRadius);
  const EvalOptions options = suited(asked, elements);
  RowWriterSettings output;
  const Columns& columns = columnsOf(options);
  output.columns = joined(columns.target, columns.velocity);
  if (options.gradient) output.columns = joined(output.columns, columns.gradient);
  output.singlePrecision = options.settings.precision == fmm::Precision::single;
  output.firstSingle = columns.target.size();
  output.replace = options.force;
  const std::vector<fmm::Vec3> targets = readTargets(options);
  output.rows = targets.size();
  // Opened before the sums, so that an output that cannot be written fails early.
  const bool writes = ranks == nullptr || ranks->isFirst();
  requireSameMachine(ranks, options.settings.backend);
  std::unique_ptr<RowWriter> result;
  doOnFirst(ranks, [&] { result = createRows(options.output, output); });

  const std::size_t samples = elements.size() == 0 || targets.empty() ? 0 : kErrorSamples;
  fmm::RankedField field;
  const fmm::RankTraffic before = ranks ? ranks->traffic() : fmm::RankTraffic();
  if (ranks) {
    field = fmm::evaluateField(options.settings, elements, targets, options.gradient, samples, *ranks, options.sharing);
  } else {
    static_cast<fmm::Field&>(field) =
        fmm::evaluateField(options.settings, elements, targets, options.gradient, samples);
  }
  requireFinite(options, targets, field);
  if (!writes) return 0;
  writeResult(*result, columns.target.size(), targets, field);
  warnOfError(options, field.report);
  const fmm::RankTraffic now = ranks ? ranks->traffic() : before;
  printReport(options, elements.size(), targets.size(), field,
              {now.messages - before.messages, now.bytes - before.bytes});
  return options.strict && field.report.toleranceKept == false ? 1 : 0;
}

}  // namespace app
