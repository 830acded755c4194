#include "app/support/run_program.h"

namespace test {

std::string programPath() {
  return RINGLET_PROGRAM;
}

}  // namespace test
