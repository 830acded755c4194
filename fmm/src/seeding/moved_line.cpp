#include "seeding/moved_line.h"

#include <cmath>
#include <utility>

namespace fmm {
namespace {

class MovedLine : public CentreLine {
 public:
  MovedLine(std::unique_ptr<CentreLine> line, double square) : line_(std::move(line)), square_(square) {
    constexpr int kSamples = 512;
    for (int i = 0; i < kSamples; ++i)
      length_ += line_->length() / kSamples * growth(line_->at(static_cast<double>(i) / kSamples).curvature);
  }

  LinePoint at(double part) const override {
    LinePoint on = line_->at(part);
    const double growth = this->growth(on.curvature);
    if (on.curvature == 0) return on;
    const Vec3 outwards = std::cos(on.bend) * on.first + std::sin(on.bend) * on.second;
    on.position = on.position + ((growth - 1) / on.curvature) * outwards;
    on.curvature /= growth;
    return on;
  }
  double length() const override { return length_; }
  double widestTube() const override { return line_->widestTube(); }

 private:
  /// Of the radius of a circle with this curvature, and with it of the line's length.
  double growth(double curvature) const { return std::sqrt(1 + curvature * curvature * square_); }

  std::unique_ptr<CentreLine> line_;
  double square_, length_ = 0;
};

}  // namespace

std::unique_ptr<CentreLine> movedOutwards(std::unique_ptr<CentreLine> line, double square) {
  return std::make_unique<MovedLine>(std::move(line), square);
}

}  // namespace fmm
