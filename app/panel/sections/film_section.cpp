#include "panel/sections/panel_parts.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "files/user_error.h"
#include "film/film_format.h"
#include "panel/widgets/panel_style.h"
#include "panel/widgets/setting_controls.h"
#include "scene/film_clock.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings.h"

namespace app {
namespace {

constexpr int kLargestSide = 8192;  // of the sliders
constexpr const char* kOwnSize = "other";

/// The preset of this size; "other" if there is none.
std::string sizeName(const FilmSettings& film) {
  for (const NamedSize& named : kNamedSizes) {
    if (film.size == named.size) return named.name;
  }
  return kOwnSize;
}

/// Film encoders want even sizes; tells it of a typed one.
void makeEven(PanelWidgets& w, const char* label, int& side) {
  if (side % 2 == 0) return;
  if (w.typed()) w.tell(fmt::format("{}: {} is odd, and films want even sides; it is {} now", label, side, side - 1));
  --side;
}

void drawSize(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  std::string name = context.state.ownFilmSize ? kOwnSize : sizeName(film);
  std::vector<std::string> names;
  for (const NamedSize& named : kNamedSizes) names.emplace_back(named.name);
  names.emplace_back(kOwnSize);
  const auto setting = fmm::settingOf(&FilmSettings::size);
  if (w.choice(setting.title, name, names, setting.help)) {
    context.state.ownFilmSize = name == kOwnSize;
    for (const NamedSize& named : kNamedSizes) {
      if (name == named.name) film.size = named.size;
    }
  }
  if (name != kOwnSize) return;
  const int least = static_cast<int>(setting.range.low);
  if (w.integer("Width", film.size.width, least, kLargestSide, "Width of the film, whatever the window's.",
                setting.unit, typedRange(setting.range)))
    makeEven(w, "Width", film.size.width);
  if (w.integer("Height", film.size.height, least, kLargestSide, "Height of the film, whatever the window's.",
                setting.unit, typedRange(setting.range)))
    makeEven(w, "Height", film.size.height);
}

void drawPictures(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  drawChoice(w, &FilmSettings::finish, film);
  drawSetting(w, &FilmSettings::supersampling, film);
  drawSetting(w, &FilmSettings::quality, film, {"%.0f", false});
}

/// Simulated time per second of film with the present steps [T].
double presentPace(const Scene& scene) {
  return std::abs(scene.settings.timeStep) * scene.stepsPerFrame * scene.film.framesPerSecond;
}

/// Tells how the solver steps for the film, or why it cannot. Same height as the progress bar that replaces it.
void drawClock(const Scene& scene) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos();
  try {
    const FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
    ImGui::TextDisabled("%s", fmt::format("A frame is {:.4g} T: {} \u00d7 {:.4g} T", std::abs(clock.interval),
                                          clock.stepsPerFrame, std::abs(clock.timeStep))
                                  .c_str());
  } catch (const UserError& error) {
    ImGui::TextColored(panelColours().warning, "%s", error.what());
  }
  ImGui::PopTextWrapPos();
}

/// A choice of the usual rates; a scene file may have any other.
void drawRate(PanelWidgets& w, double& rate) {
  static constexpr std::array<double, 8> kRates = {24, 25, 30000. / 1001, 30, 50, 60000. / 1001, 60, 120};
  const auto nameOf = [](double value) { return fmt::format("{:.4g}", value); };
  std::vector<std::string> names;
  for (const double value : kRates) names.push_back(nameOf(value));
  std::string name = nameOf(rate);
  const auto setting = fmm::settingOf(&FilmSettings::framesPerSecond);
  if (!w.choice(setting.title, name, names, setting.help)) return;
  for (const double value : kRates) {
    if (nameOf(value) == name) rate = value;
  }
}

/// The film's length as two coupled numbers, seconds and simulated time. Setting either makes the film end by itself.
void drawLength(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const Scene& scene = context.scene();
  FilmSettings& film = context.scene().film;
  const double before = film.seconds;
  constexpr ValueRange kLengths = {0.1, 3600};
  drawSetting(w, &FilmSettings::seconds, film, {"%.4g", true, kLengths});
  const double most = fmm::settingOf(&FilmSettings::seconds).range.high;
  if (film.timePerSecond || scene.settings.courant == 0) {
    const double pace = film.timePerSecond.value_or(presentPace(scene));
    double shown = film.seconds * pace;
    if (w.number("Simulated time", shown, {kLengths.low * pace, kLengths.high * pace},
                 {"%.4g", true, "Simulated time that the whole film shows; the length follows.", "T",
                  TypedRange{0, most * pace, true}}))
      film.seconds = std::min(shown / pace, most);
  } else {
    ImGui::TextDisabled("How much time it shows follows the adaptive steps");
  }
  if (film.seconds != before) {
    const double keys = lengthOfKeys(context.state.timeline);  // a film must not end before them
    if (film.seconds < keys && w.typed())
      w.tell(fmt::format("{:.4g} s ends before the camera's last key; the film has {:.4g} s", film.seconds, keys));
    film.seconds = std::max(film.seconds, keys);
    film.endsByItself = true;
  }
  drawSetting(w, &FilmSettings::endsByItself, film);
}

void drawTiming(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  drawRate(w, film.framesPerSecond);
  drawLength(context);
  bool exact = film.timePerSecond.has_value();
  if (w.check("Exact pace", exact,
              "Sets how much simulated time a second of film shows; while it is recorded the time "
              "step is shortened so that it divides a frame."))
    film.timePerSecond = exact ? std::optional(presentPace(context.scene())) : std::nullopt;
  if (film.timePerSecond) {
    const double pace = presentPace(context.scene());
    drawSetting(w, &FilmSettings::timePerSecond, film, {"%.4g", true, ValueRange{pace / 100, pace * 100}});
  }
}

/// Transparency, motion blur and depth of field.
void drawShots(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  drawSetting(w, &FilmSettings::transparent, film);
  drawSetting(w, &FilmSettings::shots, film);
  if (film.shots == 1) return;
  drawSetting(w, &FilmSettings::shutter, film, {"%.2f", false});
  const CameraPose& pose = context.scene().camera;
  const double distance = fmm::norm(pose.target - pose.eye);
  drawSetting(w, &FilmSettings::aperture, film, {"%.3g", false, ValueRange{0, 0.2 * distance}});
  drawSetting(w, &FilmSettings::focus, film, {"%.3g", false, ValueRange{0, 2 * distance}});
}

void drawProgress(PanelContext& context) {
  const FilmProgress& progress = context.readout.film;
  const float share = progress.endsByItself ? static_cast<float>(progress.share()) : 0;
  const std::string text = progressText(progress);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, panelColours().fill);
  ImGui::ProgressBar(share, {-1, 0}, "");
  ImGui::PopStyleColor();
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::GetWindowDrawList()->AddText({low.x + padding.x, low.y + padding.y}, ImGui::GetColorU32(ImGuiCol_Text),
                                      text.c_str());
  context.widgets().place("film progress", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

}  // namespace

void drawFilmControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ImGui::BeginDisabled(context.readout.recording);
  w.text("Film file", context.state.filmName, "Its ending says what the film is: " + filmEndings() + '.');
  drawSize(context);
  drawPictures(context);
  drawTiming(context);
  drawShots(context);
  ImGui::EndDisabled();
  if (context.readout.recording) {
    drawProgress(context);
  } else {
    drawClock(context.scene());
  }
  if (w.button("Save picture", fmt::format("Writes the picture without the panel as the next ringlet-0001.png.\nKey {}",
                                           keysOf(Action::screenshot))))
    context.requests.action = Action::screenshot;
  ImGui::SameLine();
  if (w.button("Save still",
               fmt::format("Writes a picture as the film has it: its size, antialiasing and transparency.\nKey {}",
                           keysOf(Action::still))))
    context.requests.action = Action::still;
}

void drawLoopControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  LoopChoice& loop = context.state.loop;
  w.check(
      "Loop", loop.on,
      "Restarts the scene, or starts the next one of ringlet --loop, after its film's length or when the flow stops.");
  w.check("Captions", loop.captions,
          "Shows the scene's title and what it is about over the picture while the panel is hidden.");
  drawSetting(w, &FilmSettings::restarts, context.scene().film);
  w.integer("Loop when idle", loop.idleMinutes, 0, kMostIdleMinutes,
            "Loops after this time without keys and mouse, until one is used again; 0: never.", "min");
  w.number("Seconds each", loop.eachSeconds, {0, 600},
           {"%.0f", false, "Real time for which a loop shows each scene; 0: the length of its film.", "s",
            TypedRange{0, kLongestShow}});
  w.number("Seconds a turn", loop.orbitSeconds, {0, 600},
           {"%.0f", false, "Time of one orbit of the camera about the rings in a loop; 0: the camera stands still.",
            "s", TypedRange{0, kSlowestOrbit}});
}

std::string filmSummary(PanelContext& context) {
  const FilmSettings& film = context.scene().film;
  const std::string name = sizeName(film);
  const std::string size = name == kOwnSize ? fmt::format("{}\u00d7{}", film.size.width, film.size.height) : name;
  return fmt::format("{}, {:g} s at {:g} fps", size, film.seconds, film.framesPerSecond);
}

}  // namespace app
