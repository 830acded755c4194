#pragma once

#include "gl/gl_objects.h"

namespace app {

/// The tiles of a picture that differ from its ground, gathered on the GPU: shaders that include tiles.glsl mark tiles,
/// and the drawing shader runs over marked tiles only.
class LitTiles {
 public:
  /// Side of the work groups that dispatch() starts [pixels]; a tile's side is a multiple of it.
  static constexpr int kGroup = 8;

  /// Tiles of `side` x `side` pixels.
  LitTiles(int columns, int rows, int side);

  /// Clears all marks.
  void clear(ZeroFill& zero);
  /// The marks, to be summed over ranks before the rank that makes the picture calls list().
  BufferPart marks() const;
  void list(ZeroFill& zero);
  /// Binds the buffer of tiles.glsl.
  void bind() const { buffer_.bindStorage(5); }
  /// Starts the program in use, which must take its pixels from pixelOfTile(), for all marked tiles.
  void dispatch() const;

 private:
  Buffer buffer_;
  Program list_;  ///< made at first use
};

}  // namespace app
