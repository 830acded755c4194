#pragma once

#include <vector>

#include <GL/glew.h>

#include "gl/gl_objects.h"

namespace app {

/// One of several exposures that are averaged into a picture.
struct Shot {
  int number = 0, count = 1;

  bool isLast() const { return number + 1 == count; }
};

/// Sums the tracer counts of several ranks into one picture. Each rank counts its own tracers; counts are integers, so
/// their sums do not depend on the order. Every rank makes the same calls. They throw GlError.
class PictureSum {
 public:
  virtual ~PictureSum() = default;

  /// True on the rank that makes the picture from the sums.
  virtual bool makesPicture() const = 0;
  /// Sums 32-bit numbers over all ranks, for every rank. Parts summed in one call cost one message.
  virtual void sum(const std::vector<BufferPart>& counts) = 0;
  /// The same for the rank that makes the picture; the values of other ranks are undefined afterwards.
  virtual void sumForPicture(const std::vector<BufferPart>& counts) = 0;
};

/// Mean light of several shots, summed in 32-bit floats and in order, so that the same shots give the same mean, bit
/// for bit.
class ShotMean {
 public:
  /// Adds a shot, RGBA16F of this size; the last shot is replaced by the mean of all. Throws GlError, FileError
  /// (shader).
  void add(const Texture& shot, int width, int height, Shot number);

 private:
  Program program_;
  Texture sum_;
  int width_ = 0, height_ = 0;
};

/// Offset of a sample from the centre of its pixel, to the right and up [pixels].
struct SampleOffset {
  double x = 0, y = 0;
};

/// Offset of sample `number` (0 to side^2 - 1) on a regular grid of side * side samples per pixel.
SampleOffset sampleOffset(int number, int side);

/// Averages several pictures of one size in linear light: a box filter over each pixel. The sums are 32-bit floats in
/// the order of the pictures, so that the same pictures give the same mean, bit for bit.
class Supersampler {
 public:
  /// Averages `side` * `side` pictures. Throws GlError, FileError (shader).
  Supersampler(int width, int height, int side);

  int side() const { return side_; }
  int samples() const { return side_ * side_; }
  /// Adds picture `number` (RGBA8 in sRGB); numbers run from 0 to samples() - 1 in order.
  void add(GLuint picture, int number);
  /// Texture with the mean after the last add(), RGBA8 in sRGB.
  GLuint mean() const { return mean_.name(); }

 private:
  int width_, height_, side_;
  Program program_;
  Texture sum_, mean_;
};

}  // namespace app
