// docs/settings.md equals the text made from the tables of settings. With RINGLET_WRITE_SETTINGS=1 in the environment
// the test writes the file first.

#include <fmt/format.h>

#include "app/support/run_program.h"
#include "fmm/settings_table.h"
#include "scene/scene.h"
#include "scene/scene_settings_table.h"
#include "scene/text/toml_text.h"
#include "scene/view_settings_table.h"
#include "support/test.h"

namespace app {
namespace {

/// For example "0.2", "1e9", "2^53".
std::string plain(double number) {
  int exponent = 0;
  if (number > 1e6 && std::frexp(number, &exponent) == 0.5) return fmt::format("2^{}", exponent - 1);
  std::string text = fmt::format("{:.6g}", number);
  for (const char* sign : {"e+0", "e+", "e-0"})
    if (const std::size_t at = text.find(sign); at != std::string::npos)
      text.replace(at, std::string_view(sign).size(), sign[1] == '-' ? "e-" : "e");
  return text;
}

template <class Value>
struct Inside {
  using Type = Value;
  static constexpr bool optional = false;
};
template <class Value>
struct Inside<std::optional<Value>> {
  using Type = Value;
  static constexpr bool optional = true;
};

/// For example "number, 0.2 to 0.9".
template <class Value>
std::string kindOf(const Range& range) {
  if constexpr (std::is_enum_v<Value>) {
    std::string names;
    for (const auto& named : namesOf(Value{}))
      names += (names.empty() ? "`\"" : ", `\"") + std::string(named.second) + "\"`";
    return names;
  } else if constexpr (std::is_same_v<Value, bool>) {
    return "true or false";
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return "text";
  } else if constexpr (std::is_same_v<Value, fmm::Redistribution>) {
    return "`\"off\"`, `\"auto\"` or a number of steps";
  } else if constexpr (std::is_same_v<Value, fmm::GroundPlane>) {
    return "a table `[ground]` with `point`, `normal` and `wall`";
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::Body>>) {
    return "tables `[[body]]`";
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::HeatSource>>) {
    return "tables `[[heat]]`";
  } else if constexpr (std::is_same_v<Value, fmm::Vec3>) {
    return range.excludeZero ? "[x, y, z], not all 0" : "[x, y, z], each " + range.text(plain);
  } else if constexpr (std::is_same_v<Value, PictureSize>) {
    return "[width, height], each " + range.text(plain);
  } else if constexpr (std::is_same_v<Value, Colour>) {
    return "[r, g, b], each " + range.text(plain);
  } else if constexpr (std::is_same_v<Value, std::array<Colour, 2>>) {
    return "[[r, g, b], [r, g, b]], each " + range.text(plain);
  } else {
    return (std::is_integral_v<Value> ? "integer, " : "number, ") + range.text(plain);
  }
}

template <class Value>
std::string defaultOf(const Range& range, const Value& value) {
  if constexpr (std::is_same_v<Value, std::vector<fmm::Body>> || std::is_same_v<Value, std::vector<fmm::HeatSource>>) {
    return "none";
  } else if constexpr (!Inside<Value>::optional) {
    return '`' + tomlText(value) + '`';
  } else {
    return range.zero ? "`0`" : "none";
  }
}

/// Table rows of the group's settings that are kept in `kept`.
template <class Group>
std::string rowsOf(fmm::Kept kept) {
  const Group defaults;
  std::string rows;
  fmm::forEachSetting<Group>([&](const auto& setting) {
    if (setting.kept != kept) return;
    using Value = typename std::decay_t<decltype(setting)>::Value;
    rows +=
        fmt::format("| `{}` | {} | {} | {} | {} |\n", setting.key, kindOf<typename Inside<Value>::Type>(setting.range),
                    defaultOf(setting.range, defaults.*setting.member), setting.unit, setting.help);
  });
  return rows;
}

template <class... Groups>
std::string section(const std::string& title, const std::string& text, fmm::Kept kept = fmm::Kept::inScenes) {
  return fmt::format("\n## {}\n\n{}\n\n| key | type, range | default | unit | meaning |\n|---|---|---|---|---|\n{}",
                     title, text, (rowsOf<Groups>(kept) + ...));
}

std::string document() {
  return "# Settings\n\n"
         "Made from the tables of settings in the sources, which a test holds it to. Keys are those of scene files; L\n"
         "and T are units of length and time of your choice.\n" +
         section<fmm::MotionSettings>("Motion, `[physics]`", "How elements move and change in the field.") +
         section<fmm::FieldSettings>("Field, `[physics]`",
                                     "The field of the elements, and how accurately it is summed.") +
         section<WidthSettings>("Width of elements, `[physics]`", "A change of it needs a reset.") +
         section<ParticleSettings>("Particles, `[particles]`", "A change of them needs a reset.") +
         section<CameraPose>("Camera, `[view]`", "Where the camera stands; without `[view]` it sees all rings.") +
         section<FollowSettings>("Camera's motion, `[view]`", "What the camera does by itself.") +
         section<LookSettings>("Light and colours, `[view]` and looks", "What every look says.") +
         section<OverlaySettings>("Overlays and ranges, `[view]` and looks", "What a look may leave as it is.") +
         section<FilmSettings>("Film, `[film]`", "What the options of `run` replace.") +
         section<PaceSettings>("Pace, `[film]`", "In the window, too.") +
         section<fmm::MotionSettings, fmm::FieldSettings>(
             "Only in saved states, and in the library",
             "Options of the command line, the program itself, `[ground]`, `[[body]]` or an expert choose these.",
             fmm::Kept::inStates);
}

TEST(SettingsDocument, IsWhatTheTablesSay) {
  if (std::getenv("RINGLET_WRITE_SETTINGS")) test::writeFile(RINGLET_SETTINGS_DOCUMENT, document());
  EXPECT_EQ(test::readFile(RINGLET_SETTINGS_DOCUMENT), document());
}

/// Expects distinct keys in groups that share a table of the scene file.
template <class... Groups>
void expectOwnKeys() {
  std::multiset<std::string> keys;
  (fmm::forEachSetting<Groups>([&](const auto& setting) { keys.insert(setting.key); }), ...);
  for (const std::string& key : keys) EXPECT_EQ(keys.count(key), 1u) << key;
}

TEST(SettingsDocument, KeysOfATableDiffer) {
  expectOwnKeys<fmm::MotionSettings, fmm::FieldSettings, WidthSettings>();
  expectOwnKeys<CameraPose, ViewSettings>();
  expectOwnKeys<FilmSettings, PaceSettings>();
}

}  // namespace
}  // namespace app
