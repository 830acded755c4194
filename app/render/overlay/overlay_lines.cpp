#include "render/overlay/overlay_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/round_step.h"

namespace app {
namespace {

constexpr double kSpacingShare = 0.35;     // of the scene's size, before it is rounded down
constexpr double kSmallestReach = 3;       // of the grid, in sizes of the scene
constexpr double kReachInDistances = 1.6;  // of the grid, in distances of the camera
constexpr double kMostLines = 40;          // of the grid, to either side
constexpr double kFarthest = 1e12;         // grid lines from the origin; coordinates do not resolve farther lines
constexpr int kStrongEvery = 5;
constexpr double kGridWidth = 1.1, kStrongWidth = 1.6;  // pixels of 720 rows, as all widths here
constexpr float kStrongGain = 1.8F;

constexpr double kAxisShare = 1.05;  // of the scene's size, before it is rounded
constexpr double kAxisWidth = 2, kLetterWidth = 1.7;
constexpr double kHeadLength = 10, kHeadHalf = 4.5;      // pixels
constexpr double kLetterDistance = 15, kLetterHalf = 5;  // pixels
constexpr float kHalo = 2.4F;                            // pixels, both sides together
constexpr double kRows = 720;
constexpr double kPi = 3.14159265358979323846;

fmm::Vec3 unit(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}

/// Two unit vectors that span the plane perpendicular to `up`: the coordinate axes themselves where they lie in it.
std::array<fmm::Vec3, 2> planeAxes(fmm::Vec3 up) {
  const double x = std::abs(up.x), y = std::abs(up.y), z = std::abs(up.z);
  const fmm::Vec3 start = x <= y && x <= z ? fmm::Vec3{1, 0, 0} : z <= y ? fmm::Vec3{0, 0, 1} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 first = unit(start - fmm::dot(start, up) * up);
  return {first, fmm::cross(first, up)};
}

/// The camera's axes in the picture, and the size of a pixel of 720 rows at a depth of 1.
struct Screen {
  explicit Screen(const Camera& camera) : pose(camera.pose()) {
    forward = unit(pose.target - pose.eye);
    right = unit(fmm::cross(forward, pose.up));
    up = fmm::cross(right, forward);
    pixel = 2 * std::tan(pose.fieldOfView * kPi / 360) / kRows;
  }
  /// A shift by pixels to the right and up, at the depth of the point `from` [L].
  fmm::Vec3 shift(fmm::Vec3 from, double x, double y) const {
    const double scale = pixel * std::max(0.0, fmm::dot(from - pose.eye, forward));
    return (scale * x) * right + (scale * y) * up;
  }

  CameraPose pose;
  fmm::Vec3 forward, right, up;
  double pixel;
};

/// Strokes of the letters x, y and z in a box from -1 to 1: x and y of both ends.
const std::array<std::vector<std::array<double, 4>>, 3>& letters() {
  static const std::array<std::vector<std::array<double, 4>>, 3> strokes = {{
      {{-0.75, -1, 0.75, 1}, {-0.75, 1, 0.75, -1}},
      {{-0.75, 1, 0, -0.1}, {0.75, 1, -0.55, -1.6}},
      {{-0.75, 1, 0.75, 1}, {0.75, 1, -0.75, -1}, {-0.75, -1, 0.75, -1}},
  }};
  return strokes;
}

void addAxis(int which, double length, const Screen& screen, const LineColour& colour, std::vector<Line>& lines) {
  const std::array<fmm::Vec3, 3> directions = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const fmm::Vec3 tip = length * directions[static_cast<std::size_t>(which)];
  lines.push_back(makeLine({}, tip, colour, kAxisWidth));
  // Direction of the axis in the picture; upwards if it points at the camera.
  double x = fmm::dot(tip, screen.right), y = fmm::dot(tip, screen.up);
  const double seen = std::hypot(x, y);
  const bool sideways = seen > 0.05 * length;
  x = sideways ? x / seen : 0;
  y = sideways ? y / seen : 1;
  const auto stroke = [&](double ax, double ay, double bx, double by, double width) {
    lines.push_back(makeLine(tip + screen.shift(tip, ax, ay), tip + screen.shift(tip, bx, by), colour, width));
  };
  for (const double side : {-1.0, 1.0}) {
    if (!sideways) break;
    stroke(0, 0, -kHeadLength * x - side * kHeadHalf * y, -kHeadLength * y + side * kHeadHalf * x, kAxisWidth);
  }
  const double middleX = kLetterDistance * x, middleY = kLetterDistance * y;
  for (const std::array<double, 4>& s : letters()[static_cast<std::size_t>(which)]) {
    stroke(middleX + kLetterHalf * s[0], middleY + kLetterHalf * s[1], middleX + kLetterHalf * s[2],
           middleY + kLetterHalf * s[3], kLetterWidth);
  }
}

}  // namespace

double gridSpacing(const Floor& floor) {
  return roundStep(kSpacingShare * floor.size);
}

Grid gridLines(const Floor& floor, const Camera& camera, const LineColour& colour) {
  const double spacing = gridSpacing(floor);
  const fmm::Vec3 target = camera.pose().target;
  Grid grid;
  grid.focus = target + (floor.height - fmm::dot(floor.up, target)) * floor.up;
  grid.reach =
      std::min(std::max(kSmallestReach * floor.size, kReachInDistances * camera.distance()), kMostLines * spacing);
  const std::array<fmm::Vec3, 2> axes = planeAxes(floor.up);
  LineColour strong = colour;
  strong.cover = std::min(1.0F, kStrongGain * colour.cover);
  for (std::size_t a = 0; a < 2; ++a) {
    const fmm::Vec3 across = axes[a], along = axes[1 - a];
    const double middle = fmm::dot(across, grid.focus);
    if (!(std::abs(middle) + grid.reach < kFarthest * spacing)) continue;
    const double last = std::floor((middle + grid.reach) / spacing);
    for (double k = std::ceil((middle - grid.reach) / spacing); k <= last; ++k) {
      const double offset = k * spacing - middle;
      const double half = std::sqrt(std::max(0.0, grid.reach * grid.reach - offset * offset));
      const fmm::Vec3 centre = grid.focus + offset * across;
      const bool isStrong = std::fmod(k, kStrongEvery) == 0;
      grid.lines.push_back(makeLine(centre - half * along, centre + half * along, isStrong ? strong : colour,
                                    isStrong ? kStrongWidth : kGridWidth));
    }
  }
  return grid;
}

std::vector<Line> axisLines(const Floor& floor, const Camera& camera, bool onLight) {
  const std::array<LineColour, 3> onDarkGround = {
      {{0.96F, 0.36F, 0.34F, 1}, {0.45F, 0.82F, 0.38F, 1}, {0.38F, 0.62F, 1.00F, 1}}};
  const std::array<LineColour, 3> onLightGround = {
      {{0.78F, 0.12F, 0.12F, 1}, {0.10F, 0.50F, 0.12F, 1}, {0.12F, 0.30F, 0.80F, 1}}};
  const Screen screen(camera);
  const double spacing = gridSpacing(floor), length = spacing * std::round(kAxisShare * floor.size / spacing);
  std::vector<Line> lines;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    addAxis(axis, length, screen, onLight ? onLightGround[a] : onDarkGround[a], lines);
  }
  return withHalo(lines, onLight);
}

std::vector<Line> withHalo(const std::vector<Line>& lines, bool onLight) {
  const LineColour halo = onLight ? LineColour{1, 1, 1, 0.6F} : LineColour{0, 0, 0, 0.5F};
  std::vector<Line> all = lines;
  for (Line& line : all) {
    line.width += kHalo;
    line.colour = packColour(halo);
  }
  all.insert(all.end(), lines.begin(), lines.end());
  return all;
}

}  // namespace app
