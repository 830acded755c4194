#include "mesh/cpu/line_passes.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/cpu/line_passes.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "mesh/cpu/line_room-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// Loads a register of lines: complex numbers that follow each other in memory.
template <class Real>
HWY_INLINE void loadBeside(const Real* from, Index count, Real* to) {
  using V = Pack<Real>;
  if (count >= V::kLanes) {
    hn::Vec<typename V::D> re, im;
    hn::LoadInterleaved2(typename V::D(), from, re, im);
    V(re).store(to);
    V(im).store(to + V::kLanes);
    return;
  }
  for (Index k = 0; k < V::kLanes; ++k) {
    to[k] = k < count ? from[2 * k] : Real(0);
    to[V::kLanes + k] = k < count ? from[2 * k + 1] : Real(0);
  }
}
template <class Real>
HWY_INLINE void storeBeside(const Real* from, Index count, Real* to) {
  using V = Pack<Real>;
  if (count >= V::kLanes) {
    hn::StoreInterleaved2(V::load(from).v, V::load(from + V::kLanes).v, typename V::D(), to);
    return;
  }
  for (Index k = 0; k < count; ++k) {
    to[2 * k] = from[k];
    to[2 * k + 1] = from[V::kLanes + k];
  }
}
template <class Real>
void rowsForwardItem(const MeshStrengths<Real>& from, const MeshLine<Real>& line, const MeshSpectra<Real>& to,
                     Index item) {
  using V = Pack<Real>;
  const MeshGrid& grid = to.grid;
  const Index n = grid.size[0], groups = pairGroups(grid), z = item / groups % grid.nodes[2],
              field = item / groups / grid.nodes[2];
  const LineRoom<Real> room(1, n);
  forEachRegister<Real>(item % groups, (grid.nodes[1] + 1) / 2, [&](Index first, Index count) FMM_INLINE_LAMBDA {
    for (Index x = 0; x < n; ++x) clearPlace(room.at(0, x));
    for (Index k = 0; k < count; ++k) {
      for (Index row = 0; row < 2; ++row) {
        const Index y = 2 * (first + k) + row;
        if (y >= grid.nodes[1]) continue;
        const Real* const values = &from.at(static_cast<std::size_t>(field), 0, y, z);
        for (Index x = 0; x < grid.nodes[0]; ++x) room.at(0, x)[row * V::kLanes + k] = values[x];
      }
    }
    transformLines<false>(room, 1, line);
    const V half(Real(0.5));
    HWY_ALIGN Real first2[2 * V::kLanes], second2[2 * V::kLanes];
    for (Index m = 0; m < grid.modes(); ++m) {
      const Real* const one = room.at(0, line.places[static_cast<std::size_t>(m)]);
      const Real* const other = room.at(0, line.places[static_cast<std::size_t>(m == 0 ? 0 : n - m)]);
      const V a = V::load(one), b = V::load(one + V::kLanes), c = V::load(other), d = V::load(other + V::kLanes);
      (half * (a + c)).store(first2);
      (half * (b - d)).store(first2 + V::kLanes);
      (half * (b + d)).store(second2);
      (half * (c - a)).store(second2 + V::kLanes);
      for (Index k = 0; k < count; ++k) {
        const Index y = 2 * (first + k);
        Real* const at = to.row(field, y, z) + 2 * m;
        at[0] = first2[k];
        at[1] = first2[V::kLanes + k];
        if (y + 1 >= grid.nodes[1]) continue;
        Real* const next = at + 2 * grid.modes();
        next[0] = second2[k];
        next[1] = second2[V::kLanes + k];
      }
    }
  });
}

template <class Real>
void rowsBackItem(const MeshSpectra<Real>& from, const MeshLine<Real>& line, MeshVector<Real>* to, Index beside,
                  Index item) {
  using V = Pack<Real>;
  const MeshGrid& grid = from.grid;
  const Index n = grid.size[0], z = item % grid.nodes[2];
  const LineRoom<Real> room(3, n);
  forEachRegister<Real>(item / grid.nodes[2], (grid.nodes[1] + 1) / 2, [&](Index first, Index count) FMM_INLINE_LAMBDA {
    for (Index place = 0; place < 3 * n; ++place) clearPlace(room.at(0, place));
    for (Index field = 0; field < 3; ++field) {
      for (Index k = 0; k < count; ++k) {
        const Index y = 2 * (first + k);
        const Real *const a = from.row(field, y, z), *const b = a + 2 * grid.modes();
        const bool second = y + 1 < grid.nodes[1];
        for (Index m = 0; m < grid.modes(); ++m) {
          const Real re = a[2 * m], im = a[2 * m + 1], otherRe = second ? b[2 * m] : Real(0),
                     otherIm = second ? b[2 * m + 1] : Real(0);
          Real* const at = room.at(field, line.places[static_cast<std::size_t>(m)]) + k;
          at[0] = re - otherIm;
          at[V::kLanes] = im + otherRe;
          if (m == 0 || 2 * m >= n) continue;
          Real* const mirrored = room.at(field, line.places[static_cast<std::size_t>(n - m)]) + k;
          mirrored[0] = re + otherIm;
          mirrored[V::kLanes] = otherRe - im;
        }
      }
    }
    transformLines<true>(room, 3, line);
    for (Index k = 0; k < count; ++k) {
      for (Index row = 0; row < 2; ++row) {
        const Index y = 2 * (first + k) + row;
        if (y >= grid.nodes[1]) continue;
        MeshVector<Real>* const nodes =
            to +
            static_cast<std::size_t>(beside * grid.nodes[0]) *
                (static_cast<std::size_t>(z) * static_cast<std::size_t>(grid.nodes[1]) + static_cast<std::size_t>(y));
        const Index at = row * V::kLanes + k;
        for (Index x = 0; x < grid.nodes[0]; ++x)
          nodes[beside * x] = {room.at(0, x)[at], room.at(1, x)[at], room.at(2, x)[at], 0};
      }
    }
  });
}

template <bool kBack, class Real>
void columnsItem(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item) {
  const MeshGrid& grid = spectra.grid;
  const Index n = grid.size[1], groups = lineGroups(grid), z = item / groups % grid.nodes[2],
              field = item / groups / grid.nodes[2];
  const LineRoom<Real> room(1, n);
  forEachRegister<Real>(item % groups, grid.modes(), [&](Index first, Index count) FMM_INLINE_LAMBDA {
    for (Index y = 0; y < n; ++y) {
      Real* const to = room.at(0, kBack ? line.places[static_cast<std::size_t>(y)] : y);
      if (kBack || y < grid.nodes[1]) {
        loadBeside(spectra.row(field, y, z) + 2 * first, count, to);
      } else {
        clearPlace(to);
      }
    }
    transformLines<kBack>(room, 1, line);
    for (Index p = 0; p < (kBack ? grid.nodes[1] : n); ++p)
      storeBeside(room.at(0, p), count,
                  spectra.row(field, kBack ? p : line.modes[static_cast<std::size_t>(p)], z) + 2 * first);
  });
}

/// Applies `change` to every mode of a register's lines.
template <class Real, class Change>
HWY_INLINE void changeModes(const LineRoom<Real>& room, const Change& change, Index first, Index count, Index y,
                            Index z, Index place) {
  Real* const at[3] = {room.at(0, place), room.at(1, place), room.at(2, place)};
  for (Index k = 0; k < count; ++k) {
    MeshMode<Real> mode;
    for (int c = 0; c < 3; ++c) {
      mode.re[c] = at[c][k];
      mode.im[c] = at[c][Pack<Real>::kLanes + k];
    }
    change(first + k, y, z, mode);
    for (int c = 0; c < 3; ++c) {
      at[c][k] = mode.re[c];
      at[c][Pack<Real>::kLanes + k] = mode.im[c];
    }
  }
}

template <class Real, class Change>
void convolveItem(const MeshSpectra<Real>& from, const MeshLine<Real>& line, const Change& change,
                  const MeshSpectra<Real>& to, Index item) {
  const MeshGrid& grid = from.grid;
  const Index n = grid.size[2], groups = lineGroups(grid), y = item / groups;
  const LineRoom<Real> room(3, n);
  forEachRegister<Real>(item % groups, grid.modes(), [&](Index first, Index count) FMM_INLINE_LAMBDA {
    for (Index field = 0; field < 3; ++field) {
      for (Index z = 0; z < grid.nodes[2]; ++z) loadBeside(from.row(field, y, z) + 2 * first, count, room.at(field, z));
      for (Index z = grid.nodes[2]; z < n; ++z) clearPlace(room.at(field, z));
    }
    transformLines<false>(room, 3, line);
    for (Index p = 0; p < n; ++p)
      changeModes(room, change, first, count, y, line.modes[static_cast<std::size_t>(p)], p);
    transformLines<true>(room, 3, line);
    for (Index field = 0; field < 3; ++field)
      for (Index z = 0; z < grid.nodes[2]; ++z) storeBeside(room.at(field, z), count, to.row(field, y, z) + 2 * first);
  });
}

// Highway's dispatch takes no templates.
#define FMM_LINE_PASSES(Real, NAME)                                                                                  \
  void rowsForward##NAME(const MeshStrengths<Real>& from, const MeshLine<Real>& line, const MeshSpectra<Real>& to,   \
                         Index item) {                                                                               \
    rowsForwardItem(from, line, to, item);                                                                           \
  }                                                                                                                  \
  void columnsForward##NAME(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item) {              \
    columnsItem<false>(line, spectra, item);                                                                         \
  }                                                                                                                  \
  void columnsBack##NAME(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item) {                 \
    columnsItem<true>(line, spectra, item);                                                                          \
  }                                                                                                                  \
  void convolveVelocity##NAME(const MeshSpectra<Real>& from, const MeshLine<Real>& line,                             \
                              const MeshVelocity<Real>& change, const MeshSpectra<Real>& to, Index item) {           \
    convolveItem(from, line, change, to, item);                                                                      \
  }                                                                                                                  \
  void convolveVorticity##NAME(const MeshSpectra<Real>& from, const MeshLine<Real>& line,                            \
                               const MeshVorticity<Real>& change, const MeshSpectra<Real>& to, Index item) {         \
    convolveItem(from, line, change, to, item);                                                                      \
  }                                                                                                                  \
  void rowsBack##NAME(const MeshSpectra<Real>& from, const MeshLine<Real>& line, MeshVector<Real>* to, Index beside, \
                      Index item) {                                                                                  \
    rowsBackItem(from, line, to, beside, item);                                                                      \
  }
FMM_LINE_PASSES(float, Float)
FMM_LINE_PASSES(double, Double)
#undef FMM_LINE_PASSES

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

template <class Real>
MeshLine<Real>::MeshLine(Index n) : plan(LinePlan::of(n)), modes(plan.modes()), places(modes.size()) {
  for (Index k = 0; k < n; ++k) {
    const double angle = -6.28318530717958647693 * k / n;
    cosines.push_back(static_cast<Real>(std::cos(angle)));
    sines.push_back(static_cast<Real>(std::sin(angle)));
    places[static_cast<std::size_t>(modes[static_cast<std::size_t>(k)])] = k;
  }
}
template struct MeshLine<float>;
template struct MeshLine<double>;

Index pairGroups(const MeshGrid& grid) {
  const Index pairs = (grid.nodes[1] + 1) / 2;
  return (pairs + kLinesTogether - 1) / kLinesTogether;
}
Index lineGroups(const MeshGrid& grid) {
  return (grid.modes() + kLinesTogether - 1) / kLinesTogether;
}

#define FMM_EXPORT(Real, NAME)                                                                                     \
  HWY_EXPORT(rowsForward##NAME);                                                                                   \
  HWY_EXPORT(columnsForward##NAME);                                                                                \
  HWY_EXPORT(columnsBack##NAME);                                                                                   \
  HWY_EXPORT(convolveVelocity##NAME);                                                                              \
  HWY_EXPORT(convolveVorticity##NAME);                                                                             \
  HWY_EXPORT(rowsBack##NAME);                                                                                      \
  template <>                                                                                                      \
  void rowsForward(const MeshStrengths<Real>& from, const MeshLine<Real>& line, const MeshSpectra<Real>& to,       \
                   Index item) {                                                                                   \
    HWY_DYNAMIC_DISPATCH(rowsForward##NAME)(from, line, to, item);                                                 \
  }                                                                                                                \
  template <>                                                                                                      \
  void columnsForward(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item) {                  \
    HWY_DYNAMIC_DISPATCH(columnsForward##NAME)(line, spectra, item);                                               \
  }                                                                                                                \
  template <>                                                                                                      \
  void columnsBack(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item) {                     \
    HWY_DYNAMIC_DISPATCH(columnsBack##NAME)(line, spectra, item);                                                  \
  }                                                                                                                \
  template <>                                                                                                      \
  void convolveAlong(const MeshSpectra<Real>& from, const MeshLine<Real>& line, const MeshVelocity<Real>& change,  \
                     const MeshSpectra<Real>& to, Index item) {                                                    \
    HWY_DYNAMIC_DISPATCH(convolveVelocity##NAME)(from, line, change, to, item);                                    \
  }                                                                                                                \
  template <>                                                                                                      \
  void convolveAlong(const MeshSpectra<Real>& from, const MeshLine<Real>& line, const MeshVorticity<Real>& change, \
                     const MeshSpectra<Real>& to, Index item) {                                                    \
    HWY_DYNAMIC_DISPATCH(convolveVorticity##NAME)(from, line, change, to, item);                                   \
  }                                                                                                                \
  template <>                                                                                                      \
  void rowsBack(const MeshSpectra<Real>& from, const MeshLine<Real>& line, MeshVector<Real>* to, Index beside,     \
                Index item) {                                                                                      \
    HWY_DYNAMIC_DISPATCH(rowsBack##NAME)(from, line, to, beside, item);                                            \
  }
FMM_EXPORT(float, Float)
FMM_EXPORT(double, Double)
#undef FMM_EXPORT

}  // namespace fmm
#endif
