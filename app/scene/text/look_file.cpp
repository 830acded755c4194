#include "scene/text/look_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/suggest.h"
#include "scene/text/setting_file.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultLook = "glow";
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 20;

fs::path sharedFolder() {
  return dataDirectory() / "assets" / "looks";
}

/// Empty if the user has no configuration folder.
fs::path userFolder() {
  const fs::path folder = configDirectory();
  return folder.empty() ? folder : folder / "looks";
}

/// The path of a look, which may not exist; the user's file has precedence over the program's.
fs::path fileOf(const std::string& name) {
  std::error_code ignored;
  const fs::path user = userFolder(), file = name + ".toml";
  return !user.empty() && fs::exists(user / file, ignored) ? user / file : sharedFolder() / file;
}

/// True if the name has only letters, digits, _ and -.
bool isPlainName(const std::string& name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

void addNames(const fs::path& folder, std::set<std::string>& names) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".toml" && isPlainName(name)) names.insert(name);
  }
}

bool names(const Look& look, const char* key) {
  return std::find(look.named.begin(), look.named.end(), key) != look.named.end();
}

}  // namespace

std::vector<std::string> lookNames() {
  std::set<std::string> found;
  addNames(sharedFolder(), found);
  addNames(userFolder(), found);
  std::vector<std::string> names(found.begin(), found.end());
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == kDefaultLook; });
  return names;
}

std::string lookPictureFile(const std::string& name) {
  return fileOf(name).replace_extension(".png").string();
}

std::vector<std::string> colourMapFiles() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(dataDirectory() / "assets" / "colormaps", ignored))
    if (entry.path().extension() == ".csv") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Look loadLook(const std::string& name) {
  std::error_code error;
  const fs::path path = fileOf(name);
  if (!isPlainName(name) || !fs::exists(path, error)) {
    const std::vector<std::string> names = lookNames();
    throw UsageError(
        fmt::format("{}: no such look{}; looks: {}", name, didYouMean(name, names), fmt::join(names, ", ")));
  }
  return parseLook(readTextFile(path, kLargestFile), path.string());
}

Look parseLook(std::string_view text, const std::string& file) {
  const auto document = parseToml(text, file);
  TomlTable table(*document, file, "");
  Look look;
  readLook(table, look.view);
  table.finish();
  fmm::forEachSetting<OverlaySettings>([&](const auto& setting) {
    if (table.has(setting.key)) look.named.emplace_back(setting.key);
  });
  return look;
}

void readLook(TomlTable& table, ViewSettings& view) {
  readSettings<LookSettings>(table, view);
  readSettings<OverlaySettings>(table, view);
  for (const auto& [key, name] :
       {std::pair("colour_map", view.colourMap), std::pair("vorticity_map", view.vorticityMap)})
    if (!isPlainName(name)) table.fail(key, "must be a name of letters, digits, _ and -, without folder or ending");
}

namespace {

/// The overlays and ranges that differ from the defaults of ViewSettings.
std::string formatChosen(const OverlaySettings& view) {
  const OverlaySettings defaults;
  std::string out;
  fmm::forEachSetting<OverlaySettings>([&](const auto& setting) {
    if (view.*setting.member != defaults.*setting.member) out += settingLine(setting, view);
  });
  return out;
}

}  // namespace

std::string formatLook(const ViewSettings& view) {
  return formatSettings<LookSettings>(view) + formatSettings<OverlaySettings>(view);
}

std::string saveLook(const ViewSettings& view, const std::string& name, bool overwrite) {
  if (!isPlainName(name))
    throw UserError(fmt::format("\"{}\" is no name of a look; allowed: letters, digits, _ and -", name));
  if (userFolder().empty()) throw UserError("neither XDG_CONFIG_HOME nor HOME says where looks are kept");
  const fs::path path = userFolder() / (name + ".toml");
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) throw FileError(path.parent_path().string(), "cannot make the folder", error.value());
  AtomicFile file(path.string(), overwrite ? Existing::replace : Existing::keep);
  file.write(formatSettings<LookSettings>(view) + formatChosen(view));
  file.commit();
  return path.string();
}

void applyLook(const Look& look, ViewSettings& view) {
  ViewSettings dressed = look.view;
  dressed.follow = view.follow;
  fmm::forEachSetting<OverlaySettings>([&](const auto& setting) {
    if (!names(look, setting.key)) dressed.*setting.member = view.*setting.member;
  });
  view = dressed;
}

void changeLook(const Look& before, const Look& look, ViewSettings& view) {
  const ViewSettings defaults;
  fmm::forEachSetting<OverlaySettings>([&](const auto& setting) {
    if (names(before, setting.key)) view.*setting.member = defaults.*setting.member;
  });
  applyLook(look, view);
}

bool hasLook(const ViewSettings& view, const Look& look) {
  ViewSettings dressed = view;
  applyLook(look, dressed);
  return dressed == view;
}

}  // namespace app
