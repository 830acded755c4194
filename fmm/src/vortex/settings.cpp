#include "fmm/settings.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "expansion/cores/with_core.h"
#include "fmm/core_facts.h"
#include "fmm/error.h"

namespace fmm {
namespace {

template <class Enum, std::size_t N>
using NameTable = std::array<std::pair<Enum, std::string_view>, N>;

constexpr NameTable<Backend, 3> kBackends{
    {{Backend::automatic, "auto"}, {Backend::cpu, "cpu"}, {Backend::cuda, "cuda"}}};
constexpr NameTable<Precision, 2> kPrecisions{{{Precision::single, "float"}, {Precision::real64, "double"}}};
constexpr NameTable<SolverKind, 2> kSolvers{{{SolverKind::fmm, "fmm"}, {SolverKind::direct, "direct"}}};
constexpr NameTable<Stretching, 4> kStretchings{{{Stretching::off, "off"},
                                                 {Stretching::classical, "classical"},
                                                 {Stretching::transpose, "transpose"},
                                                 {Stretching::mixed, "mixed"}}};
constexpr NameTable<Integrator, 4> kIntegrators{
    {{Integrator::euler, "euler"}, {Integrator::rk2, "rk2"}, {Integrator::rk3, "rk3"}, {Integrator::rk4, "rk4"}}};
constexpr NameTable<Formulation, 2> kFormulations{
    {{Formulation::classic, "classic"}, {Formulation::reformulated, "reformulated"}}};
constexpr NameTable<Diffusion, 2> kDiffusions{
    {{Diffusion::coreSpreading, "core_spreading"}, {Diffusion::strengthExchange, "strength_exchange"}}};

constexpr const auto& tableOf(Backend) {
  return kBackends;
}
constexpr const auto& tableOf(Precision) {
  return kPrecisions;
}
constexpr const auto& tableOf(SolverKind) {
  return kSolvers;
}
constexpr const auto& tableOf(Regularisation) {
  return kCoreNames;
}
constexpr const auto& tableOf(Stretching) {
  return kStretchings;
}
constexpr const auto& tableOf(Integrator) {
  return kIntegrators;
}
constexpr const auto& tableOf(Formulation) {
  return kFormulations;
}
constexpr const auto& tableOf(Diffusion) {
  return kDiffusions;
}

template <class Enum>
std::string_view nameOf(Enum value) {
  for (const auto& [candidate, name] : tableOf(value)) {
    if (candidate == value) return name;
  }
  assert(!"enumerator without a name");
  return "?";
}

/// "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string coresWithFarField() {
  std::vector<std::string_view> names;
  for (const Regularisation kind : allCores()) {
    if (coreFacts(kind).farField) names.push_back(nameOf(kind));
  }
  return alternatives(names);
}

std::string shortest(double value) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

[[noreturn]] void reject(const char* field, const std::string& value, const std::string& allowed) {
  throw InvalidInput(std::string(field) + " = " + value + ": allowed is " + allowed);
}

/// NaN fails every comparison, so it is rejected too.
void requireRange(const char* field, double value, double low, double high) {
  if (!(value >= low && value <= high)) reject(field, shortest(value), shortest(low) + " to " + shortest(high));
}

void requireZeroOrRange(const char* field, double value, double low, double high) {
  if (value == 0 || (value >= low && value <= high)) return;
  reject(field, shortest(value), "0 (chosen by the program) or " + shortest(low) + " to " + shortest(high));
}

constexpr double kLargestTolerance = 0.1;
constexpr double kSmallestToleranceSingle = 1e-6;
constexpr double kSmallestToleranceDouble = 1e-10;
constexpr double kLargestTimeStep = 1e12;
constexpr double kSmallestCourant = 1e-3, kLargestCourant = 2;
constexpr double kLargestRate = 1e12;
constexpr double kSmallestGrowth = 1.05, kLargestGrowth = 10;
constexpr double kSmallestOverlap = 0.1, kLargestOverlap = 10;
constexpr double kLargestMergeTolerance = 0.1;
constexpr std::size_t kLargestBudget = std::size_t(1) << 30;
constexpr int kMostThreads = 1024;
constexpr int kLargestLeaf = 1 << 20;

void requireOffOrRange(const char* field, double value, double low, double high) {
  if (value == 0 || (value >= low && value <= high)) return;
  reject(field, shortest(value), "0 (off) or " + shortest(low) + " to " + shortest(high));
}

/// What lets elements of the flow forget where they come from.
void validateRefinement(const Settings& s) {
  requireRange("viscosity", s.viscosity, 0, kLargestRate);
  requireOffOrRange("coreGrowth", s.coreGrowth, kSmallestGrowth, kLargestGrowth);
  requireRange("relaxation", s.relaxation, 0, kLargestRate);
  requireOffOrRange("minimumOverlap", s.minimumOverlap, kSmallestOverlap, kLargestOverlap);
  requireRange("mergeTolerance", s.mergeTolerance, 0, kLargestMergeTolerance);
  if (s.elementBudget > kLargestBudget)
    reject("elementBudget", std::to_string(s.elementBudget), "0 (chosen by the program) to 2^30");
  if (s.viscosity > 0 && s.diffusion == Diffusion::coreSpreading && !coreFacts(s.regularisation).heatKernel)
    reject("viscosity",
           shortest(s.viscosity) +
               " with diffusion = core_spreading and regularisation = " + std::string(nameOf(s.regularisation)),
           "regularisation = gaussian, the only core that stays one of its kind, or diffusion = strength_exchange");
  const std::string oneWay(irreversiblePart(s));
  if (s.timeStep < 0 && !oneWay.empty())
    reject("timeStep", shortest(s.timeStep), "more than 0 with " + oneWay + ", which cannot be undone");
}

}  // namespace

std::string_view toString(Backend value) {
  return nameOf(value);
}
std::string_view toString(Precision value) {
  return nameOf(value);
}
std::string_view toString(SolverKind value) {
  return nameOf(value);
}
std::string_view toString(Regularisation value) {
  return nameOf(value);
}
std::string_view toString(Stretching value) {
  return nameOf(value);
}
std::string_view toString(Integrator value) {
  return nameOf(value);
}
std::string_view toString(Formulation value) {
  return nameOf(value);
}
std::string_view toString(Diffusion value) {
  return nameOf(value);
}

template <class Enum>
std::optional<Enum> parse(std::string_view name) {
  for (const auto& [candidate, candidateName] : tableOf(Enum{})) {
    if (candidateName == name) return candidate;
  }
  return std::nullopt;
}

template <class Enum>
std::string allowedNames() {
  std::vector<std::string_view> names;
  for (const auto& entry : tableOf(Enum{})) names.push_back(entry.second);
  return alternatives(names);
}

template std::optional<Backend> parse(std::string_view);
template std::optional<Precision> parse(std::string_view);
template std::optional<SolverKind> parse(std::string_view);
template std::optional<Regularisation> parse(std::string_view);
template std::optional<Stretching> parse(std::string_view);
template std::optional<Integrator> parse(std::string_view);
template std::optional<Formulation> parse(std::string_view);
template std::optional<Diffusion> parse(std::string_view);
template std::string allowedNames<Backend>();
template std::string allowedNames<Precision>();
template std::string allowedNames<SolverKind>();
template std::string allowedNames<Regularisation>();
template std::string allowedNames<Stretching>();
template std::string allowedNames<Integrator>();
template std::string allowedNames<Formulation>();
template std::string allowedNames<Diffusion>();

std::string_view irreversiblePart(const Settings& settings) {
  if (settings.viscosity > 0) return "viscosity";
  if (settings.relaxation > 0) return "relaxation";
  return settings.minimumOverlap > 0 ? "minimumOverlap" : "";
}

void Settings::validate() const {
  if (timeStep == 0 || !(std::abs(timeStep) <= kLargestTimeStep)) {
    const std::string largest = shortest(kLargestTimeStep);
    reject("timeStep", shortest(timeStep), "-" + largest + " to " + largest + ", not 0");
  }
  validateRefinement(*this);
  if (courant != 0) requireRange("courant", courant, kSmallestCourant, kLargestCourant);
  if (ground) {
    const double length = norm(ground->normal);
    if (!(length > 0) || !std::isfinite(length)) reject("ground normal", "of length " + shortest(length), "any but 0");
    if (!std::isfinite(norm(ground->point))) reject("ground point", "not finite", "finite coordinates");
  }
  if (formulation == Formulation::reformulated && stretching == Stretching::off)
    reject("formulation", "reformulated", "classic without stretching");
  // Direct sums ignore the tolerance, so the finer range is open to them in float too.
  const bool fine = precision == Precision::real64 || solver == SolverKind::direct;
  if (!fine && tolerance >= kSmallestToleranceDouble && tolerance < kSmallestToleranceSingle)
    reject("tolerance", shortest(tolerance), "1e-06 to 0.1 in float; precision double takes 1e-10 and more");
  requireRange("tolerance", tolerance, fine ? kSmallestToleranceDouble : kSmallestToleranceSingle, kLargestTolerance);
  requireRange("threads", threads, 0, kMostThreads);
  requireZeroOrRange("order", order, 4, 16);
  requireZeroOrRange("theta", theta, 0.2, 0.9);
  requireZeroOrRange("leafElements", leafElements, 1, kLargestLeaf);
  requireZeroOrRange("leafPoints", leafPoints, 1, kLargestLeaf);
  if (!coreFacts(regularisation).farField && solver != SolverKind::direct) {
    const std::string name(nameOf(regularisation));
    reject("regularisation", name, coresWithFarField() + " with solver = fmm; " + name + " needs direct");
  }
}

bool operator==(const Settings& a, const Settings& b) {
  return a.backend == b.backend && a.precision == b.precision && a.solver == b.solver &&
         a.regularisation == b.regularisation && a.stretching == b.stretching && a.integrator == b.integrator &&
         a.formulation == b.formulation && a.courant == b.courant && a.viscosity == b.viscosity &&
         a.diffusion == b.diffusion && a.coreGrowth == b.coreGrowth && a.relaxation == b.relaxation &&
         a.minimumOverlap == b.minimumOverlap && a.elementBudget == b.elementBudget &&
         a.mergeTolerance == b.mergeTolerance && a.ground == b.ground && a.timeStep == b.timeStep &&
         a.tolerance == b.tolerance && a.threads == b.threads && a.order == b.order && a.theta == b.theta &&
         a.leafElements == b.leafElements && a.leafPoints == b.leafPoints;
}

}  // namespace fmm
