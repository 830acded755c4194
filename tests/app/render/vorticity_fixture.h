#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/support/picture_support.h"
#include "camera/camera_rays.h"
#include "render/picture/vorticity_volume.h"
#include "support/test.h"

namespace test {

inline constexpr double kPi = 3.14159265358979323846;

struct Vortices {
  std::vector<Particle> positions, strengths;

  void add(fmm::Vec3 x, fmm::Vec3 alpha, double sigma) {
    positions.push_back({static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z), 0});
    strengths.push_back({static_cast<float>(alpha.x), static_cast<float>(alpha.y), static_cast<float>(alpha.z),
                         static_cast<float>(sigma)});
  }
  fmm::Vec3 sum() const {
    fmm::Vec3 total;
    for (const Particle& a : strengths) total = total + fmm::Vec3{a[0], a[1], a[2]};
    return total;
  }
  /// Vorticity of Gaussian cores (docs/math.md, 3).
  fmm::Vec3 vorticityAt(fmm::Vec3 x) const {
    fmm::Vec3 total;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Particle &p = positions[i], &a = strengths[i];
      const fmm::Vec3 r = x - fmm::Vec3{p[0], p[1], p[2]};
      const double s = fmm::dot(r, r) / (static_cast<double>(a[3]) * a[3]);
      total = total + std::exp(-s / 2) / std::pow(std::sqrt(2 * kPi) * a[3], 3) * fmm::Vec3{a[0], a[1], a[2]};
    }
    return total;
  }
};

/// A ring about the z axis in the plane z = 0, of circulation 1.
inline Vortices vortexRing(double radius = 1, double sigma = 0.1, int count = 400) {
  Vortices ring;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * kPi * (i + 0.3) / count, length = 2 * kPi * radius / count;
    ring.add({radius * std::cos(angle), radius * std::sin(angle), 0},
             {-length * std::sin(angle), length * std::cos(angle), 0}, sigma);
  }
  return ring;
}

class VorticityTest : public DrawTest {
 protected:
  static app::VorticityVolume::Grid gridOf(const Vortices& vortices,
                                           fmm::Regularisation core = fmm::Regularisation::gaussian,
                                           std::size_t cells = 500000, bool plane = false, double spacing = 0) {
    const auto elements = streamOf(vortices.positions), strengths = streamOf(vortices.strengths);
    app::VorticityVolume volume;
    volume.build({*elements, *strengths, app::ViewSettings(), app::cameraRays(frontCamera(), 1.5), core, cells, false,
                  plane, spacing});
    return volume.read();
  }
  static app::Image draw(const Vortices& vortices, const app::ViewSettings& view,
                         const std::vector<Particle>& tracers = {}, const app::Camera& camera = frontCamera(),
                         int width = 320, int height = 180, std::uint32_t rings = 0, double spacing = 0,
                         const app::QuantityGrid* quantity = nullptr) {
    const auto stream = streamOf(tracers);
    const auto elements = streamOf(vortices.positions), strengths = streamOf(vortices.strengths);
    app::SceneRenderer renderer(width, height);
    app::FlowState flow;
    flow.shown.elementRings = rings > 0;
    flow.rings = rings;
    flow.spacing = spacing;
    if (quantity) flow.quantity = std::make_shared<app::QuantityGrid>(*quantity);
    renderer.draw({*stream, flow, elements.get(), strengths.get()}, camera, view);
    return renderer.read();
  }
};

/// Where a point lies on a picture from frontCamera(), in pixels from its upper left corner.
inline std::array<int, 2> pixelOf(fmm::Vec3 p, double distance, int width, int height) {
  const double scale = 0.5 * height / std::tan(35 * kPi / 360) / (distance - p.z);
  return {static_cast<int>(std::floor(0.5 * width + scale * p.x)),
          static_cast<int>(std::floor(0.5 * height - scale * p.y))};
}

}  // namespace test
