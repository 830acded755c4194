#pragma once

#include <optional>
#include <string>

#include "fmm/diagnostics.h"
#include "fmm/settings.h"

namespace app {

/// How far the flow turns and stretches in one step, where it does so fastest.
struct StepTurn {
  double step = 0;      ///< |dt| [T]; 0: not known
  double gradient = 0;  ///< max |grad u| [1/T]

  double turn() const { return step * gradient; }
  bool isTooLong() const { return turn() > 1; }
  /// "dt = 0.01 is too long: dt max|grad u| is 3.2, ..."
  std::string describe() const;
};

/// Tells when elements have stopped to carry the flow: the exact flow keeps the linear impulse I = 1/2 sum x cross
/// alpha for ever (Saffman 1992), elements do so until the vorticity folds into structures finer than they are.
class ImpulseWatch {
 public:
  /// Beyond this drift the numbers mean nothing any more; a few steps later the elements fly apart.
  static constexpr double kLost = 0.5;

  /// What a flow obeys that is watched.
  struct Frame {
    fmm::Precision precision = fmm::Precision::single;
    std::optional<fmm::GroundPlane> ground = std::nullopt;  ///< along it alone the impulse is conserved: it pushes
  };
  /// Remembers the impulse that the elements have now about `centre`. All impulses to come are about that point, or
  /// where the stream has carried it.
  void start(const fmm::Elements& elements, fmm::Vec3 centre, const Frame& frame);
  /// `added` joined from outside: its impulse is no drift. `all` are the elements that there are now, with it.
  void join(const fmm::Elements& added, const fmm::Elements& all, fmm::Vec3 centre);
  /// |I - I(start)|, relative to momentScales() at the start (or when the last ring joined): opposite rings, whose I is
  /// 0, have a scale, too. 0 without elements.
  double drift(const fmm::Invariants& now) const;
  /// One line for people: what a drift beyond kLost means and what helps, of a flow with such steps at its start.
  static std::string describe(double drift, const StepTurn& step);

 private:
  fmm::Vec3 start_;
  fmm::Vec3 normal_;  ///< of the ground; 0: there is none
  fmm::Precision precision_ = fmm::Precision::single;
  double scale_ = 0;
};

}  // namespace app
