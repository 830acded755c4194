#pragma once

#include <vector>

#include "camera/camera.h"
#include "render/overlay/line_batch.h"
#include "scene/floor.h"
#include "state/flow_state.h"

namespace app {

/// Spacing of the grid: a round number that suits the scene's size [L].
double gridSpacing(const Floor& floor);

/// The ground's grid around the camera's target. Lines run through round coordinates; every fifth is stronger.
struct Grid {
  std::vector<Line> lines;
  fmm::Vec3 focus;   ///< point of the plane around which the lines fade [L]
  double reach = 0;  ///< distance from `focus` at which the lines end [L]
};
Grid gridLines(const Floor& floor, const Camera& camera, const LineColour& colour);

/// The coordinate axes from the origin, a whole number of grid steps long, with letters at the tips.
std::vector<Line> axisLines(const Floor& floor, const Camera& camera, bool onLight);

/// The lines, preceded by wider copies in the colour of the background, so that they stand out.
std::vector<Line> withHalo(const std::vector<Line>& lines, bool onLight);

/// Colour of the boxes of a tree level; colours repeat after eight levels, neighbours differ.
LineColour levelColour(int level, bool onLight);

/// Edges of the tree's boxes, each once: leaves in their level's colour, their ancestors faint. In very large trees,
/// cells of a higher level stand for their descendants.
struct CellLines {
  std::vector<Line> all;     ///< fainter if a leaf is picked
  std::vector<Line> chosen;  ///< near list, then the picked leaf, to be drawn over `all`
};
CellLines cellLines(const TreePicture& tree, bool onLight);

}  // namespace app
