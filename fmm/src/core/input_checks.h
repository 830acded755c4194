#pragma once

#include <string>

#include "fmm/types.h"

namespace fmm {

/// The shortest of at most 9 digits, for messages.
std::string numberText(double value);

/// Throws InvalidInput "field = value: allowed is ...".
[[noreturn]] void rejectInput(const std::string& field, const std::string& value, const std::string& allowed);

/// Each throws InvalidInput where the value is not what its name says.
void requireFinite(const std::string& field, Vec3 v);
void requireFinite(const std::string& field, double value);
void requireDirection(const std::string& field, Vec3 v);
void requirePositive(const std::string& field, double value);
void requireWithin(const std::string& field, double value, double low, double high);

}  // namespace fmm
