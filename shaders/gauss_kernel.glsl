// A Gaussian along a line of texels: exp(-d^2 / (2 sigma^2)) for sigma = 2.8, and the sum over both sides.
const int kReach = 7;
const float kWeights[kReach + 1] = float[](1.0, 0.93822, 0.77483, 0.56327, 0.36044, 0.20302, 0.10066, 0.04394);
const float kSum = 1.0 + 2.0 * (0.93822 + 0.77483 + 0.56327 + 0.36044 + 0.20302 + 0.10066 + 0.04394);
