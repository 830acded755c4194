#include "exec/cpu/instruction_set.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "fmm/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exec/cpu/instruction_set.cpp"
#include "exec/cpu/simd_targets.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

InstructionSet compiledFor() {
  switch (HWY_TARGET) {
    case HWY_AVX3:
      return InstructionSet::avx512;
    case HWY_AVX2:
      return InstructionSet::avx2;
    case HWY_SSE4:
      return InstructionSet::sse4;
    default:
      return InstructionSet::portable;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {
namespace {

HWY_EXPORT(compiledFor);

struct NamedSet {
  InstructionSet set;
  const char* name;
  std::int64_t target;
};
constexpr NamedSet kSets[] = {{InstructionSet::sse4, "SSE4", HWY_SSE4},
                              {InstructionSet::avx2, "AVX2", HWY_AVX2},
                              {InstructionSet::avx512, "AVX-512", HWY_AVX3}};

/// Applies RINGLET_SIMD to all of Highway, its sorting included; returns why it cannot be kept, or nothing.
std::string applyCap() {
  const std::string cap = instructionSetCap();
  if (cap.empty()) return {};
  std::string names;
  for (const NamedSet& named : kSets) {
    names.append(names.empty() ? "" : ", ").append(named.name);
    if (cap != named.name) continue;
    hwy::DisableTargets(named.target - 1);  // better sets have lower bits
    if (instructionSet() <= named.set) return {};
    return "RINGLET_SIMD=" + cap + ": this build has " + nameOf(instructionSet()) + " alone";
  }
  return "RINGLET_SIMD=" + cap + " is no instruction set; allowed: " + names;
}

const std::string& problemOfCap() {
  static const std::string problem = applyCap();
  return problem;
}

// Before main(): a sum that came earlier would have chosen its instructions without the cap.
[[maybe_unused]] const bool kCapKept = problemOfCap().empty();

}  // namespace

InstructionSet instructionSet() {
  return HWY_DYNAMIC_DISPATCH(compiledFor)();
}

const char* nameOf(InstructionSet set) {
  for (const NamedSet& named : kSets)
    if (named.set == set) return named.name;
  return "portable code, no SIMD";
}

const char* instructionSetCap() {
  const char* const cap = std::getenv("RINGLET_SIMD");
  return cap != nullptr ? cap : "";
}

void requireInstructionSet() {
  if (!problemOfCap().empty()) throw EnvironmentError(problemOfCap());
}

}  // namespace fmm
#endif
