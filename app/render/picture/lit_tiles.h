#pragma once

#include "gl/gl_objects.h"

namespace app {

/// The tiles of a picture that differ from its ground, gathered on the GPU: shaders that include tiles.glsl mark them,
/// and one that draws them runs over them alone.
class LitTiles {
 public:
  /// Pixels a side of the work groups that dispatch() starts; a tile's side is a multiple.
  static constexpr int kGroup = 8;

  /// For tiles of `side` pixels a side.
  LitTiles(int columns, int rows, int side);

  /// From now on none is marked.
  void clear(ZeroFill& zero);
  /// What several ranks add up, before the one that makes the picture lists what any of them has marked.
  BufferPart marks() const;
  void list(ZeroFill& zero);
  /// Binds what tiles.glsl wants.
  void bind() const { buffer_.bindStorage(5); }
  /// Starts the program in use, one that takes its pixels from pixelOfTile(), for all that is marked.
  void dispatch() const;

 private:
  Buffer buffer_;
  Program list_;  ///< made at first use
};

}  // namespace app
