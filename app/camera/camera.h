#pragma once

#include <glm/mat4x4.hpp>

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// A perspective camera that turns about its target. Lengths are in scene units, from 1e-6 to 1e6 and beyond: clip
/// planes and limits follow the distance. The turntable axis is the pose's `up`; tilting past a pole turns the picture
/// over smoothly and never stops or jumps; only who looks around from the eye stays upright. Mouse motions come as
/// fractions of the picture's height, x to the right, y downwards.
class Camera {
 public:
  Camera() : Camera(CameraPose{{0, 0, 10}, {0, 0, 0}, {0, 1, 0}, 35}) {}
  explicit Camera(const CameraPose& pose) { setPose(pose); }

  /// Takes over a pose. An eye on the target or an `up` along the line of sight is replaced by something near that
  /// works.
  void setPose(const CameraPose& pose);
  /// The pose that setPose() would need to get this very view back.
  CameraPose pose() const;

  /// Takes over a pose but keeps the turntable's axis where the picture shows it upright, so that a view along the axis
  /// can be tilted back.
  void moveTo(const CameraPose& pose);

  /// Turns about the target: the picture's height is half a turn.
  void orbit(double dx, double dy);
  /// Shifts eye and target so that what lies at the target's depth stays under the pointer.
  void pan(double dx, double dy);
  /// Comes nearer to the target by `steps` of 10 %, or moves away for negative ones; never reaches it.
  void zoom(double steps);
  /// Looks at the ball of this centre and radius [L], from the present direction, so that all of it is in the picture.
  void fit(fmm::Vec3 centre, double radius, double aspect);
  /// Moves along with something that moved by `shift` [L].
  void follow(fmm::Vec3 shift);
  /// Looks around: turns about the eye to where the hand moves, a field of view for the picture's height. Stops short
  /// of the poles.
  void lookAround(double dx, double dy);
  /// Shifts eye and target to the picture's right, along the axis, and along the line of sight [L].
  void walk(double right, double up, double forward);
  /// Vertical [degrees]; 1 to 170.
  void setFieldOfView(double degrees);
  double fieldOfView() const { return fieldOfView_; }
  /// Opens the field of view by `steps` of 10 % of what is seen at the target's depth; closes it for negative ones.
  void widen(double steps);

  /// Shifts the picture to the right and up, in clip space, where it spans -1 to 1: by parts of a pixel for
  /// supersampling. Eye, line of sight and pose() stay.
  void shiftLens(double x, double y);

  /// Moves the eye to a place of its lens, to the picture's right and up [L], and the picture against that, so that
  /// what lies at the depth `focus` [L] stays where it is in a picture of width / height = `aspect`.
  void moveOnLens(double right, double up, double focus, double aspect);

  /// World to clip space (OpenGL's, z from -w to w) for a picture of width / height = `aspect`.
  glm::mat4 viewProjection(double aspect) const;
  /// From how far the whole of a ball of this radius [L] is in a picture of width / height = `aspect`.
  static double fitDistance(double radius, double fieldOfView, double aspect);
  /// From eye to target [L].
  double distance() const;
  /// To the picture's right, unit length.
  fmm::Vec3 right() const;
  /// Of the turntable, unit length.
  fmm::Vec3 axis() const { return axis_; }
  double nearPlane() const { return 0.01 * distance(); }
  double farPlane() const { return 1000 * distance(); }

 private:
  double side() const { return dot(up_, axis_) < 0 ? -1 : 1; }
  void clampDistance();

  fmm::Vec3 eye_, target_;
  fmm::Vec3 axis_;  ///< of the turntable, unit
  fmm::Vec3 up_;    ///< of the picture, unit, perpendicular to the line of sight
  double fieldOfView_ = 35;
  double lensX_ = 0, lensY_ = 0;
  double referenceDistance_ = 1;  ///< zoom stays within a factor of this
};

/// The camera for a picture of width / height = `aspect`: where that is higher than wide, the field of view is that of
/// its width, so that what is in a square picture stays in this one.
Camera openedFor(Camera camera, double aspect);

}  // namespace app
