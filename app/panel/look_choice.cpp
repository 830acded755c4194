#include "panel/look_choice.h"

#include <algorithm>

#include "files/file_error.h"
#include "files/user_error.h"
#include "scene/look_file.h"

namespace app {
namespace {

auto find(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  return std::find_if(looks.begin(), looks.end(), [&](const NamedLook& look) { return sameLook(look.view, view); });
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

std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  const auto found = find(view, looks);
  return found == looks.end() ? "" : found->name;
}

std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks) {
  if (looks.empty()) return {};
  auto next = find(view, looks);
  if (next != looks.end()) ++next;
  if (next == looks.end()) next = looks.begin();
  applyLook(next->view, view);
  return next->name;
}

}  // namespace app
