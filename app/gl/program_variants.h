#pragma once

#include <map>
#include <string>
#include <utility>

#include "gl/gl_objects.h"

namespace app {

/// A compute shader in the variants that are asked for, each compiled when it is first needed.
class ProgramVariants {
 public:
  explicit ProgramVariants(std::string file) : file_(std::move(file)) {}

  /// The variant with these defines. Throws as Program does.
  const Program& with(const Program::Defines& defines) {
    Program& program = programs_[defines];
    if (!program) program = Program::compute(file_, defines);
    return program;
  }

 private:
  std::string file_;
  std::map<Program::Defines, Program> programs_;
};

}  // namespace app
