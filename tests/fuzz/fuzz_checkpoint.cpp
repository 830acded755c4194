// Saved states: an archive of arrays if the input begins with "PK", else the text of a state.

#include <nlohmann/json.hpp>

#include "fmm/error.h"
#include "fuzz/fuzz_input.h"
#include "scene/saved/snapshot_text.h"

namespace {

/// readStateText(); false for the exceptions that the reader of checkpoints handles.
bool takes(const std::string& text, app::Checkpoint& checkpoint, app::StateText& state) {
  try {
    state = app::readStateText(text, checkpoint);
    return true;
  } catch (const nlohmann::json::exception&) {
  } catch (const fmm::InvalidInput&) {
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::textOf(data, size);
  if (input.substr(0, 2) == "PK") {
    static fuzz::MemoryFile file;
    file.fill(input);
    fuzz::accepts([&] { app::readCheckpoint(file.path()); });
    return 0;
  }
  app::Checkpoint checkpoint, again;
  app::StateText state;
  if (!takes(std::string(input), checkpoint, state)) return 0;
  checkpoint.scene.name = again.scene.name = "fuzzed";
  const std::string written = app::stateText(checkpoint);
  if (!takes(written, again, state) || app::stateText(again) != written)
    fuzz::fail("the settings are not read as they were written:\n" + written);
  return 0;
}
