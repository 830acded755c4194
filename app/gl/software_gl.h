#pragma once

namespace app {

/// Does Mesa draw on the processor in the current context? Of the drivers that do, these offer OpenGL 4.5.
bool drawsOnCpu();

}  // namespace app
