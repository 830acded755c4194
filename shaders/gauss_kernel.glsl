// A Gaussian along a line of texels: exp(-d^2 / (2 sigma^2)) for sigma = 2.8, and the sum over both sides.
// Variants: VERTICAL  along columns, else along rows
const int kReach = 7;
const float kWeights[kReach + 1] = float[](1.0, 0.93822, 0.77483, 0.56327, 0.36044, 0.20302, 0.10066, 0.04394);
const float kSum = 1.0 + 2.0 * (0.93822 + 0.77483 + 0.56327 + 0.36044 + 0.20302 + 0.10066 + 0.04394);

// Each invocation takes a run of texels along the line, which share most of their input.
const int kRun = 4;  // as in app/render/picture/coarse_blur.cpp
#ifdef VERTICAL
const ivec2 kAlong = ivec2(0, 1);
ivec2 firstOfRun(int run, ivec2 size) { return ivec2(run % size.x, run / size.x * kRun); }
#else
const ivec2 kAlong = ivec2(1, 0);
ivec2 firstOfRun(int run, ivec2 size) {
  int runs = (size.x + kRun - 1) / kRun;
  return ivec2(run % runs * kRun, run / runs);
}
#endif
