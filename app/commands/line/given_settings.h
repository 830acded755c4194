#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "fmm/setting.h"

namespace app {

/// Settings of a group that the command line gives; a scene's other settings stay.
template <class Group>
class GivenSettings {
 public:
  template <class Value>
  void set(Value Group::*member, const Value& value) {
    values_.*member = value;
    keys_.emplace_back(fmm::settingOf(member).key);
  }

  /// The given values; all others as in Group{}.
  const Group& values() const { return values_; }
  bool any() const { return !keys_.empty(); }
  template <class Value>
  bool has(Value Group::*member) const {
    return has(fmm::settingOf(member).key);
  }

  void applyTo(Group& target) const {
    fmm::forEachSetting<Group>([&](const auto& setting) {
      if (has(setting.key)) target.*setting.member = values_.*setting.member;
    });
  }

 private:
  bool has(std::string_view key) const { return std::find(keys_.begin(), keys_.end(), key) != keys_.end(); }

  Group values_;
  std::vector<std::string_view> keys_;  ///< of the settings given
};

}  // namespace app
