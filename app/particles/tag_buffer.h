#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gl/gl_objects.h"
#include "scene/tracer_tags.h"

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

}  // namespace app
