#include "camera/camera_path.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFastest = 2;          // largest ratio of the velocity at a key to the chord velocities on either side
constexpr double kPoleCosine = 0.0141;  // |cos(elevation)| below which `up` is the picture's, not the axis

enum Number : std::size_t { kAzimuth, kElevation, kDistance, kZoom };

double halfAngle(double degrees) {
  return degrees * kPi / 360;
}
glm::dvec3 toGlm(fmm::Vec3 a) {
  return {a.x, a.y, a.z};
}
fmm::Vec3 fromGlm(glm::dvec3 a) {
  return {a.x, a.y, a.z};
}
double size(double a) {
  return std::abs(a);
}
double size(glm::dvec3 a) {
  return glm::length(a);
}

/// The shortest rotation of unit vector `a` into unit vector `b`. Both must lie in one half space.
glm::dquat turnBetween(glm::dvec3 a, glm::dvec3 b) {
  return glm::normalize(glm::dquat(1 + glm::dot(a, b), glm::cross(a, b)));
}
/// Axis times angle of a rotation; the angle is at most half a turn.
glm::dvec3 logarithm(glm::dquat q) {
  if (q.w < 0) q = -q;
  const glm::dvec3 v = {q.x, q.y, q.z};
  const double sine = glm::length(v);
  return sine > 0 ? (2 * std::atan2(sine, q.w) / sine) * v : 2.0 * v;
}
glm::dquat exponential(glm::dvec3 turn) {
  const double angle = glm::length(turn);
  return angle > 0 ? glm::angleAxis(angle, turn / angle) : glm::dquat(1, 0, 0, 0);
}

/// Direction to the eye in a knot's frame; below, its derivatives with respect to azimuth and elevation.
glm::dvec3 direction(double azimuth, double elevation) {
  return {std::cos(elevation) * std::sin(azimuth), std::sin(elevation), std::cos(elevation) * std::cos(azimuth)};
}
glm::dvec3 alongAzimuth(double azimuth, double elevation) {
  return {std::cos(elevation) * std::cos(azimuth), 0, -std::cos(elevation) * std::sin(azimuth)};
}
glm::dvec3 alongElevation(double azimuth, double elevation) {
  return {-std::sin(elevation) * std::sin(azimuth), std::cos(elevation), -std::sin(elevation) * std::cos(azimuth)};
}

/// `angle` plus the multiple of a full turn that brings it nearest to `to`.
double nearest(double angle, double to) {
  return angle + 2 * kPi * std::round((to - angle) / (2 * kPi));
}

/// Velocity at a key between two chords, before the limit; formula at CameraSpline.
template <class Value>
Value catmullRom(const Value& before, double secondsBefore, const Value& after, double secondsAfter) {
  const Value chordBefore = before / secondsBefore, chordAfter = after / secondsAfter;
  return (secondsAfter * chordBefore + secondsBefore * chordAfter) / (secondsBefore + secondsAfter);
}
/// The factor that limits a speed by the speeds of the two chords.
double cut(double speed, double chordBefore, double chordAfter) {
  const double fastest = kFastest * std::min(chordBefore, chordAfter);
  return speed > fastest ? fastest / speed : 1;
}
template <class Value>
Value rate(const Value& before, double secondsBefore, const Value& after, double secondsAfter) {
  const Value wanted = catmullRom(before, secondsBefore, after, secondsAfter);
  return wanted * cut(size(wanted), size(before) / secondsBefore, size(after) / secondsAfter);
}

/// Cubic Hermite at s (0 to 1) of an interval of `seconds`, from a with velocity da to b with velocity db.
template <class Value>
Value hermite(const Value& a, const Value& da, const Value& b, const Value& db, double seconds, double s) {
  const double rest = 1 - s;
  return a + (s * s * (3 - 2 * s)) * (b - a) + (seconds * s * rest) * (rest * da - s * db);
}

/// The Hermite quaternion curve of Kim, Kim and Shin: a product of three rotations with staggered weights.
glm::dquat hermiteTurn(glm::dquat a, glm::dvec3 spinA, glm::dvec3 turn, glm::dvec3 spinB, double seconds, double s) {
  const glm::dvec3 first = seconds / 3 * spinA, last = seconds / 3 * spinB;
  const glm::dvec3 middle = logarithm(exponential(-last) * exponential(turn) * exponential(-first));
  const double rest = 1 - s;
  return exponential(s * s * s * last) * exponential(s * s * (3 - 2 * s) * middle) *
         exponential((1 - rest * rest * rest) * first) * a;
}

}  // namespace

CameraSpline::CameraSpline(const std::vector<CameraKey>& keys, bool ease, double period) {
  assert(keys.size() > 1);
  for (const CameraKey& key : keys) addKnot(key);
  const bool closed = period > 0;
  if (closed) addKnot({keys.front().time + period, keys.front().pose});
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    const Knot &a = knots_[i], &b = knots_[i + 1];
    Chord chord{b.time - a.time, b.target - a.target, b.eye - a.eye, logarithm(b.frame * glm::conjugate(a.frame))};
    for (std::size_t n = 0; n < chord.numbers.size(); ++n) chord.numbers[n] = b.numbers[n] - a.numbers[n];
    chord.eyeLeads = size(chord.eye) < size(chord.target);
    chords_.push_back(chord);
  }
  for (std::size_t i = 1; i + 1 < knots_.size(); ++i) setRates(knots_[i], chords_[i - 1], chords_[i]);
  if (closed) {
    closeRates();
  } else if (!ease) {
    setEndRates(knots_.front(), chords_.front());
    setEndRates(knots_.back(), chords_.back());
  }
}

/// Decomposes the pose into the numbers of a knot. Angles continue from the knot before without jumps.
void CameraSpline::addKnot(const CameraKey& key) {
  Knot knot;
  knot.time = key.time;
  knot.target = toGlm(key.pose.target);
  knot.eye = toGlm(key.pose.eye);
  const glm::dvec3 offset = knot.eye - knot.target, up = glm::normalize(toGlm(key.pose.up));
  glm::dquat before = {1, 0, 0, 0};
  if (!knots_.empty()) before = knots_.back().frame;
  // A picture upside down in the frame of the knot before has gone over the pole.
  const bool overPole = glm::dot(up, before * glm::dvec3(0, 1, 0)) < 0;
  knot.frame = glm::normalize(turnBetween(before * glm::dvec3(0, 1, 0), overPole ? -up : up) * before);
  const glm::dvec3 seen = glm::conjugate(knot.frame) * glm::normalize(offset);
  const double azimuth = std::atan2(seen.x, seen.z), elevation = std::asin(std::clamp(seen.y, -1.0, 1.0));
  const Numbers last = knots_.empty() ? Numbers{} : knots_.back().numbers;
  knot.numbers[kAzimuth] = nearest(overPole ? azimuth + kPi : azimuth, last[kAzimuth]);
  knot.numbers[kElevation] = nearest(overPole ? kPi - elevation : elevation, last[kElevation]);
  knot.numbers[kDistance] = std::log(glm::length(offset));
  knot.numbers[kZoom] = std::log(std::tan(halfAngle(key.pose.fieldOfView)));
  knots_.push_back(knot);
}

/// Target and eye get consistent velocities; the end that leads on both sides gets the velocity of its own curve.
void CameraSpline::setRates(Knot& knot, const Chord& before, const Chord& after) {
  for (const Number n : {kDistance, kZoom})
    knot.rates[n] = rate(before.numbers[n], before.seconds, after.numbers[n], after.seconds);
  setTurnRates(knot, before, after);
  if (before.eyeLeads && after.eyeLeads) {
    knot.eyeRate = rate(before.eye, before.seconds, after.eye, after.seconds);
    knot.targetRate = knot.eyeRate - sightRate(knot);
  } else {
    knot.targetRate = rate(before.target, before.seconds, after.target, after.seconds);
    knot.eyeRate = knot.targetRate + sightRate(knot);
  }
}

/// The last knot repeats the first, perhaps with its axis flipped; azimuths then run backwards.
void CameraSpline::closeRates() {
  const glm::dvec3 y = {0, 1, 0};
  Chord before = chords_.back(), after = chords_.front();
  const double side = glm::dot(knots_.back().frame * y, knots_.front().frame * y) < 0 ? -1 : 1;
  before.numbers[kAzimuth] *= side;
  setRates(knots_.front(), before, chords_.front());
  after.numbers[kAzimuth] *= side;
  setRates(knots_.back(), chords_.back(), after);
}

void CameraSpline::setEndRates(Knot& knot, const Chord& chord) {
  setRates(knot, chord, chord);
}

/// Azimuth, elevation and axis turn the view together, so one factor limits all three.
void CameraSpline::setTurnRates(Knot& knot, const Chord& before, const Chord& after) {
  for (const Number n : {kAzimuth, kElevation})
    knot.rates[n] = catmullRom(before.numbers[n], before.seconds, after.numbers[n], after.seconds);
  knot.spin = catmullRom(before.turn, before.seconds, after.turn, after.seconds);
  const double level = std::cos(knot.numbers[kElevation]);
  const auto angle = [level](const Numbers& numbers, glm::dvec3 turn) {
    return std::hypot(level * numbers[kAzimuth], numbers[kElevation], glm::length(turn));
  };
  const double factor = cut(angle(knot.rates, knot.spin), angle(before.numbers, before.turn) / before.seconds,
                            angle(after.numbers, after.turn) / after.seconds);
  for (const Number n : {kAzimuth, kElevation}) knot.rates[n] *= factor;
  knot.spin *= factor;
}

/// Vector from the target to the eye.
glm::dvec3 CameraSpline::sight(const Knot& knot) {
  return std::exp(knot.numbers[kDistance]) * (knot.frame * direction(knot.numbers[kAzimuth], knot.numbers[kElevation]));
}

glm::dvec3 CameraSpline::sightRate(const Knot& knot) {
  const double azimuth = knot.numbers[kAzimuth], elevation = knot.numbers[kElevation];
  const glm::dvec3 now = sight(knot);
  const glm::dvec3 turning = knot.rates[kAzimuth] * alongAzimuth(azimuth, elevation) +
                             knot.rates[kElevation] * alongElevation(azimuth, elevation);
  return knot.rates[kDistance] * now + glm::cross(knot.spin, now) +
         std::exp(knot.numbers[kDistance]) * (knot.frame * turning);
}

CameraPose CameraSpline::at(double time) const {
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, time,
                                      [](double t, const Knot& knot) { return t < knot.time; });
  const Knot &b = *after, &a = *(after - 1);
  const Chord& chord = chords_[static_cast<std::size_t>(after - knots_.begin()) - 1];
  const double s = std::clamp((time - a.time) / chord.seconds, 0.0, 1.0);

  Knot now;
  for (std::size_t n = 0; n < now.numbers.size(); ++n)
    now.numbers[n] = hermite(a.numbers[n], a.rates[n], b.numbers[n], b.rates[n], chord.seconds, s);
  now.frame = hermiteTurn(a.frame, a.spin, chord.turn, b.spin, chord.seconds, s);
  if (chord.eyeLeads) {
    now.eye = hermite(a.eye, a.eyeRate, b.eye, b.eyeRate, chord.seconds, s);
    now.target = now.eye - sight(now);
  } else {
    now.target = hermite(a.target, a.targetRate, b.target, b.targetRate, chord.seconds, s);
    now.eye = now.target + sight(now);
  }
  const double azimuth = now.numbers[kAzimuth], elevation = now.numbers[kElevation];
  const double side = std::cos(elevation);
  const glm::dvec3 up = std::abs(side) < kPoleCosine ? now.frame * alongElevation(azimuth, elevation)
                                                     : (side < 0 ? -1.0 : 1.0) * (now.frame * glm::dvec3(0, 1, 0));
  return {fromGlm(now.eye), fromGlm(now.target), fromGlm(up), 360 / kPi * std::atan(std::exp(now.numbers[kZoom]))};
}

}  // namespace app
