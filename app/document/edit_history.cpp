#include "document/edit_history.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "scene/text/scene_file.h"

namespace app {
namespace {

std::string stateOf(Scene scene) {
  scene.camera = CameraPose{};
  return formatScene(scene);
}

/// What a file would keep: moving the view also ends its framing, and is no work to save.
std::string workOf(Scene scene) {
  scene.view.framing = false;
  return stateOf(scene);
}

/// "rings, view and film"
std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// The lines of a scene file as "view: bloom = 0.2", tables of the same name one after the other.
std::multiset<std::string> valuesOf(const std::string& text) {
  std::multiset<std::string> values;
  std::istringstream lines(text);
  std::string table;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (line.front() == '[') {
      const std::size_t begin = line.find_first_not_of('[');
      table = line.substr(begin, line.find(']') - begin);
    } else {
      values.insert(table + ": " + line);
    }
  }
  return values;
}

/// Name of the difference between two scene files: the key if a single one differs, else the tables.
std::string changeBetween(const std::string& before, const std::string& after) {
  const std::multiset<std::string> old = valuesOf(before), now = valuesOf(after);
  std::vector<std::string> different;
  std::set_symmetric_difference(old.begin(), old.end(), now.begin(), now.end(), std::back_inserter(different));
  std::set<std::string> keys, tables;
  for (const std::string& value : different) {
    const std::size_t colon = value.find(": ");
    tables.insert(colon == 0 ? "texts" : value.substr(0, colon));  // title, about and note stand above all tables
    keys.insert(value.substr(colon + 2, value.find(" = ") - colon - 2));
  }
  if (old.size() != now.size() && tables.count("ring") > 0) return "rings";
  std::string name = keys.size() == 1 ? *keys.begin() : listed({tables.begin(), tables.end()});
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

void EditHistory::begin(const Scene& scene, bool state) {
  entries_.clear();
  present_ = 0;
  entries_.push_back({scene, stateOf(scene), "", false, state});
  kept_ = {workOf(scene)};
}

void EditHistory::open(const Scene& scene, bool state) {
  push({scene, stateOf(scene), "opening " + scene.name, true, state});
  kept_.insert(workOf(scene));
}

void EditHistory::push(Entry entry) {
  if (!entries_.empty() && !entry.ofFlight) entry.keys = entries_[present_].keys;
  entries_.resize(entries_.empty() ? 0 : present_ + 1);
  entries_.push_back(std::move(entry));
  if (entries_.size() > kLength + 1) entries_.erase(entries_.begin());
  present_ = entries_.size() - 1;
  relaunching_ = false;
}

void EditHistory::observe(const Scene& scene, bool held) {
  assert(!entries_.empty());
  if (held) return;
  std::string text = stateOf(scene);
  if (text == entries_[present_].text) return;
  std::string change = changeBetween(entries_[present_].text, text);
  push({scene, std::move(text), std::move(change), false, entries_[present_].state});
}

void EditHistory::observeFlight(const std::vector<CameraKey>& keys, bool held) {
  assert(!entries_.empty());
  const Entry& now = entries_[present_];
  if (held || keys == now.keys) return;
  const std::size_t before = now.keys.size(), after = keys.size();
  const std::string which = std::max(before, after) - std::min(before, after) > 1 ? "camera keys" : "a camera key";
  const char* const change = after < before ? "deleting " : after > before ? "adding " : "changing ";
  Entry entry{now.scene, now.text, change + which, false, now.state};
  entry.keys = keys;
  entry.ofFlight = true;
  push(std::move(entry));
}

void EditHistory::amend(const Scene& scene) {
  assert(!entries_.empty());
  entries_[present_].scene = scene;
  entries_[present_].text = stateOf(scene);
}

void EditHistory::launch(const Scene& scene, const RingLaunch& ring) {
  assert(!entries_.empty());
  if (std::exchange(relaunching_, false)) {
    entries_[present_].ring = ring;
    return;
  }
  observe(scene, false);
  push({scene, stateOf(scene), "launch of a ring", false, entries_[present_].state, ring});
}

void EditHistory::forgetLaunches() {
  relaunching_ = false;
  for (std::size_t i = entries_.size(); i-- > 1;) {
    if (!entries_[i].ring) continue;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    if (i <= present_) --present_;
  }
}

void EditHistory::keep(const Scene& scene, bool withRings) {
  kept_.insert(workOf(scene));
  if (!withRings) return;
  for (std::size_t i = 0; i <= present_; ++i) entries_[i].kept = true;
}

std::string EditHistory::unsaved(const Scene& scene) const {
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(present_) + 1;
  const bool rings = std::any_of(entries_.begin(), end, [](const Entry& e) { return e.ring && !e.kept; });
  const std::vector<CameraKey>& keys = entries_[present_].keys;
  std::vector<std::string> work;
  if (rings) work.emplace_back("launched rings");
  if (kept_.count(workOf(scene)) == 0) work.emplace_back("changes of the scene");
  if (!keys.empty() && keys != keptKeys_) work.emplace_back("camera keys");
  return listed(work);
}

std::string EditHistory::undoable() const {
  return present_ > 0 ? entries_[present_].change : "";
}

std::string EditHistory::redoable() const {
  return present_ + 1 < entries_.size() ? entries_[present_ + 1].change : "";
}

std::optional<EditHistory::Step> EditHistory::undo() {
  if (present_ == 0) return std::nullopt;
  const Entry& left = entries_[present_--];
  relaunching_ = false;
  const Entry& now = entries_[present_];
  return Step{now.scene, left.change, left.opened, now.state, left.ring, now.keys};
}

std::optional<EditHistory::Step> EditHistory::redo() {
  if (present_ + 1 >= entries_.size()) return std::nullopt;
  const Entry& next = entries_[++present_];
  relaunching_ = next.ring.has_value();
  return Step{next.scene, next.change, next.opened, next.state, next.ring, next.keys};
}

}  // namespace app
