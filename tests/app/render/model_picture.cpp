#include "app/render/model_picture.h"

#include <cmath>
#include <cstdint>

namespace test {
namespace {

constexpr std::size_t kTracersOfARing = 6000;
constexpr int kElementsOfARing = 24;
constexpr float kGap = 0.55F;  // between the rings' planes

/// z of ring `index`.
float planeOf(int index) {
  return (index == 0 ? -0.5F : 0.5F) * kGap;
}

}  // namespace

ModelPicture::ModelPicture(double share) {
  std::vector<Particle> tracers, elements, strengths;
  fmm::Tracers rings;
  for (int index = 0; index < 2; ++index) {
    std::vector<Particle> some = ring(kTracersOfARing, index == 0 ? 0.2F : 0.12F, 7U + static_cast<unsigned>(index));
    if (index == 1) some.resize(static_cast<std::size_t>(share * static_cast<double>(some.size())));
    for (Particle& p : some) p[2] += planeOf(index);
    tracers.insert(tracers.end(), some.begin(), some.end());
    rings.ring.insert(rings.ring.end(), some.size(), index);
    rings.position.resize(rings.ring.size());
    for (int k = 0; k < kElementsOfARing; ++k) {
      const float angle = 6.2831853F * static_cast<float>(k) / kElementsOfARing;
      elements.push_back({std::cos(angle), std::sin(angle), planeOf(index), 1});
      strengths.push_back({-std::sin(angle), std::cos(angle), 0, 0.1F});
    }
  }
  tracers_ = streamOf(tracers);
  elements_ = streamOf(elements);
  strengths_ = streamOf(strengths);
  tags_.load(app::tagsOf(rings));
  flow_.tree.cells = {cube({}, 1.25, 0, false), cube({0.625, 0.625, 0.625}, 0.625, 1),
                      cube({-0.625, 0.625, 0.625}, 0.625, 1)};
  flow_.floor.emplace();
  flow_.floor->height = -1.3;
  flow_.floor->size = 1.3;
  flow_.extent = 1.3;
  flow_.time = 1;
}

app::Image ModelPicture::draw(const app::ViewSettings& view, int width, int height) {
  app::SceneRenderer renderer(width, height);
  renderer.setQuality({});
  const app::PictureContents contents{*tracers_, flow_, elements_.get(), strengths_.get(), &tags_};
  renderer.draw(contents, app::Camera(app::CameraPose{{2.2, 1.4, 3.2}, {0, 0, 0}, {0, 1, 0}, 40}), view);
  return renderer.read();
}

}  // namespace test
