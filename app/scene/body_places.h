#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/bodies.h"

namespace app {

/// Tells what lies inside the bodies of a flow, in the plane or in space.
class BodyPlaces {
 public:
  explicit BodyPlaces(const std::vector<fmm::Body>& bodies);
  /// The first body that contains x at a time; empty if none does.
  std::optional<std::size_t> containing(fmm::Vec3 x, double time) const;
  bool empty() const { return shapes_.empty(); }

 private:
  /// A body's outline, or its surface with the triangles over each cell of a grid across its own z.
  struct Shape {
    explicit Shape(const fmm::Body& of);
    bool contains(fmm::Vec3 x, double time) const;
    bool winds(fmm::Vec3 own) const;
    void sortTriangles();
    std::size_t cellOf(double value, double low, double width) const;

    fmm::Body body;
    double reach = 0;               ///< from the centre [L]
    fmm::BodySurface surface;       ///< in the plane the outline's corners alone
    fmm::Vec3 low, high;            ///< box about the surface [L]
    std::size_t cells = 1;          ///< along x and along y
    std::vector<std::size_t> from;  ///< [cells^2 + 1] places in `over`
    std::vector<std::uint32_t> over;
  };

  std::vector<Shape> shapes_;
};

}  // namespace app
