// The manual page, made of the command line's own tables.

#include <fmt/format.h>

#include <sstream>

#include "commands/line/command_line.h"
#include "commands/line/command_rows.h"

namespace app {
namespace {

/// Escapes text for roff: backslashes and hyphens print as typed, and no line is taken for a request.
std::string asRoff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool lineBegins = out.empty() || out.back() == '\n';
    if (lineBegins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

/// Preformatted lines, for examples.
std::string verbatim(const std::string& lines) {
  return ".PP\n.nf\n" + asRoff(lines) + "\n.fi\n";
}

std::string paragraph(const OptionRow& row) {
  std::string names;
  for (const std::string& name : row.names)
    names += (names.empty() ? "" : ", ") + std::string("\\fB") + asRoff(name) + "\\fR";
  if (!row.argument.empty()) names = "\\fI" + asRoff(row.argument) + "\\fR";
  if (!row.names.empty() && !row.value.empty()) names += " \\fI" + asRoff(row.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}{}.\n", names, asRoff(row.help), row.range.empty() ? "" : "; " + asRoff(row.range));
}

std::string synopsis(const std::vector<CommandRow>& commands) {
  std::string text = ".SH SYNOPSIS\n\\fBringlet\\fR [\\fIOPTIONS\\fR] [\\fISCENE\\fR]\n";
  for (const CommandRow& command : commands)
    if (!command.name.empty()) text += fmt::format(".br\n\\fBringlet {}\\fR [\\fIOPTIONS\\fR] ...\n", command.name);
  return text;
}

std::string manualPage(const std::vector<CommandRow>& commands) {
  std::string page = fmt::format(".TH RINGLET 1 \"\" \"ringlet {}\" \"User Commands\"\n", RINGLET_VERSION);
  page += ".SH NAME\nringlet \\- show, measure and film three\\-dimensional vortex rings\n" + synopsis(commands);
  page +=
      ".SH DESCRIPTION\nWithout a command, a scene of vortex rings moves in a window, where it can be steered, "
      "measured "
      "and filmed. Each command does its part without a window and needs no display.\n.SH OPTIONS\n";
  for (const CommandRow& command : commands) {
    if (command.name == "run") page += ".SH COMMANDS\n";
    if (!command.name.empty()) page += fmt::format(".SS ringlet {}\n{}.\n", command.name, asRoff(command.about));
    for (const OptionRow& row : command.options) page += paragraph(row);
    if (!command.footer.empty()) page += verbatim(command.footer);
  }
  page +=
      ".SH ENVIRONMENT\n.TP\n\\fBRINGLET_DATA\\fR\nFolder with the program's assets and shaders, in place of "
      "../share/ringlet as seen from the program.\n"
      ".TP\n\\fBRINGLET_SIMD\\fR\nWidest instruction set that sums on the processor may use: SSE4, AVX2 or AVX\\-512.\n"
      ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nAll went well.\n.TP\n\\fB1\\fR\nIt failed; a line on standard error says "
      "why.\n.TP\n\\fB2\\fR\nThe command line is wrong.\n.TP\n\\fB128 + N\\fR\nSignal N ended it (130: Ctrl\\-C); "
      "what was made until then is complete.\n"
      ".SH SEE ALSO\n.BR ffmpeg (1),\n.BR mpirun (1)\n.PP\nThe manual, scene files, settings and file formats are "
      "described in docs/manual.md, docs/scenes.md, docs/settings.md and docs/files.md of the "
      "sources, which packages put into /usr/share/doc/ringlet.\n";
  return page;
}

struct NoOptions {};

int printManual(const NoOptions& /*options*/) {
  fmt::print("{}", manualPage(commandRows()));
  return 0;
}

}  // namespace

/// For packagers: the manual page in section 1.
CommandKind manualKind() {
  CommandKind kind =
      commandKind<NoOptions, printManual>("man", "The manual page, as roff", [](CLI::App&, NoOptions&) {});
  kind.shown = false;
  return kind;
}

}  // namespace app
