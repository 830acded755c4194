// What this program itself parses of saved states: the seal behind their end, and the text of their settings. The HDF5
// around it is read by libhdf5, which is not ours to fuzz: version 1.10 reads beyond its buffers on some damaged files,
// and what it does is kept apart from the program.

#include <nlohmann/json.hpp>

#include "files/file_seal.h"
#include "fmm/error.h"
#include "fuzz/fuzz_input.h"
#include "scene/snapshot_text.h"

namespace {

constexpr std::size_t kElements = 1000;

/// readSettingsText() with the errors that a checkpoint's reader answers to.
bool takes(const std::string& text, app::Checkpoint& checkpoint) {
  try {
    app::readSettingsText(text, kElements, checkpoint);
    return true;
  } catch (const nlohmann::json::exception&) {
  } catch (const fmm::InvalidInput&) {
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  file.fill(fuzz::textOf(data, size));
  fuzz::accepts([&] {
    app::InputFile input(file.path());
    app::checkSeal(input);
  });

  app::Checkpoint checkpoint;
  checkpoint.steps = 100;
  if (!takes(std::string(fuzz::textOf(data, size)), checkpoint)) return 0;
  const std::string written = app::settingsText(checkpoint);
  if (!takes(written, checkpoint) || app::settingsText(checkpoint) != written)
    fuzz::fail("the settings are not read as they were written:\n" + written);
  return 0;
}
