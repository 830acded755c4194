#pragma once

#include <vector>

#include "camera/camera.h"
#include "render/overlay/line_batch.h"
#include "scene/floor.h"
#include "state/flow_state.h"

namespace app {

/// The largest of ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that is not above `value`, which is more than 0.
double roundStep(double value);

/// Distance between neighbouring lines of the grid: a round number that suits the scene's size [L].
double gridSpacing(const Floor& floor);

/// The ground's grid around what the camera looks at, and where it fades out. Lines run through round coordinates;
/// every fifth is stronger.
struct Grid {
  std::vector<Line> lines;
  fmm::Vec3 focus;   ///< point of the plane about which the lines fade
  double reach = 0;  ///< distance from there where they end [L]
};
Grid gridLines(const Floor& floor, const Camera& camera, const LineColour& colour);

/// The coordinate axes from the origin, a whole number of the grid's steps long, with their letters beside the tips.
std::vector<Line> axisLines(const Floor& floor, const Camera& camera, bool onLight);

/// The lines, and before them each of them wider in the ground's own colour, so that they stand out from what is
/// behind.
std::vector<Line> withHalo(const std::vector<Line>& lines, bool onLight);

/// Colour of the boxes of a level of the tree; they repeat after eight, neighbours differ.
LineColour levelColour(int level, bool onLight);

/// Edges of the tree's cubes, each once: leaves in their level's colour, the cells above them faint. Of very large
/// trees the cells of a level above stand for those below.
struct CellLines {
  std::vector<Line> all;     ///< fainter where a leaf is picked
  std::vector<Line> chosen;  ///< of the near list, and last of the picked leaf, to be drawn over them
};
CellLines cellLines(const TreePicture& tree, bool onLight);

}  // namespace app
