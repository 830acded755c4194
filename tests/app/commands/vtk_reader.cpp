#include "app/commands/vtk_reader.h"

#include <stdexcept>

#include "app/support/run_program.h"

namespace test {
namespace {

constexpr int kNoVtk = 77;  // exit status of the script

/// Debian's package serves the system's Python, which another one may hide in PATH.
ProgramResult runScript(const std::string& file) {
  ProgramResult result;
  for (const char* python : {"/usr/bin/python3", "python3"}) {
    try {
      result = runArguments({python, RINGLET_VTK_SCRIPT, file});
    } catch (const std::runtime_error&) {  // not there
      result.exitCode = kNoVtk;
    }
    if (result.exitCode != kNoVtk) break;
  }
  return result;
}

}  // namespace

bool vtkIsThere() {
  static const bool there = runScript("/nowhere").exitCode != kNoVtk;
  return there;
}

nlohmann::json readWithVtk(const std::string& path) {
  const ProgramResult result = runScript(path);
  // VTK prints what it dislikes and goes on.
  if (result.exitCode != 0 || !result.err.empty()) throw std::runtime_error("VTK: " + result.err);
  return nlohmann::json::parse(result.out);
}

}  // namespace test
