// Measurement of repeated evaluations of one case, by wall clock.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <memory>

#include "commands/bench/bench.h"
#include "fmm/field.h"
#include "fmm/vortex_system.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 512;

/// Repeated evaluations by one solver.
class SteadyEvaluation {
 public:
  virtual ~SteadyEvaluation() = default;
  /// Returns when the evaluation is finished, also on a GPU.
  virtual void evaluate() = 0;
  virtual const fmm::EvaluationReport& report() const = 0;  ///< of the last evaluation
  /// Compared with direct sums in double precision.
  virtual fmm::MeasuredError error() = 0;
  virtual double stretchingError() { return 0; }
  /// Load of each rank; all ranks call it. Empty for a single process.
  virtual std::vector<fmm::RankLoad> loads() { return {}; }
};

/// Rate of change of a strength from the gradient J_ij = du_i/dy_j: docs/math.md, (11.2).
fmm::Vec3 strengthRate(fmm::Stretching kind, const fmm::Mat3& j, const fmm::Vec3& alpha) {
  const double a[3] = {alpha.x, alpha.y, alpha.z};
  const double transposed = kind == fmm::Stretching::transpose ? 1 : kind == fmm::Stretching::mixed ? 0.5 : 0;
  double rate[3] = {};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rate[i] += (transposed * j.m[3 * k + i] + (1 - transposed) * j.m[3 * i + k]) * a[k];
  return {rate[0], rate[1], rate[2]};
}

/// Velocities of elements and targets, and the elements' stretching.
class SystemEvaluation final : public SteadyEvaluation {
 public:
  SystemEvaluation(const BenchCase& given, fmm::Ranks* ranks)
      : given_(given), ranks_(ranks), system_(given.settings, given.work.elements, given.work.tracers(), ranks) {}

  void evaluate() override {
    system_.evaluate();
    system_.report();  // evaluate() may return before a GPU is done; report() waits for its times
  }
  const fmm::EvaluationReport& report() const override { return system_.report(); }
  fmm::MeasuredError error() override { return system_.measureError(kErrorSamples); }
  double stretchingError() override {
    const fmm::Elements& elements = given_.work.elements;
    if (given_.settings.stretching == fmm::Stretching::off || ranks_) return 0;
    std::vector<std::size_t> chosen;
    std::vector<fmm::Vec3> places;
    for (std::size_t i = 0; i < elements.size(); i += 1 + elements.size() / kErrorSamples) {
      chosen.push_back(i);
      places.push_back(elements.position[i]);
    }
    fmm::Settings exact = given_.settings;
    exact.solver = fmm::SolverKind::direct;
    exact.precision = fmm::Precision::real64;
    const fmm::Field field = fmm::evaluateField(exact, elements, places, true);
    const std::vector<fmm::Vec3> rates = system_.strengthRates();
    double difference = 0, all = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const fmm::Vec3 rate = strengthRate(exact.stretching, field.gradient[k], elements.strength[chosen[k]]);
      const fmm::Vec3 d = rates[chosen[k]] - rate;
      difference += dot(d, d);
      all += dot(rate, rate);
    }
    return all > 0 ? std::sqrt(difference / all) : 0;
  }
  std::vector<fmm::RankLoad> loads() override {
    if (!ranks_) return {};
    return ranks_->gathered(
        fmm::RankLoad{given_.work.elements.size(), system_.tracerCount(), 0, 0, system_.report().bytes});
  }

 private:
  const BenchCase& given_;
  fmm::Ranks* const ranks_;
  fmm::VortexSystem system_;
};

/// The same with shared elements: each rank has the elements of its part of the tree, as in a flow between two steps,
/// and keeps their results.
class SharedEvaluation final : public SteadyEvaluation {
 public:
  SharedEvaluation(const BenchCase& given, fmm::Ranks& ranks)
      : given_(given),
        ranks_(ranks),
        elements_(partOf(given.work.elements, ranks)),
        targets_(partOf(given.work.targets, ranks)),
        field_(given.settings, ranks, elements_, targets_, {false, true, needsGradient(given.settings)}) {}

  void evaluate() override { field_.evaluate(); }
  const fmm::EvaluationReport& report() const override { return field_.report(); }
  fmm::MeasuredError error() override {
    return measureError(field_, ranks_, given_.work.elements, elements_, targets_, kErrorSamples);
  }
  std::vector<fmm::RankLoad> loads() override { return ranks_.gathered(field_.load()); }

 private:
  const BenchCase& given_;
  fmm::Ranks& ranks_;
  const fmm::Elements elements_;  // this rank's, for comparison
  const std::vector<fmm::Vec3> targets_;
  fmm::SharedField field_;
};

/// Velocities or vorticities at the targets alone.
class TargetsEvaluation final : public SteadyEvaluation {
 public:
  explicit TargetsEvaluation(const BenchCase& given)
      : given_(given), evaluator_(given.settings), result_(given.work.targets.size()) {}

  void evaluate() override {
    fmm::FieldResults results;
    (given_.part == BenchPart::vorticity ? results.vorticity : results.velocity) = viewOf(result_);
    report_ = evaluator_.evaluate(viewOf(given_.work.elements), viewOf(given_.work.targets), results);
  }
  const fmm::EvaluationReport& report() const override { return report_; }
  fmm::MeasuredError error() override {
    const fmm::workloads::Workload& work = given_.work;
    if (given_.part == BenchPart::vorticity)
      return fmm::evaluateVorticity(given_.settings, work.elements, work.targets, kErrorSamples).error;
    fmm::Settings settings = given_.settings;  // with the solver's chosen values, so that only its error is measured
    settings.order = report_.order;
    settings.theta = report_.theta;
    settings.leafElements = report_.leafElements;
    settings.leafPoints = report_.leafPoints;
    return fmm::evaluateField(settings, work.elements, work.targets, false, kErrorSamples).error;
  }

 private:
  const BenchCase& given_;
  fmm::FieldEvaluator evaluator_;
  std::vector<fmm::Vec3> result_;
  fmm::EvaluationReport report_;
};

std::unique_ptr<SteadyEvaluation> makeSteady(const BenchCase& given, fmm::Ranks* ranks, fmm::ElementSharing sharing) {
  if (given.part != BenchPart::flow) return std::make_unique<TargetsEvaluation>(given);
  if (ranks && sharing == fmm::ElementSharing::shared) return std::make_unique<SharedEvaluation>(given, *ranks);
  return std::make_unique<SystemEvaluation>(given, ranks);
}

double secondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A quantile of sorted numbers, interpolated; 0.5: the median.
double quantile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

/// Median and spread of times; 0 without any.
BenchTimes timesOf(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const double median = quantile(seconds, 0.5);
  return {0, median, (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / median};
}

int repeatsWithin(double second) {
  constexpr double kBudget = 1;
  constexpr int kFewest = 5, kMost = 50;
  return std::clamp(static_cast<int>(kBudget / std::max(second, 1e-6)), kFewest, kMost);
}

/// Seconds of direct sums at all `targets`, extrapolated from a subset of evenly spaced targets limited by `pairs`.
double directSeconds(const fmm::Settings& settings, const fmm::Elements& elements,
                     const std::vector<fmm::Vec3>& targets, bool gradient, double pairs, std::size_t& timed) {
  if (targets.empty()) return 0;
  const auto most = static_cast<std::size_t>(std::max(1.0, pairs / static_cast<double>(elements.size())));
  const std::size_t stride = (targets.size() + most - 1) / most;
  std::vector<fmm::Vec3> chosen;
  for (std::size_t i = 0; i < targets.size(); i += stride) chosen.push_back(targets[i]);
  double best = INFINITY;
  for (int run = 0; run < 2; ++run)
    best = std::min(best, fmm::evaluateField(settings, elements, chosen, gradient).report.seconds);
  timed += chosen.size();
  return best * static_cast<double>(targets.size()) / static_cast<double>(chosen.size());
}

void measureDirect(const BenchCase& given, BenchRow& row) {
  constexpr double kPairsOnCpu = 0x1p30, kPairsOnGpu = 0x1p37;  // about 0.2 s each
  fmm::Settings settings = given.settings;
  settings.solver = fmm::SolverKind::direct;
  const double pairs = runsOnGpu(settings.backend) ? kPairsOnGpu : kPairsOnCpu;
  const fmm::Elements& elements = given.work.elements;
  if (given.part == BenchPart::flow)
    row.directSeconds =
        directSeconds(settings, elements, elements.position, needsGradient(settings), pairs, row.directTargets);
  row.directSeconds += directSeconds(settings, elements, given.work.targets, false, pairs, row.directTargets);
}

/// Measures times, stages and traffic between ranks of row.repeats evaluations.
void measureTimes(SteadyEvaluation& steady, fmm::Ranks* ranks, BenchRow& row) {
  std::vector<double> seconds;
  std::map<std::string, std::vector<double>> stages;
  const fmm::RankTraffic before = ranks ? ranks->traffic() : fmm::RankTraffic();
  for (int i = 0; i < row.repeats; ++i) {
    seconds.push_back(secondsOf([&] { steady.evaluate(); }));
    for (const fmm::StageTime& stage : steady.report().stages) stages[stage.name].push_back(stage.seconds);
  }
  if (ranks) {
    const fmm::RankTraffic now = ranks->traffic();
    const auto repeats = static_cast<std::uint64_t>(row.repeats);
    row.ranks = ranks->size();
    row.traffic = {(now.messages - before.messages) / repeats, (now.bytes - before.bytes) / repeats};
  }
  row.report = steady.report();
  for (fmm::StageTime& stage : row.report.stages) stage.seconds = timesOf(stages[stage.name]).median;
  const BenchTimes times = timesOf(seconds);
  row.times.median = times.median;
  row.times.spread = times.spread;
}

}  // namespace

double startBackend(const fmm::Settings& settings) {
  fmm::Settings plain;  // other settings may not suit this workload
  plain.backend = settings.backend;
  plain.precision = settings.precision;
  plain.threads = settings.threads;
  const BenchCase small = benchCase("cube", {4096, 4096}, "thin", plain);
  return secondsOf([&] { makeSteady(small, nullptr, fmm::ElementSharing::everywhere)->evaluate(); });
}

BenchRow measureCase(const BenchCase& given, const BenchOptions& options, fmm::Ranks* ranks) {
  BenchRow row;
  row.workload = given.work.name;
  row.core = given.core;
  row.elements = given.work.elements.size();
  row.targets = given.work.targets.size();
  row.settings = given.settings;
  row.part = given.part;
  const bool flow = given.part == BenchPart::flow;
  const fmm::SharedParts parts = {false, flow, flow && row.settings.stretching != fmm::Stretching::off};
  if (ranks)
    row.sharing =
        fmm::resolve(options.sharing, row.settings, given.work.elements, given.work.targets, parts, ranks->size());
  std::unique_ptr<SteadyEvaluation> steady;
  row.times.first = secondsOf([&] {
    steady = makeSteady(given, ranks, row.sharing);
    steady->evaluate();
  });
  const double warm = secondsOf([&] { steady->evaluate(); });
  row.repeats = options.repeats > 0 ? options.repeats : repeatsWithin(warm);
  if (ranks) ranks->broadcast(&row.repeats, sizeof row.repeats);  // the clock of rank 0 has chosen the number
  measureTimes(*steady, ranks, row);
  row.loads = steady->loads();
  row.error = steady->error();
  row.stretchingError = steady->stretchingError();
  steady.reset();  // frees its memory before direct sums allocate theirs
  if (options.direct && given.part != BenchPart::vorticity && row.ranks == 1) measureDirect(given, row);
  return row;
}

}  // namespace app
