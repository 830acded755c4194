// layout.toml. A layout that is accepted is written and read again as the same text.

#include "fuzz/fuzz_input.h"
#include "panel/panel_layout.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  app::PanelLayout layout;
  if (!fuzz::accepts([&] { layout = app::parseLayout(fuzz::textOf(data, size), "layout.toml"); })) return 0;
  const std::string written = app::formatLayout(layout);
  const bool again = fuzz::accepts([&] { layout = app::parseLayout(written, "layout.toml"); });
  if (!again || app::formatLayout(layout) != written)
    fuzz::fail("the layout is not read as it was written:\n" + written);
  return 0;
}
