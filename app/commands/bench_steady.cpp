#include "commands/bench_steady.h"

#include "fmm/field_evaluator.h"
#include "fmm/vortex_system.h"

namespace app {
namespace {

class SystemEvaluation final : public SteadyEvaluation {
 public:
  SystemEvaluation(const BenchCase& given, fmm::Ranks* ranks)
      : system_(given.settings, given.work.elements, given.work.tracers(), ranks) {}

  void evaluate() override {
    system_.evaluate();
    system_.report();  // evaluate() may return before a GPU is done, its times are known only then
  }
  const fmm::EvaluationReport& report() const override { return system_.report(); }
  fmm::MeasuredError error(std::size_t samples) override { return system_.measureError(samples); }

 private:
  fmm::VortexSystem system_;
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

std::unique_ptr<SteadyEvaluation> makeSteady(const BenchCase& given, fmm::Ranks* ranks) {
  if (given.targetsOnly) return std::make_unique<TargetsEvaluation>(given);
  return std::make_unique<SystemEvaluation>(given, ranks);
}

}  // namespace app
