#pragma once

#include <cstddef>

#include "gl/gl_objects.h"

namespace app {

/// One picture of the tracers of several ranks, each of which draws its own: what they are counted into are whole
/// numbers, whose sums are the same in any order. Every rank makes the same calls. They throw GlError.
class PictureSum {
 public:
  virtual ~PictureSum() = default;

  /// Is it this rank that makes a picture of the sums?
  virtual bool makesPicture() const = 0;
  /// Sums of 32-bit numbers over all ranks: of `bytes` of the buffer from `first` on, for every rank.
  virtual void sum(Buffer& counts, std::size_t first, std::size_t bytes) = 0;
  void sum(Buffer& counts) { sum(counts, 0, counts.bytes()); }
  /// The same of a whole buffer, for the rank that makes the picture.
  virtual void sumForPicture(Buffer& counts) = 0;
  /// The bits that any rank has set.
  virtual void unite(Buffer& marks, std::size_t first, std::size_t bytes) = 0;
};

}  // namespace app
