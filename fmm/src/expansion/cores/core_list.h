// Every core function: its file, and its place in withCore(). It is read once for what the cores are and, by
// pair_body-inl.h, once more for every instruction set, so that it has no include guard. CMake reads it too: the pair
// sums of CutoffCore are compiled as units named "cutoff".
//
// A core's file holds all that belongs to it. A struct, rho = distance/sigma, s = rho^2:
//
//     kKind                its enumerator, which has its name in fmm/settings.h
//     kFiniteCentre        f and the vorticity have a limit at the centre
//     kFarField            its tail is short enough for expansions; else every pair is summed
//     kHeatKernel          zeta is the heat kernel: it spreads as viscosity would have it and stays one of its kind,
//                          and the fast Gauss transform sums its vorticity
//     kFilterOrder         m where the blobs of elements filter the field by e^-x sum_{n<m} x^n/n!, x = (k sigma)^2/2:
//     order
//                          2 m; 0 where their filter is another
//     kFitted              its pairs use a polynomial (FittedBody); else a closed form (ClosedBody)
//     kReach               closed: s beyond which it is 1/r^3 exactly; negative: nowhere
//     kFits, nearShare, lack                        fitted: what CoreFit is made of and how exact it is
//     ShareTerm, Bell      fitted: polynomials of s. sqrt(2/pi) exp(-s/2) times ShareTerm, if it is not 0, is what
//                          g/rho^3 has besides the part that is fitted, with ShareSlope in place of its derivative
//                          d/ds; with Bell it is 4 pi sigma^3 zeta
//     kBellReach           fitted: s beyond which gradients at low accuracy take it for 1/r^3
//     kPotentialEnd, kPotentialStep, potentialSlope fitted: s beyond which G is 1/rho, step of s and dG/ds, for a table
//                          of G
//     share(rho)           g, relative accuracy 1e-13
//     tail(rho)            CoreTail, without loss of digits
//     potential(rho)       G = 4 pi sigma times the energy's kernel: G' = -g/rho^2, G -> 1/rho. docs/math.md, section 3
//     filter(kSigma)       the Fourier transform of zeta at the wave number k, 1 at 0: what blobs leave of a wave
//     filamentShare(rho), filamentLogarithm(rho)    as in measures/core_functions.h
//
// and, unless it is fitted, for pair_body-inl.h under FMM_PAIR_BODIES, how its pairs are computed on SIMD registers and
// on a GPU: a specialisation of ClosedBody.

#include "expansion/cores/cutoff.h"
#include "expansion/cores/gaussian.h"
#include "expansion/cores/gaussian4.h"
#include "expansion/cores/gaussian6.h"
#include "expansion/cores/gaussian8.h"
#include "expansion/cores/rosenhead.h"
#include "expansion/cores/winckelmans.h"

/// In the order of the enumeration.
#ifndef FMM_CORES
#define FMM_CORES(CORE) \
  CORE(CutoffCore)      \
  CORE(GaussianCore)    \
  CORE(Gaussian4Core)   \
  CORE(Gaussian6Core)   \
  CORE(WinckelmansCore) \
  CORE(RosenheadCore)   \
  CORE(Gaussian8Core)
#endif
