#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gl/gl_objects.h"
#include "scene/saved/trail_places.h"
#include "state/particle_stream.h"
#include "state/thinned_tracers.h"

namespace app {

/// Where tracers have been during the last stretch of flow time, in OpenGL's memory: a ring of places for each tracer,
/// at times a fixed stretch apart, or at every state where states come less often. Takes 148 bytes a path, 155 MB at
/// most. All functions are called on the thread of the GL context.
class TracerTrails {
 public:
  static constexpr int kTimes = 12;                            ///< places kept of each tracer
  static constexpr std::size_t kMost = std::size_t{1} << 20;   ///< paths; of more tracers one in stride() has one
  static constexpr std::size_t kBatch = std::size_t{1} << 16;  ///< paths bound at once, within 16 MiB

  /// Sets the stretch of time that is kept [T]; 0: none, which frees the memory.
  void keep(double length);
  /// Adds a state. Nothing is kept of a state at the time of the last one; a state of another `flow`, one that lies
  /// more than two stretches away, or one whose time has turned round, begins anew. Throws GlError, FileError (shader).
  void add(const ParticleStream& tracers, const TagBuffer& tags, double time, std::uint64_t flow);

  /// Stretch of time that is kept [T]; 0: none.
  double length() const { return length_; }
  /// True if there is something to draw.
  bool any() const { return !times_.empty() && paths_ > 0; }
  std::size_t paths() const { return paths_; }
  /// Tracers per path: path k is that of tracer k stride().
  std::size_t stride() const { return stride_; }
  /// Ages of the places kept, the youngest first, and their slots in the ring [T].
  struct Age {
    double age = 0;
    int slot = 0;
  };
  std::vector<Age> ages() const;
  /// Binds `count` paths from `first` on, a multiple of kBatch, to a binding of GL_SHADER_STORAGE_BUFFER.
  void bind(GLuint binding, std::size_t first, std::size_t count) const;

  /// The places of all paths; empty if there are none.
  TrailPlaces read() const;
  /// Goes on from places read earlier: the next state added is the next one of the same flow.
  void restore(TrailPlaces places);

 private:
  void forget();
  void makeRoom(std::size_t tracers);
  void write(const ParticleStream& tracers, const TagBuffer& tags, int slot, std::size_t known);
  std::size_t takeRestored(double time);

  ProgramVariants programs_{"trails.comp"};
  Buffer places_;  ///< [paths][kTimes][3] float
  Buffer births_;  ///< [paths] uint
  double length_ = 0;
  std::size_t paths_ = 0, stride_ = 1;
  std::vector<double> times_;  ///< of the slots in use; slots are filled in order, then anew from 0 on
  int newest_ = -1;            ///< slot written last
  double now_ = 0;             ///< of the last state [T]
  double step_ = 0;            ///< the last one that was not 0 [T]
  std::uint64_t flow_ = 0;     ///< of the last state
  TrailPlaces restored_;       ///< until the next state
};

}  // namespace app
