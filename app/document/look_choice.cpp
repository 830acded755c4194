#include "document/look_choice.h"

#include <algorithm>
#include <cassert>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

/// The look that the view has; of several the one that names most.
auto find(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  auto best = looks.end();
  for (auto look = looks.begin(); look != looks.end(); ++look)
    if (hasLook(view, look->look) && (best == looks.end() || look->look.named.size() > best->look.named.size()))
      best = look;
  return best;
}

}  // namespace

std::vector<NamedLook> loadLooks(std::vector<std::string>& trouble) {
  std::vector<NamedLook> looks;
  for (const std::string& name : lookNames()) {
    try {
      looks.push_back({name, loadLook(name)});
    } catch (const UserError& e) {
      trouble.emplace_back(e.what());
    } catch (const FileError& e) {
      trouble.emplace_back(e.what());
    }
  }
  return looks;
}

void setSceneLook(std::vector<NamedLook>& looks, const ViewSettings& view) {
  looks.erase(std::remove_if(looks.begin(), looks.end(), [](const NamedLook& look) { return look.name == kSceneLook; }),
              looks.end());
  if (lookOf(view, looks).empty()) looks.push_back({kSceneLook, Look{view, {}}});
}

std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  const auto found = find(view, looks);
  return found == looks.end() ? "" : found->name;
}

void chooseLook(ViewSettings& view, const std::vector<NamedLook>& looks, const std::string& name) {
  const auto chosen =
      std::find_if(looks.begin(), looks.end(), [&](const NamedLook& look) { return look.name == name; });
  assert(chosen != looks.end());
  const auto before = find(view, looks);
  changeLook(before == looks.end() ? Look{} : before->look, chosen->look, view);
}

std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks) {
  if (looks.empty()) return {};
  auto next = find(view, looks);
  if (next != looks.end()) ++next;
  if (next == looks.end()) next = looks.begin();
  chooseLook(view, looks, next->name);
  return next->name;
}

}  // namespace app
