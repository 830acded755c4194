#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gl/gl_objects.h"
#include "scene/start/tracer_tags.h"
#include "state/particle_stream.h"

namespace app {

/// The tracers' tags in a GL buffer, beside their stream. All functions are called on the thread of the GL context.
class TagBuffer {
 public:
  /// Uploads the tags unless they are the ones that it has. Null gives it none. Throws GlError.
  void load(const SharedTags& tags);

  std::size_t count() const { return count_; }
  /// Rings that they tell apart; 1 without tags.
  std::uint32_t rings() const { return rings_; }
  /// Births that they have; zeros without tags.
  Births births() const { return births_; }
  /// Binds `count` tags from `first` on, as shaders/colour_index.glsl wants them. `first` is a multiple of 32.
  void bind(std::size_t first, std::size_t count) const;

 private:
  Buffer buffer_;
  std::weak_ptr<const TracerTags> loaded_;  ///< its address is not used again as long as this is here
  std::size_t count_ = 0;
  std::uint32_t rings_ = 1;
  Births births_;
};

/// One tracer out of each stretch of so many, with its tag: a part of all that looks like them, for pictures that have
/// to be drawn in no time. All functions are called on the thread of the GL context.
class ThinnedTracers {
 public:
  ThinnedTracers();

  /// Picks one of every `stride` of these tracers; `stride` is a power of two. Throws GlError, FileError (shader).
  void pick(const ParticleStream& all, const SharedTags& tags, std::uint32_t stride);
  /// Those that pick() took last.
  const ParticleStream& tracers() const { return *tracers_; }
  const TagBuffer& tags() const { return tags_; }

  /// The place of the k-th one that is picked of `count` tracers.
  static std::size_t placeOf(std::size_t k, std::uint32_t stride, std::size_t count);

 private:
  void pickTags(const SharedTags& tags, std::uint32_t stride);

  Program program_;
  Buffer picked_;
  std::unique_ptr<ParticleStream> tracers_;
  TagBuffer tags_;
  std::weak_ptr<const TracerTags> tagsOf_;  ///< that tags_ is a part of ...
  std::uint32_t tagStride_ = 0;             ///< ... by this stride
};

}  // namespace app
