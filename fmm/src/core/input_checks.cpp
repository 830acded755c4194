#include "core/input_checks.h"

#include <cmath>
#include <cstdio>

#include "fmm/error.h"

namespace fmm {

std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void rejectInput(const std::string& field, const std::string& value, const std::string& allowed) {
  throw InvalidInput(field + " = " + value + ": allowed is " + allowed);
}

void requireFinite(const std::string& field, Vec3 v) {
  if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) return;
  rejectInput(field, "(" + numberText(v.x) + ", " + numberText(v.y) + ", " + numberText(v.z) + ")",
              "finite coordinates");
}

void requireFinite(const std::string& field, double value) {
  if (!std::isfinite(value)) rejectInput(field, numberText(value), "any finite value");
}

void requireDirection(const std::string& field, Vec3 v) {
  requireFinite(field, v);
  const double length = norm(v);
  if (!(length > 0 && std::isfinite(1 / length))) rejectInput(field, "(0, 0, 0)", "any vector but 0");
}

void requirePositive(const std::string& field, double value) {
  if (!(value > 0 && std::isfinite(value))) rejectInput(field, numberText(value), "more than 0");
}

void requireWithin(const std::string& field, double value, double low, double high) {
  if (!(value >= low && value <= high))
    rejectInput(field, numberText(value), numberText(low) + " to " + numberText(high));
}

}  // namespace fmm
