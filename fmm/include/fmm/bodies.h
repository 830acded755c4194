#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fmm/body_surface.h"
#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// Most bodies of a flow.
constexpr int kMostBodies = 16;

/// Shape of a rigid body: an outline in a plane flow, or a closed surface in space. Bodies of revolution have the axis
/// z.
enum class BodyShape {
  circle,     ///< of Body::radius
  ellipse,    ///< of the first two of Body::halfAxes
  box,        ///< of Body::halfAxes; in the plane the third is 0
  aerofoil,   ///< NACA four-digit section of Body::chord and Body::section, its nose towards -x
  polygon,    ///< of Body::points
  sphere,     ///< of Body::radius
  ellipsoid,  ///< of Body::halfAxes
  capsule,    ///< a cylinder of Body::radius and Body::length between half-spheres
  disc,       ///< of Body::radius and Body::thickness
  torus,      ///< of Body::radius and Body::tube
  wing,       ///< aerofoils along z: Body::chord in the middle, Body::span, Body::sweep, Body::taper, Body::section
  mesh        ///< Body::mesh, Body::scale times
};
constexpr Names<BodyShape, 12> namesOf(BodyShape) {
  return {{{BodyShape::circle, "circle"},
           {BodyShape::ellipse, "ellipse"},
           {BodyShape::box, "box"},
           {BodyShape::aerofoil, "aerofoil"},
           {BodyShape::polygon, "polygon"},
           {BodyShape::sphere, "sphere"},
           {BodyShape::ellipsoid, "ellipsoid"},
           {BodyShape::capsule, "capsule"},
           {BodyShape::disc, "disc"},
           {BodyShape::torus, "torus"},
           {BodyShape::wing, "wing"},
           {BodyShape::mesh, "mesh"}}};
}

/// Place and direction of a body at one time, and how they change.
struct BodyPose {
  Vec3 centre;            ///< [L]
  double angle = 0;       ///< about the axis, counter-clockwise [rad]
  Vec3 velocity;          ///< of the centre [L/T]
  double rotation = 0;    ///< d(angle)/dt [rad/T]
  Vec3 axis = {0, 0, 1};  ///< of length 1

  Vec3 turning() const { return rotation * axis; }  ///< angular velocity [rad/T]
  /// Velocity of the body's material at x [L/T].
  Vec3 velocityAt(Vec3 x) const { return velocity + cross(turning(), x - centre); }
};

/// A place that a body passes on a path; it moves in straight lines between these.
struct BodyKey {
  double time = 0;   ///< [T]
  Vec3 centre;       ///< [L]
  double angle = 0;  ///< [degrees]

  friend bool operator==(const BodyKey& a, const BodyKey& b) {
    return a.time == b.time && a.centre == b.centre && a.angle == b.angle;
  }
};

/// A rigid body, to whose surface the fluid sticks: docs/math.md, section 22. From Body::start on it moves uniformly
/// and swings about that motion; from the first time of Body::path on it follows that path, at whose end it stays. In
/// the plane z = 0 and the axis is z.
struct Body {
  BodyShape shape = BodyShape::circle;
  Vec3 centre;                                     ///< at time 0 [L]; of an aerofoil half-way along its chord
  double radius = 0.5;                             ///< [L]
  std::array<double, 3> halfAxes = {0.5, 0.5, 0};  ///< [L]
  double chord = 1;                                ///< [L]
  int section = 12;                                ///< the four digits
  std::vector<Vec3> points;                        ///< corners about the centre, in order [L]
  double length = 1;                               ///< between the centres of a capsule's half-spheres [L]
  double thickness = 0.1;                          ///< of a disc [L]
  double tube = 0.15;                              ///< radius of a torus's tube [L]
  double span = 2;                                 ///< of a wing from tip to tip [L]
  double sweep = 0;                                ///< of a wing's leading edge [degrees]
  double taper = 1;                                ///< chord of a wing's tips over that in its middle; 0: points
  std::shared_ptr<const BodySurface> mesh;         ///< closed
  std::string meshFile;                            ///< from which `mesh` was read, for files and messages
  double scale = 1;                                ///< of a mesh
  Vec3 attitude;              ///< rotation vector that turns the shape about its centre before `angle` does [degrees]
  Vec3 axis = {0, 0, 1};      ///< of angle, rotation and turnSwing; of any length
  double angle = 0;           ///< counter-clockwise [degrees]
  Vec3 velocity;              ///< [L/T]
  double rotation = 0;        ///< [degrees/T]
  Vec3 swing;                 ///< amplitude: the centre moves by swing sin(2 pi t/period) [L]
  double turnSwing = 0;       ///< the same for the angle [degrees]
  double period = 1;          ///< of both [T]
  double start = 0;           ///< when it begins to move [T]
  std::vector<BodyKey> path;  ///< by time, ascending

  BodyPose poseAt(double time) const;
  /// The shape's own directions x, y, z in a pose.
  std::array<Vec3, 3> axesAt(const BodyPose& pose) const;

  friend bool operator==(const Body& a, const Body& b);
  friend bool operator!=(const Body& a, const Body& b) { return !(a == b); }
};

/// True if two bodies have the same outline or surface, wherever they are.
bool haveSameShape(const Body& a, const Body& b);

/// True for an outline in the plane, false for a surface in space.
bool isInPlane(const Body& body);

/// Corners of a body's outline about its centre, counter-clockwise, before it is turned [L]. A curved outline has the
/// area of the shape. Throws InvalidInput, which names the member.
std::vector<Vec3> outlineOf(const Body& body);

/// The outline at this pose [L].
std::vector<Vec3> outlineAt(const std::vector<Vec3>& outline, const BodyPose& pose);

/// True inside an outline.
bool isInside(const std::vector<Vec3>& outline, Vec3 x);

/// Measures of a body's shape, about its centre and in its own directions: attitude and angle are not applied.
struct BodyFacts {
  Vec3 centroid;       ///< [L]
  double volume = 0;   ///< [L^3]; in the plane the area [L^2]
  Mat3 second;         ///< integral of x_i x_j over the volume [L^5]; in the plane [L^4]
  double surface = 0;  ///< area of the surface [L^2]; in the plane its length [L]
  double length = 0;   ///< diameter of a round body, chord, else the largest extent [L]
  double reach = 0;    ///< largest distance of the surface from the centre [L]

  /// 2 volume/surface [L]: the thickness of a plate or wing, two thirds of a sphere's radius.
  double meanThickness() const { return surface > 0 ? 2 * volume / surface : 0; }
};
BodyFacts factsOf(const Body& body);

/// Length [L] or area [L^2] on which coefficients of force are based: factsOf().length in the plane; in space what the
/// body covers as seen along `direction` in its pose at time 0.
double referenceOf(const Body& body, Vec3 direction);

/// Throws InvalidInput for a body that cannot be: without size, with an outline that crosses itself or a surface that
/// is open, or with a motion that is not finite; and for bodies that overlap at time 0.
void requireBodies(const std::vector<Body>& bodies);

/// Length of the largest body [L]; 0 if there is none.
double largestLength(const std::vector<Body>& bodies);

/// Largest speed [L/T] of a body's material against the stream, or an upper bound of it.
double largestSpeed(const Body& body, Vec3 stream);

/// Speed [L/T] at which the stream carries wakes off, the largest against a body's steady motion; 0 in fluid at rest
/// for bodies that swing, turn, or follow a path: their wakes stay.
double wakeSpeed(const std::vector<Body>& bodies, Vec3 stream);

/// A spacing [L] that gives the layers of all bodies four nodes, D/(4 sqrt(U D/nu)), U the largest speed of a body
/// against the stream (in space two and a half); but no less than a wake of `budget` nodes affords. A body that never
/// moves counts by a thirty-second of its length.
double spacingForBodies(const std::vector<Body>& bodies, Vec3 stream, double viscosity, std::size_t budget);

/// What a body does to a fluid of density 1 and the fluid to it in the last step; in the plane per unit length.
struct BodyLoad {
  Vec3 force;        ///< of the fluid on the body [L^4/T^2]; in the plane [L^3/T^2]
  Vec3 torque;       ///< about its centre [L^5/T^2]; in the plane [L^4/T^2]
  double power = 0;  ///< given to the fluid, as seen from where that is at rest far away [L^5/T^3]; plane [L^4/T^3]
  bool starts =
      false;        ///< the fluid came to rest against the body at once: force and torque are that blow over the step
  double slip = 0;  ///< root mean square of the fluid's velocity against the body's, inside, before its passes [L/T]
  int passes = 0;
  double factor = 0;  ///< by which the first pass lowers the slip of all bodies: 1/2 about a circle, 1/3 about a sphere
};

}  // namespace fmm
