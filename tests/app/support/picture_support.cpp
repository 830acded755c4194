#include "app/support/picture_support.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace test {
namespace {

using Lab = std::array<double, 3>;

double labCurve(double t) {
  constexpr double kDelta = 6.0 / 29;
  return t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3 * kDelta * kDelta) + 4.0 / 29;
}

Lab toLab(const std::array<double, 3>& rgb) {
  const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
  const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;
  return {116 * labCurve(y) - 16, 500 * (labCurve(x) - labCurve(y)), 200 * (labCurve(y) - labCurve(z))};
}

/// Mean of shrink x shrink pixels in linear light, as CIELAB.
Lab labAt(const app::Image& image, int column, int row, int shrink) {
  std::array<double, 3> sum{};
  for (int y = 0; y < shrink; ++y) {
    for (int x = 0; x < shrink; ++x) {
      const std::uint8_t* pixel = image.at(column * shrink + x, row * shrink + y);
      for (std::size_t c = 0; c < 3; ++c) sum[c] += linearLight(pixel[c]);
    }
  }
  for (double& part : sum) part /= shrink * shrink;
  return toLab(sum);
}

}  // namespace

app::Camera frontCamera(double distance) {
  return app::Camera({{0, 0, distance}, {0, 0, 0}, {0, 1, 0}, 35});
}

fmm::TreeCell cube(fmm::Vec3 centre, double halfEdge, int level, bool leaf) {
  fmm::TreeCell cell;
  cell.centre = centre;
  cell.halfEdges = {halfEdge, halfEdge, halfEdge};
  cell.low = centre - cell.halfEdges;
  cell.high = centre + cell.halfEdges;
  cell.level = level;
  cell.leaf = leaf;
  cell.elements = 1;
  cell.firstElement = 0;
  return cell;
}

std::vector<Particle> ring(std::size_t count, float minor, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(0, 1);
  constexpr float kTurn = 6.2831853F;
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < count; ++i) {
    const float around = kTurn * uniform(generator), across = kTurn * uniform(generator);
    const float off = minor * std::sqrt(uniform(generator)), major = 1 + off * std::cos(across);
    particles.push_back(
        {major * std::cos(around), major * std::sin(around), off * std::sin(across), uniform(generator)});
  }
  return particles;
}

std::vector<Particle> ball(std::size_t count, std::array<float, 3> centre, float radius, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<Particle> particles;
  while (particles.size() < count) {
    const float x = uniform(generator), y = uniform(generator), z = uniform(generator);
    if (x * x + y * y + z * z > 1) continue;
    particles.push_back({centre[0] + radius * x, centre[1] + radius * y, centre[2] + radius * z, 0.5F});
  }
  return particles;
}

std::vector<Particle> scaled(std::vector<Particle> particles, float factor) {
  for (Particle& p : particles)
    for (std::size_t i = 0; i < 3; ++i) p[i] *= factor;
  return particles;
}

std::unique_ptr<app::ParticleStream> streamOf(const std::vector<Particle>& particles) {
  auto stream = app::makeHostParticleStream();
  const fmm::ParticleTarget target = stream->map(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i)
    std::copy(particles[i].begin(), particles[i].end(), target.positions + 4 * i);
  stream->unmap();
  return stream;
}

std::unique_ptr<app::ParticleStream> flatRing(std::size_t count, float inner, float outer) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < count; ++i) {
    const float angle = 6.2831853F * uniform(generator), radius = inner + (outer - inner) * uniform(generator);
    particles.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.2F * uniform(generator), radius});
  }
  return streamOf(particles);
}

app::Image draw(const std::vector<Particle>& tracers, const app::ViewSettings& view, const app::Camera& camera,
                int width, int height) {
  app::SceneRenderer renderer(width, height);
  renderer.draw({*streamOf(tracers)}, camera, view);
  return renderer.read();
}

double linearLight(int code) {
  const double v = code / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

PictureDifference difference(const app::Image& a, const app::Image& b, int shrink) {
  constexpr double kVisible = 2;
  if (a.width != b.width || a.height != b.height) throw std::invalid_argument("pictures of different sizes");
  const auto apart = [](const Lab& p, const Lab& q) { return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]); };
  const Lab groundA = labAt(a, 0, 0, shrink), groundB = labAt(b, 0, 0, shrink);
  std::vector<double> distances;
  double sum = 0, litSum = 0;
  int lit = 0;
  for (int row = 0; row < a.height / shrink; ++row) {
    for (int column = 0; column < a.width / shrink; ++column) {
      const Lab p = labAt(a, column, row, shrink), q = labAt(b, column, row, shrink);
      distances.push_back(apart(p, q));
      sum += distances.back();
      if (apart(p, groundA) < kVisible && apart(q, groundB) < kVisible) continue;
      litSum += distances.back();
      ++lit;
    }
  }
  const auto last = distances.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(distances.size() - 1));
  std::nth_element(distances.begin(), last, distances.end());
  return {sum / static_cast<double>(distances.size()), *last, lit > 0 ? litSum / lit : 0};
}

}  // namespace test
