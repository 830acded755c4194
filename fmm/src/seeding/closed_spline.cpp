#include "seeding/closed_spline.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/input_checks.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kClose = 1e-8;  // relative to a piece

}  // namespace

ArcLength::ArcLength(std::function<double(double)> speed, int pieces) : speed_(std::move(speed)), lengthTo_(1, 0) {
  for (int k = 0; k < pieces; ++k)
    lengthTo_.push_back(lengthTo_.back() + between(2 * kPi * k / pieces, 2 * kPi * (k + 1) / pieces));
  for (int k = 0; k <= pieces; ++k) slownessAt_.push_back(1 / speed_(2 * kPi * k / pieces));
}

/// Gauss-Legendre quadrature of 5 points within one piece.
double ArcLength::between(double from, double to) const {
  constexpr double kNode[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  double sum = kWeight[0] * speed_(middle);
  for (int i = 1; i < 3; ++i) sum += kWeight[i] * (speed_(middle - half * kNode[i]) + speed_(middle + half * kNode[i]));
  return half * sum;
}

/// Newton's method from Hermite's cubic over the piece, which is so accurate that one or two steps suffice.
double ArcLength::parameterAt(double length) const {
  const auto next = std::upper_bound(lengthTo_.begin() + 1, lengthTo_.end() - 1, length);
  const auto piece = static_cast<std::size_t>(next - lengthTo_.begin() - 1);
  const double step = 2 * kPi / static_cast<double>(lengthTo_.size() - 1);
  const double from = step * static_cast<double>(piece);
  const double whole = *next - lengthTo_[piece], part = (length - lengthTo_[piece]) / whole, rest = 1 - part;
  const double first = slownessAt_[piece] * whole, last = slownessAt_[piece + 1] * whole;
  double t = from + part * part * (3 - 2 * part) * step + part * rest * (rest * first - part * last);
  for (int i = 0; i < 4; ++i) {
    const double change = (lengthTo_[piece] + between(from, t) - length) / speed_(t);
    t -= change;
    if (std::abs(change) < kClose * step) break;  // the next step would be about the square of this one
  }
  return t;
}

namespace {

/// Solves before x(k-1) + middle x(k) + after x(k+1) = right for vectors, without pivoting, since the matrix is
/// diagonally dominant. Ignores `before` of the first row and `after` of the last one.
std::vector<Vec3> solveRows(const std::vector<double>& before, std::vector<double> middle,
                            const std::vector<double>& after, std::vector<Vec3> right) {
  const std::size_t n = right.size();
  for (std::size_t k = 1; k < n; ++k) {
    const double factor = before[k] / middle[k - 1];
    middle[k] -= factor * after[k - 1];
    right[k] = right[k] - factor * right[k - 1];
  }
  right[n - 1] = (1 / middle[n - 1]) * right[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) right[k] = (1 / middle[k]) * (right[k] - after[k] * right[k + 1]);
  return right;
}

Vec3 reflected(Vec3 v, Vec3 normal) {
  const double square = dot(normal, normal);
  return square > 0 ? v - (2 * dot(normal, v) / square) * normal : v;
}

Vec3 unitTangent(Vec3 velocity, std::size_t point) {
  constexpr double kStandstill = 1e-6;  // a spline's speed is about 1
  if (!(norm(velocity) > kStandstill))
    rejectInput("filament.points", "a curve that turns back at point " + std::to_string(point + 1),
                "one that does not");
  return (1 / norm(velocity)) * velocity;
}

}  // namespace

ClosedSpline::ClosedSpline(std::vector<Vec3> points) : points_(std::move(points)) {
  const std::size_t n = points_.size();
  for (std::size_t k = 0; k < n; ++k) chord_.push_back(norm(points_[(k + 1) % n] - points_[k]));
  solve();
  setSides();
}

CurveJet ClosedSpline::operator()(double t) const {
  const double n = static_cast<double>(points_.size());
  const double u = t * n / (2 * kPi), turned = u - n * std::floor(u / n);
  const std::size_t k = std::min(static_cast<std::size_t>(turned), points_.size() - 1);
  CurveJet jet = piece(k, turned - static_cast<double>(k));
  const double stretch = chord_[k] * n / (2 * kPi);
  jet.velocity = stretch * jet.velocity;
  jet.acceleration = stretch * stretch * jet.acceleration;
  const double at = turned * kSidesPerPiece;
  const std::size_t i = std::min(static_cast<std::size_t>(at), side_.size() - 2);
  const double part = at - static_cast<double>(i);
  jet.side = (1 - part) * side_[i] + part * side_[i + 1];
  return jet;
}

double ClosedSpline::distance(Vec3 x, std::size_t point) const {
  constexpr int kSteps = 4;  // of Newton's method, which starts close by
  const std::size_t before = (point + points_.size() - 1) % points_.size();
  double along = 0;
  CurveJet jet = piece(point, 0);
  for (int i = 0; i < kSteps; ++i) {
    along += dot(x - jet.position, jet.velocity) / dot(jet.velocity, jet.velocity);
    jet = along >= 0 ? piece(point, along / chord_[point]) : piece(before, 1 + along / chord_[before]);
  }
  return norm(x - jet.position);
}

/// The second derivatives at the points, by Sherman and Morrison's formula for the corners of the cyclic equations.
void ClosedSpline::solve() {
  const std::size_t n = points_.size();
  std::vector<double> before(n), middle(n), after(n);
  std::vector<Vec3> right(n), corner(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t last = (k + n - 1) % n, next = (k + 1) % n;
    before[k] = chord_[last];
    after[k] = chord_[k];
    middle[k] = 2 * (chord_[last] + chord_[k]);
    right[k] =
        6. * ((1 / chord_[k]) * (points_[next] - points_[k]) - (1 / chord_[last]) * (points_[k] - points_[last]));
  }
  const double edge = chord_[n - 1], shift = -middle[0];
  middle[n - 1] -= edge * edge / shift;
  middle[0] -= shift;
  corner[0].x = shift;
  corner[n - 1].x = edge;
  bend_ = solveRows(before, middle, after, right);
  const std::vector<Vec3> other = solveRows(before, middle, after, corner);
  const Vec3 factor =
      (1 / (1 + other[0].x + edge / shift * other[n - 1].x)) * (bend_[0] + (edge / shift) * bend_[n - 1]);
  for (std::size_t k = 0; k < n; ++k) bend_[k] = bend_[k] - other[k].x * factor;
}

/// The point at `part` (0 to 1) of a piece, with derivatives by the length of the chord; `side` is not set.
CurveJet ClosedSpline::piece(std::size_t k, double part) const {
  const std::size_t next = (k + 1) % points_.size();
  const double h = chord_[k], s = part * h, r = h - s;
  const Vec3 &x = points_[k], &y = points_[next], &a = bend_[k], &b = bend_[next];
  CurveJet jet;
  jet.position =
      (r * r * r / (6 * h) - h * r / 6) * a + (s * s * s / (6 * h) - h * s / 6) * b + (r / h) * x + (s / h) * y;
  jet.velocity = (h / 6 - r * r / (2 * h)) * a + (s * s / (2 * h) - h / 6) * b + (1 / h) * (y - x);
  jet.acceleration = (r / h) * a + (s / h) * b;
  return jet;
}

/// Directions beside the tangent with the least rotation about it, by double reflections (Wang et al. 2008); the angle
/// that is missing at the end is spread evenly.
void ClosedSpline::setSides() {
  const std::size_t count = kSidesPerPiece * points_.size();
  std::vector<Vec3> place, tangent;
  for (std::size_t i = 0; i <= count; ++i) {
    const std::size_t k = i / kSidesPerPiece % points_.size();
    const CurveJet jet = piece(k, static_cast<double>(i % kSidesPerPiece) / kSidesPerPiece);
    place.push_back(jet.position);
    tangent.push_back(unitTangent(jet.velocity, k));
  }
  side_ = {basisAbout(tangent[0]).first};
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 step = place[i + 1] - place[i];
    const Vec3 turned = reflected(tangent[i], step);
    side_.push_back(reflected(reflected(side_[i], step), tangent[i + 1] - turned));
  }
  const double open = std::atan2(dot(cross(side_[count], side_[0]), tangent[0]), dot(side_[count], side_[0]));
  for (std::size_t i = 0; i <= count; ++i) {
    const double angle = open * static_cast<double>(i) / static_cast<double>(count);
    side_[i] = std::cos(angle) * side_[i] + std::sin(angle) * cross(tangent[i], side_[i]);
  }
}

}  // namespace fmm
