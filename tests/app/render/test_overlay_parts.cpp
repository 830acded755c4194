// Lines, floor and picking, tested without pictures.

#include "app/support/free_leapfrog.h"
#include "camera/camera_rays.h"
#include "render/overlay/overlay_lines.h"
#include "scene/floor.h"
#include "scene/round_step.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

fmm::TreeCell cell(fmm::Vec3 centre, double halfEdge, bool leaf = true, int level = 1) {
  fmm::TreeCell made;
  made.centre = centre;
  made.halfEdges = {halfEdge, halfEdge, halfEdge};
  made.low = centre - 0.5 * fmm::Vec3{halfEdge, halfEdge, halfEdge};
  made.high = centre + 0.5 * fmm::Vec3{halfEdge, halfEdge, halfEdge};
  made.leaf = leaf;
  made.level = level;
  made.tracers = 1;
  made.firstTracer = 0;
  return made;
}

fmm::Vec3 pointOf(const float (&p)[3]) {
  return {p[0], p[1], p[2]};
}

TEST(Grid, StepsAreRound) {
  EXPECT_DOUBLE_EQ(roundStep(0.36), 0.2);
  EXPECT_DOUBLE_EQ(roundStep(0.2), 0.2);
  EXPECT_DOUBLE_EQ(roundStep(0.5), 0.5);
  EXPECT_DOUBLE_EQ(roundStep(9.99), 5);
  EXPECT_DOUBLE_EQ(roundStep(10), 10);
  EXPECT_DOUBLE_EQ(roundStep(1.7e-7), 1e-7);
  EXPECT_DOUBLE_EQ(roundStep(4.2e6), 2e6);
}

TEST(Grid, LiesInThePlanePerpendicularToUp) {
  for (const fmm::Vec3 direction : {fmm::Vec3{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {1, -2, 0.5}}) {
    Floor floor;
    floor.up = (1 / fmm::norm(direction)) * direction;
    floor.height = -0.7;
    floor.size = 0.9;
    const Camera camera(CameraPose{{3, 2.5, 3}, {0.4, 0.1, -0.3}, {0, 1, 0}, 35});
    const Grid grid = gridLines(floor, camera, {});
    ASSERT_GT(grid.lines.size(), 20u);
    EXPECT_LT(grid.lines.size(), 200u);
    for (const Line& line : grid.lines) {
      const fmm::Vec3 a = pointOf(line.from), b = pointOf(line.to);
      EXPECT_NEAR(fmm::dot(a, floor.up), floor.height, 1e-5);
      EXPECT_NEAR(fmm::dot(b, floor.up), floor.height, 1e-5);
      EXPECT_LT(fmm::norm(a - grid.focus), grid.reach * 1.001);
    }
  }
}

TEST(Grid, EndsWhereCoordinatesDoNotTellItsLinesApart) {
  Floor floor;
  floor.size = 1e-8;
  const Camera camera(CameraPose{{1e9, 0.5, 1}, {1e9, 0, 0}, {0, 1, 0}, 35});
  EXPECT_LT(gridLines(floor, camera, {}).lines.size(), 200u);
}

TEST(Grid, RunsThroughRoundCoordinates) {
  Floor floor;
  floor.size = 0.9;  // lines every 0.2
  const Camera camera(CameraPose{{3.3, 2.5, 3.1}, {0.43, 0, -0.31}, {0, 1, 0}, 35});
  for (const Line& line : gridLines(floor, camera, {}).lines) {
    const double x = line.from[0] / gridSpacing(floor), z = line.from[2] / gridSpacing(floor);
    const bool alongX = std::abs(line.from[2] - line.to[2]) < 1e-5F;
    const double constant = alongX ? z : x;
    EXPECT_NEAR(constant, std::round(constant), 1e-3);
  }
}

TEST(Floor, LiesBelowAllParticles) {
  Scene scene = test::freeLeapfrog();
  scene.elements = 512;
  scene.tracers = 2000;
  const fmm::Elements elements = makeElements(scene);
  for (const fmm::Vec3 up : {fmm::Vec3{0, 2, 0}, {0, 0, -1}, {1, 1, 1}}) {
    scene.camera.up = up;
    const Floor floor = floorOf(scene, elements);
    EXPECT_NEAR(fmm::norm(floor.up), 1, 1e-12);
    double lowest = 1e9, farthest = 0;
    for (const fmm::Vec3& x : makeTracers(scene).position) {
      lowest = std::min(lowest, fmm::dot(floor.up, x));
      farthest = std::max(farthest, fmm::norm(x));
    }
    EXPECT_LT(floor.height, lowest);
    EXPECT_GT(floor.height, lowest - 0.2);
    EXPECT_NEAR(floor.size, farthest, 0.3 * farthest);
  }
  scene.settings.ground = fmm::GroundPlane{{0, 0, -0.9}, {0, 0, 2}};
  const Floor ground = floorOf(scene, elements);
  EXPECT_EQ(ground.up, (fmm::Vec3{0, 0, 1}));
  EXPECT_DOUBLE_EQ(ground.height, -0.9);
}

TEST(Floor, LiesBelowBodiesInSpace) {
  Scene scene;
  fmm::Body wing;
  wing.shape = fmm::BodyShape::wing;
  wing.centre = {1, -2, 0};
  wing.angle = -90;  // on its edge: half a chord to each side
  scene.settings.bodies = {wing};
  const Floor alone = floorOf(scene, {});
  EXPECT_NEAR(alone.height, -2.5, 0.06);
  EXPECT_LT(alone.height, -2.5);
  EXPECT_NEAR(fmm::norm(alone.middle - wing.centre), 0, 0.05);
  EXPECT_NEAR(alone.size, std::hypot(0.5, 1), 0.05) << "half a chord and half a span";
  fmm::Elements elements;
  elements.position = {{0, -4, 0}, {0, 2, 0}};
  EXPECT_LT(floorOf(scene, elements).height, -4);
  elements.position = {{0, 0, 0}, {0, 2, 0}};
  EXPECT_NEAR(floorOf(scene, elements).height, -2.5, 0.2);
}

double lengthOf(const std::vector<Line>& lines) {
  double sum = 0;
  for (const Line& line : lines) sum += fmm::norm(pointOf(line.to) - pointOf(line.from));
  return sum;
}

TEST(CellLines, SharedEdgesAreDrawnOnce) {
  TreePicture tree;
  tree.cells = {cell({0, 0, 0}, 0.5), cell({1, 0, 0}, 0.5)};
  const std::vector<Line> lines = cellLines(tree, false).all;
  EXPECT_EQ(lines.size(), 16u) << "four edges go on from one cube to the other";
  EXPECT_DOUBLE_EQ(lengthOf(lines), 20) << "of 24 edges of length 1 four are shared";
  tree.cells[1] = cell({1, 0, 0}, 0.5, true, 2);
  EXPECT_EQ(cellLines(tree, false).all.size(), 20u) << "levels have colours of their own";
}

TEST(CellLines, ContinuedEdgesJoinInAnyOrder) {
  TreePicture tree;
  for (const int x : {4, 0, 2, 1, 3, 5}) tree.cells.push_back(cell({1. * x, 0, 0}, 0.5));
  const std::vector<Line> lines = cellLines(tree, false).all;
  EXPECT_EQ(lines.size(), 4u + 2 * 2 * 7);
  EXPECT_DOUBLE_EQ(lengthOf(lines), 4 * 6 + 2 * 2 * 7);
}

TEST(CellLines, ThePickedLeafComesLast) {
  TreePicture tree;
  tree.cells = {cell({0, 0, 0}, 0.5), cell({1, 0, 0}, 0.5), cell({2, 0, 0}, 0.5)};
  EXPECT_TRUE(cellLines(tree, false).chosen.empty());
  tree.picked = 1;
  tree.near = {0, 1};
  const std::vector<Line> lines = cellLines(tree, false).chosen;
  ASSERT_EQ(lines.size(), 48u) << "two boxes with their halos";
  for (std::size_t i = 24; i < lines.size(); ++i) {
    EXPECT_GE(lines[i].from[0], 0.5F);
    EXPECT_LE(lines[i].to[0], 1.5F);
  }
  EXPECT_EQ(lines.back().colour, packColour({1, 1, 1, 1}));
}

TEST(CellLines, OfVeryLargeTreesUpperCellsStandForWhatIsBelow) {
  TreePicture tree;
  tree.cells = {cell({0, 0, 0}, 64, false, 0)};
  for (int level = 1, n = 4; level <= 2; ++level, n = 40) {
    const double edge = 128. / n;
    for (int x = 0; x < n; ++x)
      for (int y = 0; y < n; ++y)
        for (int z = 0; z < n; ++z)
          tree.cells.push_back(
              cell({edge * (x + 0.5) - 64, edge * (y + 0.5) - 64, edge * (z + 0.5) - 64}, edge / 2, level == 2, level));
  }
  ASSERT_GT(tree.cells.size(), 64000u);
  const std::vector<Line> lines = cellLines(tree, false).all;
  EXPECT_EQ(lines.size(), 12u + 3 * 5 * 5);  // the root's, and a lattice of 4 cells a side
}

TEST(CellPick, TakesTheNearestLeafAndThenTheOnesBehind) {
  const std::vector<fmm::TreeCell> cells = {cell({0, 0, 0}, 4, false, 0), cell({0, 0, -1}, 0.5), cell({0, 0, 2}, 0.5),
                                            cell({3, 0, 0}, 0.5)};
  const Camera camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  const Ray middle = rayThrough(camera, 0.5, 0.5, 1.5);
  EXPECT_EQ(pickLeaf(cells, middle), 2u);
  EXPECT_EQ(pickLeaf(cells, middle, 2), 1u);
  EXPECT_EQ(pickLeaf(cells, middle, 1), 2u) << "from the last to the first";
  EXPECT_EQ(pickLeaf(cells, middle, 3), 2u) << "the one picked before lies elsewhere";
  EXPECT_EQ(pickLeaf(cells, rayThrough(camera, 0.02, 0.5, 1.5)), std::nullopt);
  // Cell 3, at x = 3 and 5 away, is right of the picture's edge at tan(17.5 degrees) * 5 * 1.5 = 2.36.
  EXPECT_EQ(pickLeaf(cells, Ray{{0, 0, 5}, {3, 0, -5}}), 3u);
  EXPECT_EQ(pickLeaf(cells, Ray{{0, 0, 5}, {0, 0, 1}}), std::nullopt) << "behind the camera";
  EXPECT_EQ(pickLeaf(cells, Ray{{0, 0, -1}, {0, 1, 0}}), 1u) << "from inside";
}

TEST(CellPick, RaysGoThroughWhatThePointerShows) {
  const Camera camera(CameraPose{{2, 1, 3}, {0.2, 0, 0}, {0, 1, 0}, 50});
  for (const fmm::Vec3 p : {fmm::Vec3{0, 0, 0}, {0.5, -0.3, 0.4}, {-0.6, 0.2, -0.1}}) {
    const glm::vec4 clip = camera.viewProjection(1.6) * glm::vec4(p.x, p.y, p.z, 1);
    const Ray ray = rayThrough(camera, (clip.x / clip.w + 1) / 2, (1 - clip.y / clip.w) / 2, 1.6);
    const fmm::Vec3 to = p - ray.origin;
    EXPECT_LT(fmm::norm(fmm::cross(to, ray.direction)) / (fmm::norm(to) * fmm::norm(ray.direction)), 1e-4);
    EXPECT_GT(fmm::dot(to, ray.direction), 0);
  }
}

TEST(CellPick, StepsThroughAllLeaves) {
  const std::vector<fmm::TreeCell> cells = {cell({}, 4, false), cell({}, 1), cell({}, 1, false), cell({}, 1)};
  EXPECT_EQ(nextLeaf(cells, std::nullopt), 1u);
  EXPECT_EQ(nextLeaf(cells, 1), 3u);
  EXPECT_EQ(nextLeaf(cells, 3), 1u);
  EXPECT_EQ(nextLeaf({}, std::nullopt), std::nullopt);
  EXPECT_EQ(nextLeaf({cell({}, 1, false)}, std::nullopt), std::nullopt);
}

TEST(CellPick, FindsTheLeafOfAPoint) {
  const std::vector<fmm::TreeCell> cells = {cell({}, 4, false), cell({-2, 0, 0}, 1), cell({2, 0, 0}, 1)};
  EXPECT_EQ(leafNearest(cells, {2.2, 0.1, 0}), 2u);
  EXPECT_EQ(leafNearest(cells, {-0.4, 0, 0}), 1u);
  EXPECT_EQ(leafNearest({}, {}), std::nullopt);
}

}  // namespace
}  // namespace app
