#pragma once

#include "fmm/settings.h"

namespace fmm {

/// What blobs leave of a wave of the vorticity: the transform of zeta_sigma at the wavenumber k, `kSigma` = k sigma. 1
/// at 0.
double coreFilter(Regularisation kind, double kSigma);

/// By how much a blob widens a section, d^2 + b sigma^2 for the mean square d^2 along one direction: 1 for a Gaussian
/// of order 2, 0 for cores of higher order.
double filterSpread(Regularisation kind);

}  // namespace fmm
