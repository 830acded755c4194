// Scene files. A scene that is accepted is written and read again as the same text.

#include "fuzz/fuzz_input.h"
#include "scene/text/scene_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  app::Scene scene;
  if (!fuzz::accepts([&] { scene = app::parseScene(fuzz::textOf(data, size), "scene.toml"); })) return 0;
  const std::string written = app::formatScene(scene);
  const bool again = fuzz::accepts([&] { scene = app::parseScene(written, "scene.toml"); });
  if (!again || app::formatScene(scene) != written) fuzz::fail("the scene is not read as it was written:\n" + written);
  return 0;
}
