#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// Most bodies of a flow.
constexpr int kMostBodies = 16;

/// Outline of a rigid body in a plane flow.
enum class BodyShape {
  circle,    ///< of Body::radius
  ellipse,   ///< of Body::halfAxes
  box,       ///< of Body::halfAxes
  aerofoil,  ///< NACA four-digit section of Body::chord and Body::section, its nose towards -x
  polygon    ///< of Body::points
};
constexpr Names<BodyShape, 5> namesOf(BodyShape) {
  return {{{BodyShape::circle, "circle"},
           {BodyShape::ellipse, "ellipse"},
           {BodyShape::box, "box"},
           {BodyShape::aerofoil, "aerofoil"},
           {BodyShape::polygon, "polygon"}}};
}

/// Place and direction of a body at one time, and how they change.
struct BodyPose {
  Vec3 centre;          ///< [L]
  double angle = 0;     ///< counter-clockwise [rad]
  Vec3 velocity;        ///< of the centre [L/T]
  double rotation = 0;  ///< d(angle)/dt [rad/T]

  /// Velocity of the body's material at x [L/T].
  Vec3 velocityAt(Vec3 x) const {
    return {velocity.x - rotation * (x.y - centre.y), velocity.y + rotation * (x.x - centre.x), 0};
  }
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

/// A rigid body in a plane flow, to whose surface the fluid sticks: docs/math.md, section 22. From Body::start on it
/// moves uniformly and swings about that motion; from the first time of Body::path on it follows that path, at whose
/// end it stays.
struct Body {
  BodyShape shape = BodyShape::circle;
  Vec3 centre;                                  ///< at time 0, z = 0 [L]; of an aerofoil half-way along its chord
  double radius = 0.5;                          ///< [L]
  std::array<double, 2> halfAxes = {0.5, 0.5};  ///< [L]
  double chord = 1;                             ///< [L]
  int section = 12;                             ///< the four digits
  std::vector<Vec3> points;                     ///< corners about the centre, in order [L]
  double angle = 0;                             ///< counter-clockwise [degrees]
  Vec3 velocity;                                ///< [L/T]
  double rotation = 0;                          ///< [degrees/T]
  Vec3 swing;                                   ///< amplitude: the centre moves by swing sin(2 pi t/period) [L]
  double turnSwing = 0;                         ///< the same for the angle [degrees]
  double period = 1;                            ///< of both [T]
  double start = 0;                             ///< when it begins to move [T]
  std::vector<BodyKey> path;                    ///< by time, ascending

  BodyPose poseAt(double time) const;

  friend bool operator==(const Body& a, const Body& b);
  friend bool operator!=(const Body& a, const Body& b) { return !(a == b); }
};

/// Corners of a body's outline about its centre, counter-clockwise, before it is turned [L]. A curved outline has the
/// area of the shape. Throws InvalidInput, which names the member.
std::vector<Vec3> outlineOf(const Body& body);

/// The outline at this pose [L].
std::vector<Vec3> outlineAt(const std::vector<Vec3>& outline, const BodyPose& pose);

/// True inside an outline.
bool isInside(const std::vector<Vec3>& outline, Vec3 x);

/// Measures of an outline.
struct OutlineFacts {
  Vec3 centroid;            ///< of the area, from the body's centre [L]
  double area = 0;          ///< [L^2]
  double secondMoment = 0;  ///< of the area about the centre [L^4]
  double length = 0;        ///< diameter of a circle, chord of an aerofoil, else the largest extent [L]
  double reach = 0;         ///< largest distance of a corner from the centre [L]
};
OutlineFacts factsOf(const Body& body, const std::vector<Vec3>& outline);

/// Throws InvalidInput for a body that cannot be: without size, with an outline that crosses itself, or with a motion
/// that is not finite; and for bodies that overlap at time 0.
void requireBodies(const std::vector<Body>& bodies);

/// Length of the largest body [L]; 0 if there is none.
double largestLength(const std::vector<Body>& bodies);

/// Largest speed [L/T] of a body's material against the stream, or an upper bound of it.
double largestSpeed(const Body& body, Vec3 stream);

/// Speed [L/T] at which the stream carries wakes off, the largest against a body's steady motion; 0 in fluid at rest
/// for bodies that swing, turn, or follow a path: their wakes stay.
double wakeSpeed(const std::vector<Body>& bodies, Vec3 stream);

/// A spacing [L] that gives the layers of all bodies four nodes, D/(4 sqrt(U D/nu)), U the largest speed of a body
/// against the stream; but no less than a wake of `budget` nodes affords. A body that never moves counts by a
/// thirty-second of its length.
double spacingForBodies(const std::vector<Body>& bodies, Vec3 stream, double viscosity, std::size_t budget);

/// What a body does to a fluid of density 1 and the fluid to it, per unit length of the plane flow, in the last step.
struct BodyLoad {
  Vec3 force;         ///< of the fluid on the body [L^3/T^2]
  double torque = 0;  ///< about its centre [L^4/T^2]
  bool starts =
      false;        ///< the fluid came to rest against the body at once: force and torque are that blow over the step
  double slip = 0;  ///< root mean square of the fluid's velocity against the body's, inside, before its passes [L/T]
  int passes = 0;
};

}  // namespace fmm
