#include "commands/run_exports.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/file_name.h"
#include "files/user_error.h"
#include "scene/element_file.h"
#include "scene/grid_file.h"
#include "scene/particle_file.h"
#include "scene/tracer_tags.h"

namespace app {
namespace {

GridShape shapeOf(const GridBox& box, int longest) {
  const fmm::Vec3 size = box.high - box.low;
  const double spacing = box.spacing.value_or(std::max({size.x, size.y, size.z}) / longest);
  constexpr double kMostAlong = 4096, kMost = 512. * 512 * 512;
  const double cells[] = {size.x / spacing, size.y / spacing, size.z / spacing};
  if (std::max({cells[0], cells[1], cells[2]}) > kMostAlong ||
      std::max(cells[0], 1.) * std::max(cells[1], 1.) * std::max(cells[2], 1.) > kMost)
    throw UsageError(
        fmt::format("--grid-spacing {} makes {:.3g} x {:.3g} x {:.3g} cells of --grid-box; allowed: 4096 "
                    "along an edge and 1.34e8 in all",
                    spacing, cells[0], cells[1], cells[2]));
  return gridIn(box.low, box.high, spacing);
}

}  // namespace

RunExports::RunExports(const RunOptions& options) : gridCells_(options.gridCells) {
  if (!options.exportElements.empty()) elements_.emplace(options.exportElements);
  if (!options.exportGrid.empty()) grid_.emplace(options.exportGrid);
  if (options.gridBox) gridShape_ = shapeOf(*options.gridBox, options.gridCells);
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
                                           const Scene& scene, std::int64_t frames) const {
  std::vector<std::string> written;
  const fmm::Elements elements = system.elements();
  if (elements_ && endingOf(elements_->at(frames)) == kVtkEnding) {
    ParticleFields fields = fieldsAtParticles(system.settings(), elements, tracers);
    fields.births = ringBirths(scene);
    fields.time = system.time();
    written.push_back(elements_->at(frames));
    writeParticles(written.back(), fields, Existing::replace);
    elements_->note(frames, fields.time);
  } else if (elements_) {
    written.push_back(elements_->at(frames));
    writeElements(written.back(), elements, Existing::replace, system.settings().regularisation);
  }
  if (grid_) {
    GridFields fields = gridShape_ ? fieldsOnGrid(system.settings(), elements, tracers, *gridShape_)
                                   : fieldsOnGrid(system.settings(), elements, tracers, gridCells_);
    fields.time = system.time();
    written.push_back(grid_->at(frames));
    writeGrid(written.back(), fields, Existing::replace);
    grid_->note(frames, fields.time);
  }
  return written;
}

}  // namespace app
