// Files of looks. A look that is accepted is written and read again as the same view.

#include "fuzz/fuzz_input.h"
#include "scene/text/look_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  app::Look look;
  if (!fuzz::accepts([&] { look = app::parseLook(fuzz::textOf(data, size), "look.toml"); })) return 0;
  const std::string written = app::formatLook(look.view);
  app::Look again;
  if (!fuzz::accepts([&] { again = app::parseLook(written, "look.toml"); }) || !(again.view == look.view))
    fuzz::fail("the look is not read as it was written:\n" + written);
  return 0;
}
