#include "scene/look_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "files/atomic_file.h"
#include "files/config_paths.h"
#include "files/data_paths.h"
#include "files/suggest.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultLook = "glow";
constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 20;
constexpr double kLargest = 1e30;  // times, speeds
const Range kLightDirection{-1e9, 1e9};

fs::path sharedFolder() {
  return dataDirectory() / "assets" / "looks";
}

/// Empty where the user has no place for files.
fs::path userFolder() {
  const fs::path folder = configDirectory();
  return folder.empty() ? folder : folder / "looks";
}

/// The file of a look that may be there; the user's own before the program's.
fs::path fileOf(const std::string& name) {
  std::error_code ignored;
  const fs::path user = userFolder(), file = name + ".toml";
  return !user.empty() && fs::exists(user / file, ignored) ? user / file : sharedFolder() / file;
}

/// Letters, digits, _ and -.
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

template <class Enum>
void readName(TomlTable& table, const char* key, Enum& out) {
  std::size_t index = 0;
  if (table.readChoice(key, index, viewNames<Enum>())) out = static_cast<Enum>(index);
}

/// Calls `visit` with key and member of all that says what is shown rather than how it looks.
template <class Visit>
void forEachOptional(const Visit& visit) {
  visit("speed_range", &ViewSettings::speedRange);
  visit("vorticity_range", &ViewSettings::vorticityRange);
  visit("age_range", &ViewSettings::ageRange);
  visit("elements", &ViewSettings::drawElements);
  visit("arrows", &ViewSettings::arrows);
  visit("cells", &ViewSettings::cells);
  visit("grid", &ViewSettings::grid);
  visit("axes", &ViewSettings::axes);
  visit("legend", &ViewSettings::legend);
}

bool names(const Look& look, const char* key) {
  return std::find(look.named.begin(), look.named.end(), key) != look.named.end();
}

std::string colour(const Colour& c) {
  return fmt::format("[{}, {}, {}]", c[0], c[1], c[2]);
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
  if (fs::is_regular_file(path, error) && fs::file_size(path, error) > kLargestFile)
    throw UserError(fmt::format("{}: {} bytes is too large for a look; allowed: at most {}", path.string(),
                                fs::file_size(path, error), kLargestFile));
  return parseLook(readTextFile(path), path.string());
}

Look parseLook(std::string_view text, const std::string& file) {
  const auto document = parseToml(text, file);
  TomlTable table(*document, file, "");
  Look look;
  readLook(table, look.view);
  table.finish();
  forEachOptional([&](const char* key, auto) {
    if (table.has(key)) look.named.emplace_back(key);
  });
  return look;
}

void readLook(TomlTable& table, ViewSettings& view) {
  readName(table, "mode", view.mode);
  readName(table, "background", view.background);
  table.read("point_size", view.pointSize, {0.1, 100});
  table.read("brightness", view.brightness, {0.001, 1000});
  double exposure = 0;
  if (table.read("exposure", exposure, {0, 1e6})) view.exposure = exposure > 0 ? std::optional(exposure) : std::nullopt;
  table.read("bloom", view.bloom, {0, 1});
  readName(table, "colour_by", view.colourBy);
  table.read("colour_map", view.colourMap);
  table.read("dyes", view.dyes);
  table.read("speed_range", view.speedRange, {0, kLargest});
  table.read("vorticity_range", view.vorticityRange, {0, kLargest});
  table.read("age_range", view.ageRange, {0, kLargest});
  table.read("opacity", view.opacity, {0, 100});
  table.read("scattering", view.scattering, {-0.9, 0.9});
  table.read("ambient", view.ambient, {0, 1});
  if (table.read("light", view.light, kLightDirection) && fmm::norm(view.light) == 0)
    table.fail("light", "= [0, 0, 0] has no direction");
  table.read("elements", view.drawElements);
  table.read("arrows", view.arrows);
  table.read("cells", view.cells);
  table.read("grid", view.grid);
  table.read("axes", view.axes);
  table.read("legend", view.legend);
  if (!isPlainName(view.colourMap))
    table.fail("colour_map", "must be a name of letters, digits, _ and -, without folder or ending");
}

namespace {

std::string formatLightAndColours(const ViewSettings& view) {
  std::string out;
  const auto line = [&](const char* key, const auto& value) { out += fmt::format("{} = {}\n", key, value); };
  const auto name = [&](const char* key, std::string_view value) { out += fmt::format("{} = \"{}\"\n", key, value); };
  name("mode", toString(view.mode));
  name("background", toString(view.background));
  line("point_size", view.pointSize);
  line("brightness", view.brightness);
  line("exposure", view.exposure.value_or(0));
  line("bloom", view.bloom);
  name("colour_by", toString(view.colourBy));
  name("colour_map", view.colourMap);
  line("dyes", fmt::format("[{}, {}]", colour(view.dyes[0]), colour(view.dyes[1])));
  line("opacity", view.opacity);
  line("scattering", view.scattering);
  line("ambient", view.ambient);
  line("light", fmt::format("[{}, {}, {}]", view.light.x, view.light.y, view.light.z));
  return out;
}

/// Overlays and ranges: all of them, or those that are not as in a ViewSettings of defaults.
std::string formatOptional(const ViewSettings& view, bool all) {
  const ViewSettings defaults;
  std::string out;
  forEachOptional([&](const char* key, auto member) {
    if (all || view.*member != defaults.*member) out += fmt::format("{} = {}\n", key, view.*member);
  });
  return out;
}

}  // namespace

std::string formatLook(const ViewSettings& view) {
  return formatLightAndColours(view) + formatOptional(view, true);
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
  file.write(formatLightAndColours(view) + formatOptional(view, false));
  file.commit();
  return path.string();
}

void applyLook(const Look& look, ViewSettings& view) {
  ViewSettings dressed = look.view;
  dressed.follow = view.follow;
  forEachOptional([&](const char* key, auto member) {
    if (!names(look, key)) dressed.*member = view.*member;
  });
  view = dressed;
}

void changeLook(const Look& before, const Look& look, ViewSettings& view) {
  const ViewSettings defaults;
  forEachOptional([&](const char* key, auto member) {
    if (names(before, key)) view.*member = defaults.*member;
  });
  applyLook(look, view);
}

bool hasLook(const ViewSettings& view, const Look& look) {
  ViewSettings dressed = view;
  applyLook(look, dressed);
  return dressed == view;
}

}  // namespace app
