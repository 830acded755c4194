#include "app/render/overlay_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <glm/vec4.hpp>

namespace app {
namespace {

test::Particle four(fmm::Vec3 v, double w) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(w)};
}

}  // namespace

Camera OverlayTest::obliqueCamera() {
  return Camera(CameraPose{{2.8, 1.6, 3.2}, {0, 0, 0}, {0, 1, 0}, 35});
}

ViewSettings OverlayTest::with(bool ViewSettings::*part) {
  ViewSettings view;
  view.*part = true;
  return view;
}

Image OverlayTest::draw(const ViewSettings& view, const std::vector<Vortex>& elements,
                        const std::optional<TreePicture>& tree, const Camera& camera) {
  if (!renderer_) renderer_.emplace(kWidth, kHeight);
  std::vector<test::Particle> positions, strengths;
  for (const Vortex& v : elements) {
    positions.push_back(four(v.position, 1));
    strengths.push_back(four(v.strength, v.coreRadius));
  }
  const auto tracers = test::streamOf(tracers_), at = test::streamOf(positions), alpha = test::streamOf(strengths);
  FlowState flow;
  if (tree) flow.tree = *tree;
  flow.floor = floor_;
  flow.extent = extent_;
  renderer_->draw({*tracers, flow, at.get(), alpha.get()}, camera, view);
  return renderer_->read();
}

int OverlayTest::difference(const Image& a, const Image& b, int x, int y) {
  int sum = 0;
  for (int c = 0; c < 3; ++c) sum += std::abs(a.at(x, y)[c] - b.at(x, y)[c]);
  return sum;
}

OverlayTest::Mark OverlayTest::markOf(const Image& a, const Image& b) {
  Mark mark;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      if (difference(a, b, x, y) < 40) continue;
      ++mark.count;
      mark.left = std::min<double>(mark.left, x);
      mark.right = std::max<double>(mark.right, x);
      mark.top = std::min<double>(mark.top, y);
      mark.bottom = std::max<double>(mark.bottom, y);
      mark.meanX += x;
      mark.meanY += y;
    }
  }
  mark.meanX /= std::max(1, mark.count);
  mark.meanY /= std::max(1, mark.count);
  return mark;
}

std::array<double, 2> OverlayTest::projected(const Camera& camera, fmm::Vec3 p, int width, int height) {
  const glm::vec4 clip = camera.viewProjection(static_cast<double>(width) / height) *
                         glm::vec4(static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 1);
  return {(static_cast<double>(clip.x / clip.w) + 1) / 2 * width,
          (1 - static_cast<double>(clip.y / clip.w)) / 2 * height};
}

}  // namespace app
