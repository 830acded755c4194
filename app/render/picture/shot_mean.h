#pragma once

#include <vector>

#include <GL/glew.h>

#include "gl/gl_objects.h"

namespace app {

/// One of several exposures whose light adds up to a picture.
struct Shot {
  int number = 0, count = 1;

  bool isLast() const { return number + 1 == count; }
};

/// One picture of the tracers of several ranks, each of which draws its own: what they are counted into are whole
/// numbers, whose sums are the same in any order. Every rank makes the same calls. They throw GlError.
class PictureSum {
 public:
  virtual ~PictureSum() = default;

  /// Is it this rank that makes a picture of the sums?
  virtual bool makesPicture() const = 0;
  /// Sums of 32-bit numbers over all ranks, for every rank. What is summed together costs one message.
  virtual void sum(const std::vector<BufferPart>& counts) = 0;
  /// The same for the rank that makes the picture; what the others have then is undefined.
  virtual void sumForPicture(const std::vector<BufferPart>& counts) = 0;
};

/// Mean of the light of several shots, in 32-bit floats and in their order, so that the same shots give the same mean,
/// bit for bit.
class ShotMean {
 public:
  /// Adds a shot, RGBA16F of this size; the last one becomes the mean of all. Throws GlError, FileError (shader).
  void add(const Texture& shot, int width, int height, Shot number);

 private:
  Program program_;
  Texture sum_;
  int width_ = 0, height_ = 0;
};

/// Offset of a sample from the middle of its pixel, in pixels, to the right and up.
struct SampleOffset {
  double x = 0, y = 0;
};

/// Where sample `number` (0 to side^2 - 1) of a pixel lies: on a regular grid of side * side.
SampleOffset sampleOffset(int number, int side);

/// Averages several pictures of one size in linear light, where light adds up: a box filter over each pixel. Sums are
/// 32-bit floats and run in the order of the pictures, so that the same pictures give the same mean, bit for bit.
class Supersampler {
 public:
  /// `side` * `side` pictures are averaged. Throws GlError, FileError (shader).
  Supersampler(int width, int height, int side);

  int side() const { return side_; }
  int samples() const { return side_ * side_; }
  /// Adds picture `number` (RGBA8 in sRGB), from 0 to samples() - 1 in this order.
  void add(GLuint picture, int number);
  /// The mean after the last add(): a texture like those that were added.
  GLuint mean() const { return mean_.name(); }

 private:
  int width_, height_, side_;
  Program program_;
  Texture sum_, mean_;
};

}  // namespace app
