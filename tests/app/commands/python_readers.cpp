#include "app/commands/python_readers.h"

#include <stdexcept>

#include "app/support/run_program.h"

namespace test {
namespace {

constexpr int kNoPackage = 77;  // exit status of the scripts

/// Tries the system's Python first: Debian's packages belong to it, and PATH may lead to another Python.
ProgramResult runScript(const char* script, const std::string& file) {
  ProgramResult result;
  for (const char* python : {"/usr/bin/python3", "python3"}) {
    try {
      result = runArguments({python, script, file});
    } catch (const std::runtime_error&) {  // not there
      result.exitCode = kNoPackage;
    }
    if (result.exitCode != kNoPackage) break;
  }
  return result;
}

}  // namespace

bool vtkIsThere() {
  static const bool there = runScript(RINGLET_VTK_SCRIPT, "/nowhere").exitCode != kNoPackage;
  return there;
}

nlohmann::json readWithVtk(const std::string& path) {
  const ProgramResult result = runScript(RINGLET_VTK_SCRIPT, path);
  // VTK prints errors and continues.
  if (result.exitCode != 0 || !result.err.empty()) throw std::runtime_error("VTK: " + result.err);
  return nlohmann::json::parse(result.out);
}

bool numpyIsThere() {
  static const bool there = runScript(RINGLET_STATE_SCRIPT, "/nowhere").exitCode != kNoPackage;
  return there;
}

nlohmann::json readWithNumpy(const std::string& path) {
  const ProgramResult result = runScript(RINGLET_STATE_SCRIPT, path);
  if (result.exitCode != 0) throw std::runtime_error("NumPy: " + result.err);
  return nlohmann::json::parse(result.out);
}

}  // namespace test
