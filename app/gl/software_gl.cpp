#include "gl/software_gl.h"

#include <string>

#include "gl/headless_context.h"

namespace app {

bool drawsOnCpu() {
  const std::string name = glRendererName();
  return name.rfind("llvmpipe", 0) == 0 || name.rfind("softpipe", 0) == 0;
}

}  // namespace app
