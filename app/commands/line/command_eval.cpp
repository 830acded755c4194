// The options of `ringlet eval`.

#include <string_view>

#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "files/row_file.h"
#include "fmm/settings.h"
#include "fmm/settings_table.h"
#include "scene/element_file.h"

namespace app {
namespace {

void addEval(CLI::App& eval, EvalOptions& out) {
  eval.add_option(
          "ELEMENTS", out.elements,
          "CSV with the header x,y,z,ax,ay,az[,sigma[,ring[,core]]], in the plane x,y,gamma[,...], NPY [N][6 to 9] or "
          "[N][3 to 6], or the elements of a checkpoint (.ringlet); columns in any order, with others beside them; -: "
          "CSV from standard input")
      ->required()
      ->check(endingOr(hasElementEnding, kStandardStream, ".csv, .npy and .ringlet, or - for standard input"))
      ->type_name("FILE");
  eval.add_option("--targets", out.targets,
                  "CSV with the columns x,y,z, in the plane x,y, or NPY [M][3] or [M][2]; -: CSV from standard input")
      ->required()
      ->check(endingOr(hasRowEnding, kStandardStream, ".csv and .npy, or - for a standard stream"))
      ->type_name("FILE");
  eval.add_option(
          "--output", out.output,
          "CSV x,y,z,ux,uy,uz[,j11..j33], in the plane x,y,ux,uy[,j11..j22], or NPY [M] of as many columns; j_ik = "
          "du_i/dx_k; -: CSV to standard output")
      ->required()
      ->check(endingOr(hasRowEnding, kStandardStream, ".csv and .npy, or - for a standard stream"))
      ->type_name("FILE");
  fmm::FieldSettings& field = out.settings;
  addSetting(
      eval, "--space", fmm::settingOf(&fmm::FieldSettings::space),
      [&out](fmm::Space space) { out.space = out.settings.space = space; },
      "default: what a checkpoint says, else space");
  CLI::Option* tolerance =
      addSetting(eval, "--tolerance", field, &fmm::FieldSettings::tolerance, "default 1e-4; float: 1e-6 at the finest");
  eval.add_flag_callback(
          "--direct", [&out] { out.settings.solver = fmm::SolverKind::direct; }, "Sum over every pair instead")
      ->excludes(tolerance);
  addSetting(
      eval, "--regularisation", fmm::settingOf(&fmm::FieldSettings::regularisation),
      [&out](fmm::Regularisation core) { out.core = core; },
      "default: what the file of elements says, else gaussian; rosenhead with --direct only");
  eval.add_option("--core-radius", out.coreRadius,
                  "Core radius of all elements, instead of the sigma column; 0: singular")
      ->check(numberIn({0, 1e30}));
  eval.add_flag("--gradient", out.gradient, "Velocity gradient as well, row-major");
  addSetting(eval, "--precision", field, &fmm::FieldSettings::precision, "digits of the output, too; default float");
  addSetting(eval, "--backend", field, &fmm::FieldSettings::backend);
  addSetting(eval, "--threads", field, &fmm::FieldSettings::threads);
  addTuning(eval, field);
  addSharing(eval, out.sharing);
  addGpu(eval, out);
  eval.add_flag("--force", out.force, "Replace the output file if it is already there");
  eval.add_flag("--strict", out.strict, "Exit code 1 if the error may be above the tolerance; the output is written");
  eval.add_flag("--quiet", out.quiet, "No report; warnings still appear");
  eval.add_flag("--json", out.json, "Report as JSON on standard output");
  eval.callback([&out] {
    if (out.elements == kStandardStream && out.targets == kStandardStream)
      throw CLI::ValidationError("--targets", "standard input is ELEMENTS already; allowed: one of them");
    if (out.output == kStandardStream && out.json)
      throw CLI::ValidationError("--json", "would mix with --output -; give one of them");
    if (out.core) out.settings.regularisation = *out.core;
    requireEffect(out.settings);
    const fmm::SettingRule* broken = fmm::brokenRule(out.settings);
    if (broken && std::string_view(broken->key) == fmm::settingOf(&fmm::FieldSettings::regularisation).key)
      throw CLI::ValidationError("--regularisation",
                                 std::string(fmm::toString(out.settings.regularisation)) + " needs --direct");
  });
  eval.footer(
      "Examples:\n"
      "  ringlet eval elements.csv --targets grid.csv --output field.csv --tolerance 1e-5\n"
      "  ringlet eval elements.npy --targets grid.npy --output field.npy --direct --precision double --gradient\n"
      "  ringlet eval state.ringlet --targets - --output - --quiet < points.csv > field.csv");
}

}  // namespace

CommandKind evalKind() {
  return commandKind<EvalOptions>("eval", "Compute the velocity (and its gradient) of given elements at given points",
                                  addEval, evalCommand);
}

}  // namespace app
