#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// Settings that exclude each other. Settings are called by their keys of settings_table.h.
struct SettingRule {
  const char* key;                             ///< of the setting that does not go with others as they are
  const char* name;                            ///< of its member
  bool (*broken)(const Settings&);             ///< is the rule broken?
  std::string (*complaint)(const Settings&);   ///< what follows key or name in a message: "= 1e-08 is finer than ..."
  void (*settle)(const Settings&, Settings&);  ///< (before, edited): the choice of before gives way to the later one
};

/// All rules, in the order in which they are checked and settled.
const std::array<SettingRule, 10>& settingRules();

/// The first rule that is broken; null if all are kept.
const SettingRule* brokenRule(const Settings& settings);

/// Makes settings that exclude each other fit after `edited` was changed from `before`: what was chosen last wins.
void reconcile(const Settings& before, Settings& edited);

/// All members that make the flow forget where it came from; the first one is irreversiblePart().
std::vector<std::string_view> irreversibleParts(const MotionSettings& settings);

/// Switches all of them off, so that time may be turned round.
void makeReversible(MotionSettings& settings);

}  // namespace fmm
