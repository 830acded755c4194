#pragma once

#include <vector>

#include "fmm/bodies.h"

namespace fmm {

/// Throws InvalidInput that names the value unless it is a length of more than 0.
void requirePositiveLength(const char* name, double value);
/// Throws InvalidInput unless the four digits are those of a NACA section.
void requireSection(int section);

/// A NACA four-digit section with a closed trailing edge, counter-clockwise from there about the middle of the chord.
std::vector<Vec3> aerofoilOutline(double chord, int section);
/// Throws InvalidInput if a polygon crosses itself.
void requireSimple(const Body& polygon);
/// True if two outlines overlap.
bool outlinesOverlap(const std::vector<Vec3>& a, const std::vector<Vec3>& b);
BodyFacts areaOf(const std::vector<Vec3>& outline);

/// BodyFacts without a length.
BodyFacts volumeOf(const BodySurface& surface);

}  // namespace fmm
