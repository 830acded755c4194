#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fmm {

/// Point or vector in space in double precision: positions [L], strengths [L^3/T], velocities [L/T].
struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
  friend bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

inline double dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(Vec3 a) {
  return std::sqrt(dot(a, a));
}

/// Velocity gradient J_ij = du_i/dy_j [1/T], row-major.
struct Mat3 {
  double m[9] = {};
};

/// Vortex elements, the sources of the velocity field. All vectors have the same length; `ring`, `length`,
/// `volume` and `heat` may be empty.
struct Elements {
  std::vector<Vec3> position;      ///< x [L]
  std::vector<Vec3> strength;      ///< alpha [L^3/T] = vorticity times volume
  std::vector<double> coreRadius;  ///< sigma [L]; 0 = singular
  std::vector<std::int32_t> ring;  ///< index of the ring (or knot, tube) of origin; free for the caller
  /// l [L] of the vortex line that the element stands for: sigma/l is its overlap with its neighbours along the line.
  /// It moves nothing; the flow stretches it.
  std::vector<double> length;
  std::vector<double> volume;  ///< V [L^3] of the fluid that it stands for; 0: none, a piece of a line
  /// B [L^4/T^2] = buoyancy times volume, in the plane times area [L^3/T^2]; empty: no heat.
  std::vector<double> heat;

  std::size_t size() const { return position.size(); }
};

/// Fills empty vectors of lengths and volumes: l = sigma/1.5, the overlap of scenes, and V = 0.
void fillExtents(Elements& elements);

/// Appends the elements `added` to `all`. A vector that only one of them has is filled for the other: ring indices and
/// heat with 0, the rest as fillExtents() does.
void append(Elements& all, const Elements& added);

/// Passive tracers: targets that induce nothing. All vectors have the same length.
struct Tracers {
  std::vector<Vec3> position;      ///< x [L]
  std::vector<std::int32_t> ring;  ///< index of the ring whose surroundings it marks; free for the caller

  std::size_t size() const { return position.size(); }
};

}  // namespace fmm
