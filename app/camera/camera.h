#pragma once

#include <glm/mat4x4.hpp>

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// A perspective camera that turns about its target like a turntable. Lengths are in scene units, from 1e-6 to 1e6 and
/// beyond: clip planes and limits scale with the distance. The turntable axis is the pose's `up`. Tilting past a pole
/// turns the picture over smoothly, without a stop or a jump; only lookAround() stays upright. Mouse motions are
/// fractions of the picture's height, x to the right, y downwards.
class Camera {
 public:
  Camera() : Camera(CameraPose{{0, 0, 10}, {0, 0, 0}, {0, 1, 0}, 35}) {}
  explicit Camera(const CameraPose& pose) { setPose(pose); }

  /// Sets the pose. Replaces an eye on the target, or an `up` along the line of sight, by a valid one nearby.
  void setPose(const CameraPose& pose);
  /// The pose that setPose() needs to restore this view.
  CameraPose pose() const;

  /// Sets the pose but keeps the turntable axis if it is upright in the new picture, so that a view along the axis can
  /// be tilted back.
  void moveTo(const CameraPose& pose);

  /// Turns about the target: a motion over the picture's height is half a turn.
  void orbit(double dx, double dy);
  /// Turns the picture about its line of sight, counter-clockwise by this angle [radians].
  void roll(double angle);
  /// Shifts eye and target so that points at the target's depth stay under the pointer.
  void pan(double dx, double dy);
  /// Moves nearer to the target by `steps` of 10 %, or away for negative `steps`; never reaches the target.
  void zoom(double steps);
  /// Looks at the ball of this centre and radius [L] from the present direction, with all of it in the picture.
  void fit(fmm::Vec3 centre, double radius, double aspect);
  /// Shifts eye and target by `shift` [L].
  void follow(fmm::Vec3 shift);
  /// Turns about the eye in the direction of the motion, by one field of view for the picture's height. Stops short of
  /// the poles.
  void lookAround(double dx, double dy);
  /// Shifts eye and target to the picture's right, along the axis, and along the line of sight [L].
  void walk(double right, double up, double forward);
  /// Sets the vertical field of view [degrees], clamped to 1 to 170.
  void setFieldOfView(double degrees);
  double fieldOfView() const { return fieldOfView_; }
  /// Widens the view by `steps` of 10 % of the extent seen at the target's depth; narrows it for negative `steps`.
  void widen(double steps);

  /// Shifts the picture to the right and up in clip space (-1 to 1), by fractions of a pixel for supersampling. Eye,
  /// line of sight and pose() do not change.
  void shiftLens(double x, double y);

  /// Moves the eye to a point of the lens, to the picture's right and up [L], and shifts the picture back, so that
  /// points at depth `focus` [L] stay fixed in a picture of width / height = `aspect`.
  void moveOnLens(double right, double up, double focus, double aspect);

  /// World to clip space (OpenGL's, z from -w to w) for a picture of width / height = `aspect`.
  glm::mat4 viewProjection(double aspect) const;
  /// Distance [L] from which a whole ball of this radius [L] is in a picture of width / height = `aspect`.
  static double fitDistance(double radius, double fieldOfView, double aspect);
  /// Distance from eye to target [L].
  double distance() const;
  /// Unit vector to the picture's right.
  fmm::Vec3 right() const;
  /// Unit vector of the turntable axis.
  fmm::Vec3 axis() const { return axis_; }
  double nearPlane() const { return 0.01 * distance(); }
  double farPlane() const { return 1000 * distance(); }

 private:
  double side() const { return dot(up_, axis_) < 0 ? -1 : 1; }
  void clampDistance();

  fmm::Vec3 eye_, target_;
  fmm::Vec3 axis_;  ///< turntable axis, unit vector
  fmm::Vec3 up_;    ///< upward direction of the picture, unit vector perpendicular to the line of sight
  double fieldOfView_ = 35;
  double lensX_ = 0, lensY_ = 0;
  double referenceDistance_ = 1;  ///< zoom stays within a factor kZoomRange of this distance
};

/// The camera for a picture of width / height = `aspect`. In a picture higher than wide, the field of view is taken
/// across its width, so that everything in a square picture stays in view.
Camera openedFor(Camera camera, double aspect);

}  // namespace app
