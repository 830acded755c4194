// Every core function: its file, and its place in withCore(). The file is read once for the cores' types and, by
// pair_body-inl.h, once more for every instruction set, so it has no include guard. CMake reads it too: the pair sums
// of CutoffCore are compiled as units named "cutoff".
//
// A core's file holds all that belongs to it. A struct, rho = distance/sigma, s = rho^2:
//
//     kKind                its enumerator, which has its name in fmm/settings.h
//     kFiniteCentre        f and the vorticity have a limit at the centre
//     kFarField            its tail is short enough for expansions; else every pair is summed
//     kHeatKernel          zeta is the heat kernel: viscosity spreads it into another of its kind, and the fast Gauss
//                          transform sums its vorticity
//     kFilterOrder         m where blobs filter the field by e^-x sum_{n<m} x^n/n!, x = (k sigma)^2/2: order 2 m;
//                          0 for other filters
//     kFitted              its pairs use a polynomial (FittedBody); else a closed form (ClosedBody)
//     kReach               closed: s beyond which it is 1/r^3 exactly; negative: nowhere
//     kFits, nearShare, lack                        fitted: the data of CoreFit and its errors
//     ShareTerm, Bell      fitted: polynomials of s. sqrt(2/pi) exp(-s/2) times ShareTerm, if it is not 0, is the part
//                          of g/rho^3 that is not fitted; with ShareSlope in its place it is the derivative d/ds of
//                          that part, with Bell it is 4 pi sigma^3 zeta
//     kBellReach           fitted: s beyond which gradients at low accuracy take it for 1/r^3
//     kPotentialEnd, kPotentialStep, potentialSlope fitted: s beyond which G is 1/rho, step of s and dG/ds, for a table
//                          of G
//     share(rho)           g, relative accuracy 1e-13
//     tail(rho)            CoreTail, without loss of digits
//     potential(rho)       G = 4 pi sigma times the energy's kernel: G' = -g/rho^2, G -> 1/rho. docs/math.md, section 3
//     filter(kSigma)       the Fourier transform of zeta at the wave number k, 1 at 0: the factor of blobs on a wave
//     filamentShare(rho), filamentLogarithm(rho)    as in measures/core_functions.h
//
// Unless it is fitted it also has, for pair_body-inl.h under FMM_PAIR_BODIES, the computation of its pairs on SIMD
// registers and on a GPU: a specialisation of ClosedBody.

#include "expansion/cores/cutoff.h"
#include "expansion/cores/gaussian.h"
#include "expansion/cores/gaussian8.h"
#include "expansion/cores/rosenhead.h"
#include "expansion/cores/winckelmans.h"

/// In the order of the enumeration.
#ifndef FMM_CORES
#define FMM_CORES(CORE) \
  CORE(CutoffCore)      \
  CORE(GaussianCore)    \
  CORE(Gaussian8Core)   \
  CORE(WinckelmansCore) \
  CORE(RosenheadCore)
#endif
