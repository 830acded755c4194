#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gl/gl_objects.h"
#include "scene/start/tracer_tags.h"
#include "state/particle_stream.h"

namespace app {

/// The tracers' tags in a GL buffer. All functions are called on the thread of the GL context.
class TagBuffer {
 public:
  /// Uploads the tags unless they are already loaded. Null clears them. Throws GlError.
  void load(const SharedTags& tags);

  std::size_t count() const { return count_; }
  /// Number of rings in the tags; 1 without tags.
  std::uint32_t rings() const { return rings_; }
  /// Range of births in the tags; zeros without tags.
  Births births() const { return births_; }
  /// Binds `count` tags from `first` on for shaders/colour_index.glsl. `first` is a multiple of 32.
  void bind(std::size_t first, std::size_t count) const;

 private:
  Buffer buffer_;
  std::weak_ptr<const TracerTags> loaded_;  ///< weak, so that the address is not reused meanwhile
  std::size_t count_ = 0;
  std::uint32_t rings_ = 1;
  Births births_;
};

/// One tracer from each stretch of `stride` tracers, with its tag: a representative sample for pictures that must be
/// fast. All functions are called on the thread of the GL context.
class ThinnedTracers {
 public:
  ThinnedTracers();

  /// Picks one tracer of every `stride`, a power of two. Throws GlError, FileError (shader).
  void pick(const ParticleStream& all, const SharedTags& tags, std::uint32_t stride);
  /// The tracers of the last pick().
  const ParticleStream& tracers() const { return *tracers_; }
  const TagBuffer& tags() const { return tags_; }

  /// Index of the k-th picked tracer among `count`.
  static std::size_t placeOf(std::size_t k, std::uint32_t stride, std::size_t count);

 private:
  void pickTags(const SharedTags& tags, std::uint32_t stride);

  Program program_;
  Buffer picked_;
  std::unique_ptr<ParticleStream> tracers_;
  TagBuffer tags_;
  std::weak_ptr<const TracerTags> tagsOf_;  ///< the tags that tags_ was picked from
  std::uint32_t tagStride_ = 0;             ///< the stride of tags_
};

}  // namespace app
