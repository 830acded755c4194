#include "commands/bench_steady.h"

#include "fmm/field_evaluator.h"
#include "fmm/vortex_system.h"

namespace app {
namespace {

class SystemEvaluation final : public SteadyEvaluation {
 public:
  SystemEvaluation(const BenchCase& given, fmm::Ranks* ranks)
      : ranks_(ranks),
        elements_(given.work.elements.size()),
        system_(given.settings, given.work.elements, given.work.tracers(), ranks) {}

  void evaluate() override {
    system_.evaluate();
    system_.report();  // evaluate() may return before a GPU is done, its times are known only then
  }
  const fmm::EvaluationReport& report() const override { return system_.report(); }
  fmm::MeasuredError error(std::size_t samples) override { return system_.measureError(samples); }
  std::vector<fmm::RankLoad> loads() override {
    if (!ranks_) return {};
    return ranks_->gathered(fmm::RankLoad{elements_, system_.tracerCount(), 0, 0, system_.report().bytes});
  }

 private:
  fmm::Ranks* const ranks_;
  const std::size_t elements_;
  fmm::VortexSystem system_;
};

/// With elements shared out: they are where their tree is, as in a flow between two steps, and results stay there.
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
  fmm::MeasuredError error(std::size_t samples) override {
    return measureError(field_, ranks_, given_.work.elements, elements_, targets_, samples);
  }
  std::vector<fmm::RankLoad> loads() override { return ranks_.gathered(field_.load()); }

 private:
  const BenchCase& given_;
  fmm::Ranks& ranks_;
  const fmm::Elements elements_;  // this rank's, for comparison
  const std::vector<fmm::Vec3> targets_;
  fmm::SharedField field_;
};

class TargetsEvaluation final : public SteadyEvaluation {
 public:
  explicit TargetsEvaluation(const BenchCase& given)
      : given_(given), evaluator_(given.settings), velocity_(given.work.targets.size()) {}

  void evaluate() override {
    report_ =
        evaluator_.evaluate(viewOf(given_.work.elements), viewOf(given_.work.targets), {viewOf(velocity_), {}, {}});
  }
  const fmm::EvaluationReport& report() const override { return report_; }
  fmm::MeasuredError error(std::size_t samples) override {
    fmm::Settings settings = given_.settings;  // what the solver chose, so that nothing else is measured
    settings.order = report_.order;
    settings.theta = report_.theta;
    settings.leafElements = report_.leafElements;
    settings.leafPoints = report_.leafPoints;
    return fmm::evaluateField(settings, given_.work.elements, given_.work.targets, false, samples).error;
  }

 private:
  const BenchCase& given_;
  fmm::FieldEvaluator evaluator_;
  std::vector<fmm::Vec3> velocity_;
  fmm::EvaluationReport report_;
};

}  // namespace

std::unique_ptr<SteadyEvaluation> makeSteady(const BenchCase& given, fmm::Ranks* ranks, fmm::ElementSharing sharing) {
  if (given.targetsOnly) return std::make_unique<TargetsEvaluation>(given);
  if (ranks && sharing == fmm::ElementSharing::shared) return std::make_unique<SharedEvaluation>(given, *ranks);
  return std::make_unique<SystemEvaluation>(given, ranks);
}

}  // namespace app
