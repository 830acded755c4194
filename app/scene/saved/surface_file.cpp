#include "scene/saved/surface_file.h"

#include <cstddef>

#include "files/hdf5_image.h"
#include "fmm/bodies.h"
#include "scene/saved/grid_file.h"

namespace app {
namespace {

constexpr std::uint8_t kTriangle = 5;  // VTK's cell type
constexpr double kOutside = 0.5;       // spacings of the lattice

/// Unit normals at the corners, means over the triangles there weighted by their areas.
std::vector<fmm::Vec3> normalsOf(const fmm::BodySurface& surface) {
  std::vector<fmm::Vec3> normals(surface.corner.size());
  for (const auto& t : surface.triangle) {
    const fmm::Vec3 a = surface.corner[t[0]];
    const fmm::Vec3 normal = fmm::cross(surface.corner[t[1]] - a, surface.corner[t[2]] - a);
    for (const std::uint32_t k : t) normals[k] = normals[k] + normal;
  }
  for (fmm::Vec3& normal : normals)
    if (const double length = fmm::norm(normal); length > 0) normal = (1 / length) * normal;
  return normals;
}

/// What the fluid needs to know of a corner.
struct Corners {
  std::vector<fmm::Vec3> outside;  ///< moved outwards by a distance [L]
  std::vector<fmm::Vec3> normal;
  std::vector<fmm::Vec3> turning;  ///< of the body [rad/T]
};

/// Appends a body's surface.
void add(const fmm::Body& body, std::int32_t number, double distance, SurfaceFields& fields, Corners& corners) {
  const fmm::BodySurface surface = fmm::surfaceOf(body);
  const std::vector<fmm::Vec3> normals = normalsOf(surface);
  const fmm::BodyPose pose = body.poseAt(fields.time);
  const std::array<fmm::Vec3, 3> axes = body.axesAt(pose);
  const auto turned = [&axes](fmm::Vec3 x) { return x.x * axes[0] + x.y * axes[1] + x.z * axes[2]; };
  const auto first = static_cast<std::int64_t>(fields.corner.size());
  for (std::size_t k = 0; k < surface.corner.size(); ++k) {
    const fmm::Vec3 x = pose.centre + turned(surface.corner[k]);
    fields.corner.push_back(x);
    fields.velocity.push_back(pose.velocityAt(x));
    fields.body.push_back(number);
    corners.normal.push_back(turned(normals[k]));
    corners.outside.push_back(x + distance * corners.normal.back());
    corners.turning.push_back(pose.turning());
  }
  for (const auto& t : surface.triangle) fields.triangle.push_back({first + t[0], first + t[1], first + t[2]});
}

}  // namespace

SurfaceFields fieldsOnBodies(const fmm::Settings& settings, const fmm::Elements& elements, double spacing,
                             double time) {
  SurfaceFields fields;
  fields.time = time;
  Corners corners;
  std::int32_t number = 0;
  for (const fmm::Body& body : settings.bodies) add(body, ++number, kOutside * spacing, fields, corners);
  fields.vorticity = vorticityAt(settings, elements, corners.outside);
  for (std::size_t k = 0; k < fields.vorticity.size(); ++k)
    fields.shear.push_back(settings.viscosity *
                           fmm::cross(fields.vorticity[k] - 2 * corners.turning[k], corners.normal[k]));
  return fields;
}

void writeSurfaces(const std::string& path, const SurfaceFields& fields, Existing existing) {
  const std::uint64_t points = fields.corner.size(), cells = fields.triangle.size();
  std::vector<std::int64_t> corners, offsets = {0};
  for (const auto& triangle : fields.triangle) {
    corners.insert(corners.end(), triangle.begin(), triangle.end());
    offsets.push_back(static_cast<std::int64_t>(corners.size()));
  }
  Hdf5Image image(path);
  image.group("/VTKHDF");
  image.attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  image.attribute("/VTKHDF", "Type", std::string("UnstructuredGrid"));
  image.integers("/VTKHDF/NumberOfPoints", {static_cast<std::int64_t>(points)});
  image.integers("/VTKHDF/NumberOfCells", {static_cast<std::int64_t>(cells)});
  image.integers("/VTKHDF/NumberOfConnectivityIds", {static_cast<std::int64_t>(corners.size())});
  image.rows("/VTKHDF/Points", fields.corner, points);
  image.integers("/VTKHDF/Connectivity", corners);
  image.integers("/VTKHDF/Offsets", offsets);
  image.bytes("/VTKHDF/Types", std::vector<std::uint8_t>(cells, kTriangle));
  image.group("/VTKHDF/PointData");
  image.rows("/VTKHDF/PointData/vorticity", fields.vorticity, points);
  image.rows("/VTKHDF/PointData/wall_shear", fields.shear, points);
  image.rows("/VTKHDF/PointData/velocity", fields.velocity, points);
  image.rows("/VTKHDF/PointData/body", fields.body, points);
  // Point data, because VTK 9.1 refuses field data there.
  image.rows("/VTKHDF/PointData/time", std::vector<float>(points, static_cast<float>(fields.time)), points);
  image.save(path, existing);
}

}  // namespace app
