#include "commands/run_exports.h"

#include "files/user_error.h"
#include "scene/element_file.h"
#include "scene/grid_file.h"

namespace app {

RunExports::RunExports(const RunOptions& options) : gridCells_(options.gridCells) {
  if (!options.exportElements.empty()) elements_.emplace(options.exportElements);
  if (!options.exportGrid.empty()) grid_.emplace(options.exportGrid);
}

void RunExports::prepare(std::int64_t frames, bool replace) const {
  for (const auto* files : {&elements_, &grid_}) {
    if (!*files) continue;
    (*files)->prepareFolder();
    const auto other = replace ? std::nullopt : (*files)->inTheWay(frames);
    if (other) throw UserError(*other + ": exists already and is kept; --force replaces it");
  }
}

std::vector<std::string> RunExports::write(const fmm::VortexSystem& system, const fmm::Tracers& tracers,
                                           std::int64_t frames) const {
  std::vector<std::string> written;
  const fmm::Elements elements = system.elements();
  if (elements_) {
    written.push_back(elements_->at(frames));
    writeElements(written.back(), elements, Existing::replace, system.settings().regularisation);
  }
  if (grid_) {
    GridFields fields = fieldsOnGrid(system.settings(), elements, tracers, gridCells_);
    fields.time = system.time();
    written.push_back(grid_->at(frames));
    writeGrid(written.back(), fields, Existing::replace);
  }
  return written;
}

}  // namespace app
