#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bodies/body_steps.h"
#include "bodies/distance_table.h"
#include "core/input_checks.h"
#include "core/lattice_frame.h"
#include "core/rows.h"
#include "fmm/bodies.h"
#include "fmm/error.h"
#include "fmm/settings.h"

namespace fmm {

/// Momentum of the fluid that would fill a body and move with it, and its moment about the body's centre: P and L of
/// docs/math.md, (22.2), for a density of 1.
struct BodyMomentum {
  Vec3 linear, angular;
  Vec3 velocity;  ///< of the centre [L/T]
};
BodyMomentum momentumOf(const BodyFacts& facts, const Body& body, double time);

/// What tells the inside of bodies, in the memory of an execution space: outlines as they lie now, and tables of
/// distances, which are made when a body first appears and when the lattice gets much coarser.
template <class Exec>
class BodyFormsOf {
 public:
  /// Prepares for these bodies on a lattice with spacing h; h = 0: on the one of before.
  void make(Exec& exec, const std::vector<Body>& bodies, double h) {
    if (h > 0) h_ = h;
    uploaded_ = uploaded_ && forms_.size() == bodies.size();
    forms_.resize(bodies.size());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      try {
        if (forms_[b].become(bodies[b], h_)) uploaded_ = false;
      } catch (const InvalidInput& error) {
        throw NumericalError("body " + std::to_string(b + 1) + ": " + error.what());
      }
    }
    corner_.clear();
    if (!uploaded_) uploadTables(exec);
    uploaded_ = true;
  }

  /// Fills in what is told of a body's shape in its pose, as seen from a frame. Returns the box about it.
  Extent put(std::size_t index, const Body& body, const BodyPose& pose, const LatticeFrame& frame, BodyOnLattice& on) {
    const Form& form = forms_[index];
    std::vector<Vec3> now;
    if (isInPlane(body)) {
      for (const Vec3& x : outlineAt(form.corner, pose)) now.push_back(frame.place(x));
      on.corner = static_cast<Index>(corner_.size());
      on.corners = static_cast<Index>(now.size());
      corner_.insert(corner_.end(), now.begin(), now.end());
    } else {
      const std::array<Vec3, 3> axes = body.axesAt(pose);
      for (const Vec3& x : form.corner)
        now.push_back(frame.place(pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2]));
      for (std::size_t k = 0; k < 3; ++k) setVector(frame.turned(axes[k]), on.axes + 3 * k);
      const DistanceView view = form.table->view();
      std::copy(view.count, view.count + 3, on.cells);
      std::copy(view.low, view.low + 3, on.low);
      on.cell = view.cell;
      on.table = form.first;
    }
    setVector(frame.place(pose.centre), on.centre);
    setVector(frame.turned(pose.velocity), on.velocity);
    setVector(frame.turned(pose.turning()), on.turn);
    on.reach = form.facts.reach;
    now_ = std::move(now);
    return extentOf(now_);
  }

  /// Least height [L] over a ground of the body of the last put().
  double lowest(const GroundPlane& ground) const {
    double least = HUGE_VAL;
    for (const Vec3& x : now_) least = std::min(least, height(ground, x));
    return least;
  }

  /// After put() for each body.
  void upload(Exec& exec) {
    outline_.resize(static_cast<Index>(corner_.size()));
    exec.template upload<double>(corner_, outline_.vector());
  }

  BodyForms view() const { return {outline_[0], outline_[1], distance_.data()}; }
  const BodyFacts& facts(std::size_t index) const { return forms_[index].facts; }
  std::size_t bytes() const { return outline_.bytes() + distance_.bytes(); }

 private:
  struct Form {
    std::optional<Body> of;
    BodyFacts facts;
    std::vector<Vec3> corner;  ///< of the outline or surface
    std::optional<DistanceTable> table;
    int cells = 0;    ///< of the table
    Index first = 0;  ///< of the table in the list of all

    /// True if it changed.
    bool become(const Body& body, double h) {
      const bool inPlane = isInPlane(body), same = of && haveSameShape(*of, body);
      if (same && (inPlane || cellsFor(extentOf(corner).longest(), h) == cells)) return false;
      of.reset();  // in case of an exception
      const BodySurface surface = inPlane ? BodySurface{outlineOf(body), {}, true} : surfaceOf(body);
      corner = surface.corner;
      facts = factsOf(body);
      cells = inPlane ? 0 : cellsFor(extentOf(corner).longest(), h);
      table.reset();
      if (!inPlane) table.emplace(tableOf(surface, facts, cells));
      of = body;
      of->path.clear();
      return true;
    }
  };

  /// Throws InvalidInput for a surface that a table of so many cells does not resolve, and for one whose pieces overlap
  /// or are inside out, whose volume the triangles do not tell.
  static DistanceTable tableOf(const BodySurface& surface, const BodyFacts& facts, int cells) {
    constexpr double kThinnest = 1.5, kAgree = 0.15;
    DistanceTable table(surface, cells);
    if (facts.meanThickness() < kThinnest * table.view().cell)
      throw InvalidInput("is " + numberText(facts.meanThickness()) +
                         " thick; allowed: " + numberText(kThinnest / cells) + " of its extent or more");
    if (std::abs(table.volume() / facts.volume - 1) > kAgree && facts.meanThickness() > 4 * table.view().cell)
      throw InvalidInput("its triangles enclose " + numberText(facts.volume) + " and its inside is " +
                         numberText(table.volume()) + "; allowed: pieces that do not overlap, none inside out");
    return table;
  }

  static void setVector(const Vec3& from, double* to) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  }

  void uploadTables(Exec& exec) {
    std::vector<double> all;
    for (Form& form : forms_) {
      form.first = static_cast<Index>(all.size());
      if (form.table) all.insert(all.end(), form.table->values().begin(), form.table->values().end());
    }
    distance_.resize(all.size());
    exec.template uploadRow<float>(all, distance_.data());
  }

  double h_ = 1;
  std::vector<Form> forms_;
  std::vector<Vec3> corner_, now_;  ///< of all outlines; of the body of the last put()
  bool uploaded_ = false;           ///< the tables of forms_
  Rows<Exec, double, 3> outline_;
  typename Exec::template Buffer<float> distance_;
};

}  // namespace fmm
