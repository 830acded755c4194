// Surfaces of bodies in space, STL files, and distances from surfaces.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "bodies/distance_table.h"
#include "fmm/fmm.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
using ::testing::HasSubstr;

Body solid(BodyShape shape) {
  Body body;
  body.shape = shape;
  body.halfAxes = {0.5, 0.3, 0.2};
  return body;
}

TEST(Surfaces, HaveTheVolumesAndAreasOfTheirShapes) {
  const struct {
    BodyShape shape;
    double volume, surface, length, front;  // front: seen along x
  } cases[] = {{BodyShape::sphere, kPi / 6, kPi, 1, kPi / 4},
               {BodyShape::ellipsoid, 4 * kPi / 3 * 0.03, 0, 1, kPi * 0.06},
               {BodyShape::box, 0.24, 2.48, 1, 0.24},
               {BodyShape::capsule, kPi / 4 + kPi / 6, 2 * kPi, 2, 1 + kPi / 4},
               {BodyShape::disc, kPi / 40, kPi / 2 + kPi / 10, 1, 0.1},
               {BodyShape::torus, 2 * kPi * kPi * 0.5 * 0.0225, 4 * kPi * kPi * 0.5 * 0.15, 1.3, 0.3 + kPi * 0.0225}};
  for (const auto& c : cases) {
    const Body body = solid(c.shape);
    BodySurface surface = surfaceOf(body);
    EXPECT_NO_THROW(requireClosed(surface)) << toString(c.shape);
    const BodyFacts facts = factsOf(body);
    EXPECT_NEAR(facts.volume, c.volume, 0.004 * c.volume) << toString(c.shape);
    if (c.surface > 0) {
      EXPECT_NEAR(facts.surface, c.surface, 0.004 * c.surface) << toString(c.shape);
    }
    EXPECT_NEAR(facts.length, c.length, 0.002) << toString(c.shape);
    EXPECT_NEAR(referenceOf(body, {1, 0, 0}), c.front, 0.004 * c.front) << toString(c.shape);
  }
  EXPECT_NEAR(factsOf(solid(BodyShape::sphere)).volume, kPi / 6, 1e-12) << "a sphere's exactly";
  EXPECT_NEAR(referenceOf(solid(BodyShape::torus), {0, 0, 1}), kPi * (0.65 * 0.65 - 0.35 * 0.35), 0.006)
      << "with its hole";
}

TEST(Surfaces, AWingHasItsPlanForm) {
  Body wing = solid(BodyShape::wing);
  wing.taper = 0;
  wing.sweep = 45;
  BodySurface surface = surfaceOf(wing);
  EXPECT_NO_THROW(requireClosed(surface));
  EXPECT_NEAR(referenceOf(wing, {0, 1, 0}), 1, 0.01) << "a triangle of chord 1 and span 2";
  double back = -1;
  for (const Vec3& x : surface.corner) back = std::max(back, std::abs(x.z) > 0.999 ? x.x : -1);
  EXPECT_NEAR(back, 0.5, 1e-6) << "the tip lies a half span behind the nose";
  wing.taper = 1;
  wing.sweep = 0;
  EXPECT_NEAR(factsOf(wing).volume, 2 * 0.0822, 3e-3) << "the section's area along the span";
}

TEST(Surfaces, AttitudeAndAxisTurnThem) {
  Body disc = solid(BodyShape::disc);
  disc.attitude = {0, 90, 0};
  EXPECT_NEAR(referenceOf(disc, {1, 0, 0}), kPi / 4, 3e-3) << "broadside";
  disc.attitude = {};
  disc.axis = {0, 2, 0};
  disc.angle = 90;
  EXPECT_NEAR(referenceOf(disc, {1, 0, 0}), kPi / 4, 3e-3);
  disc.rotation = 180 / kPi;
  const BodyPose pose = disc.poseAt(1);
  EXPECT_NEAR(norm(pose.velocityAt({1, 0, 0}) - Vec3{0, 0, -1}), 0, 1e-12) << "about y";
}

TEST(Surfaces, DistancesAreThoseFromASphere) {
  const DistanceTable table(surfaceOf(solid(BodyShape::sphere)), 40);
  const DistanceView view = table.view();
  double most = 0;
  for (int k = 0; k < 400; ++k) {
    const double r = 0.455 + 0.000225 * k, a = 2.4 * k, z = std::sin(0.7 * k), s = std::sqrt(1 - z * z);
    most = std::max(most, std::abs(view.at(r * s * std::cos(a), r * s * std::sin(a), r * z) - (r - 0.5)));
  }
  EXPECT_LT(most, 1e-3) << "within two cells";
  EXPECT_NEAR(view.at(0, 0, 0), -0.5, 0.05);
  EXPECT_GT(view.at(9, 0, 0), 0);
}

TEST(Surfaces, TheInsideIsRightForEveryShape) {
  for (const BodyShape shape :
       {BodyShape::ellipsoid, BodyShape::box, BodyShape::capsule, BodyShape::disc, BodyShape::torus, BodyShape::wing}) {
    const BodySurface surface = surfaceOf(solid(shape));
    const DistanceTable table(surface, 96);
    const DistanceView view = table.view();
    double inside = 0;
    constexpr double kStep = 0.0173;
    for (double x = -1.3; x < 1.3; x += kStep)
      for (double y = -0.7; y < 0.7; y += kStep)
        for (double z = -1.3; z < 1.3; z += kStep) inside += view.at(x, y, z) < 0 ? kStep * kStep * kStep : 0;
    EXPECT_NEAR(inside, factsOf(solid(shape)).volume, 0.05 * factsOf(solid(shape)).volume) << toString(shape);
  }
}

TEST(Surfaces, BodiesThatOverlapAndMeshesThatAreOpenAreRefused) {
  const auto bar = [](std::array<double, 3> half, Vec3 centre) {
    Body body = solid(BodyShape::box);
    body.halfAxes = half;
    body.centre = centre;
    return body;
  };
  EXPECT_THROW(requireBodies({bar({2, 0.2, 0.2}, {}), bar({0.2, 2, 0.2}, {1, 1, 0})}), InvalidInput);
  EXPECT_NO_THROW(requireBodies({bar({2, 0.2, 0.2}, {}), bar({0.2, 2, 0.2}, {1, 1, 0.5})}));
  Body disc = solid(BodyShape::disc);
  disc.radius = 5;
  Body sphere = solid(BodyShape::sphere);
  sphere.radius = 0.3;
  sphere.centre = {2.5, 0, 0};
  EXPECT_THROW(requireBodies({disc, sphere}), InvalidInput);
  EXPECT_THROW(requireBodies({sphere, disc}), InvalidInput);
  Body mesh = solid(BodyShape::mesh);
  mesh.mesh = std::make_shared<const BodySurface>();
  EXPECT_THROW(requireBodies({mesh}), InvalidInput);
  BodySurface wild = surfaceOf(solid(BodyShape::box));
  wild.triangle[3][1] = 77;
  mesh.mesh = std::make_shared<const BodySurface>(wild);
  EXPECT_THROW(requireBodies({mesh}), InvalidInput);
  Body flat;
  flat.axis = {0, 0, -1};
  EXPECT_THROW(requireBodies({flat}), InvalidInput) << "an outline turns about z";
}

TEST(Surfaces, AMeshIsKnownAtAnyScale) {
  BodySurface surface = surfaceOf(solid(BodyShape::wing));
  requireClosed(surface);
  Body mesh = solid(BodyShape::mesh);
  mesh.mesh = std::make_shared<const BodySurface>(surface);
  for (const double scale : {1.0, 0.5, 3.0, 1.0}) {
    mesh.scale = scale;
    BodySurface scaled = surface;
    for (Vec3& x : scaled.corner) x = scale * x;
    Body other = solid(BodyShape::mesh);
    other.mesh = std::make_shared<const BodySurface>(scaled);
    const BodyFacts a = factsOf(mesh), b = factsOf(other);
    EXPECT_NEAR(a.volume, b.volume, 1e-12 * b.volume);
    EXPECT_NEAR(a.surface, b.surface, 1e-12 * b.surface);
    EXPECT_NEAR(a.length, b.length, 1e-12 * b.length);
    EXPECT_NEAR(a.reach, b.reach, 1e-12 * b.reach);
    EXPECT_NEAR(norm(a.centroid - b.centroid), 0, 1e-12 * b.reach);
    for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(a.second.m[k], b.second.m[k], 1e-12 * b.second.m[8]);
  }
  Body sphere = solid(BodyShape::sphere);
  sphere.radius = 0.2;
  sphere.centre = {0, 0, 1.5};  // beyond a tip, unless the wing is larger
  mesh.scale = 1;
  EXPECT_NO_THROW(requireBodies({mesh, sphere}));
  mesh.scale = 2;
  EXPECT_THROW(requireBodies({mesh, sphere}), InvalidInput);
  mesh.scale = 0.5;
  EXPECT_NO_THROW(requireBodies({sphere, mesh}));
  mesh.scale = 0;
  EXPECT_THROW(requireBodies({mesh}), InvalidInput);
}

class Stl : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string written(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_;
  }
  std::string complaintOf(const std::string& bytes) {
    try {
      readStl(written(bytes));
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return {};
  }
  static std::string binary(const BodySurface& surface) {
    std::string bytes(80, ' ');
    const auto add = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(static_cast<std::uint32_t>(surface.triangle.size()));
    for (const auto& triangle : surface.triangle) {
      bytes.append(12, '\0');
      for (const std::uint32_t k : triangle)
        for (const double x : {surface.corner[k].x, surface.corner[k].y, surface.corner[k].z}) add(float(x));
      bytes.append(2, '\0');
    }
    return bytes;
  }
  static std::string text(const BodySurface& surface) {
    std::string all = "solid body\n";
    for (const auto& triangle : surface.triangle) {
      all += "facet normal 0 0 0\nouter loop\n";
      for (const std::uint32_t k : triangle) {
        const Vec3& x = surface.corner[k];
        all += "vertex " + std::to_string(x.x) + " " + std::to_string(x.y) + " " + std::to_string(x.z) + "\n";
      }
      all += "endloop\nendfacet\n";
    }
    return all + "endsolid\n";
  }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() /
                       (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
                        std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + ".stl"))
                          .string();
};

TEST_F(Stl, BothFormsReadBack) {
  const BodySurface sphere = surfaceOf(solid(BodyShape::sphere));
  for (const std::string& bytes : {binary(sphere), text(sphere)}) {
    Body body;
    body.shape = BodyShape::mesh;
    body.mesh = readStl(written(bytes));
    EXPECT_EQ(body.mesh->triangle.size(), sphere.triangle.size());
    EXPECT_EQ(body.mesh->corner.size(), sphere.corner.size());
    EXPECT_NEAR(factsOf(body).volume, kPi / 6, 1e-4);
  }
}

TEST_F(Stl, ASurfaceInsideOutIsTurned) {
  BodySurface box = surfaceOf(solid(BodyShape::box));
  for (auto& triangle : box.triangle) std::swap(triangle[0], triangle[1]);
  Body body;
  body.shape = BodyShape::mesh;
  body.mesh = readStl(written(binary(box)));
  EXPECT_NEAR(factsOf(body).volume, 0.24, 1e-6);
}

TEST_F(Stl, WhatIsWrongIsNamedInOneLine) {
  BodySurface open = surfaceOf(solid(BodyShape::box));
  open.triangle.pop_back();
  EXPECT_THAT(complaintOf(binary(open)), HasSubstr("the surface is open: 3 edges"));
  BodySurface wild = surfaceOf(solid(BodyShape::box));
  wild.corner[3].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaintOf(binary(wild)), HasSubstr("a corner that is not finite"));
  EXPECT_THAT(complaintOf(""), HasSubstr("is no STL file"));
  EXPECT_THAT(complaintOf("solid\nendsolid\n"), HasSubstr("has no triangle"));
  EXPECT_THAT(complaintOf("solid\nfacet\nvertex 0 0 x\n"), HasSubstr("no number"));
  EXPECT_THAT(complaintOf("solid\nvertex 0 0 0\nvertex 1 0 0\n"), HasSubstr("ends within a triangle"));
  std::string cut = binary(surfaceOf(solid(BodyShape::box)));
  cut.resize(cut.size() - 7);
  EXPECT_THAT(complaintOf(cut), HasSubstr("is no STL file"));
  std::string many(84, ' ');
  const std::uint32_t told = 40000000;
  std::memcpy(many.data() + 80, &told, sizeof told);
  EXPECT_THAT(complaintOf(many), HasSubstr("is no STL file")) << "refused before memory is taken";
  BodySurface flat;
  flat.corner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangle = {{0, 1, 2}, {0, 2, 1}};
  EXPECT_THAT(complaintOf(binary(flat)), HasSubstr("encloses no volume"));
  try {
    readStl("/nowhere/body.stl");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/body.stl: cannot be read"));
  }
}

}  // namespace
}  // namespace fmm
