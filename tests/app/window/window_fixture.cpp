#include "app/window/window_fixture.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "app/support/free_leapfrog.h"
#include "app/support/patience.h"
#include "files/png_file.h"
#include "scene/text/scene_file.h"

namespace app {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

Scene smallScene() {
  Scene scene = test::freeLeapfrog();
  scene.settings.viscosity = scene.settings.relaxation = 0;  // so that the flow can run backwards
  scene.elements = 256;
  scene.tracers = 4000;
  scene.film.size.width = 320;
  scene.film.size.height = 180;
  return scene;
}

int brightPixels(const Image& image) {
  int bright = 0;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    bright += image.rgb[i] + image.rgb[i + 1] + image.rgb[i + 2] > 90;
  return bright;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

namespace {

/// The key of this label.
const KeyChord& chordOf(const std::string& label) {
  for (const KeyBinding& binding : keyBindings()) {
    for (const KeyChord& chord : binding.chords)
      if (chord.label() == label) return chord;
  }
  throw std::invalid_argument("no key is called " + label);
}

/// Calls what GLFW would call: setting a callback returns the one before.
template <typename Set, typename... Values>
void report(Set set, Values... values) {
  GLFWwindow* const window = glfwGetCurrentContext();
  const auto told = set(window, nullptr);
  set(window, told);
  if (told) told(window, values...);
}

}  // namespace

void WindowTest::SetUp() {
  for (const char* tool : {"Xvfb", "xdotool", "import"}) {
    if (!haveProgram(tool)) GTEST_SKIP() << tool << " is not installed (packages xvfb, xdotool, imagemagick)";
  }
  folder_.emplace();
  before_ = fs::current_path();
  fs::current_path(folder_->path());
  setenv("XDG_CONFIG_HOME", (*folder_ / "config").c_str(), 1);
  server_.emplace(kWidth, kHeight);
}

void WindowTest::TearDown() {
  application_.reset();
  server_.reset();
  if (folder_) fs::current_path(before_);
}

void WindowTest::open(const Scene& scene, bool paused) {
  ApplicationOptions options;
  options.size = {kWidth, kHeight};
  options.paused = paused;
  options.vsync = false;
  application_.emplace(FlowStart(scene), options);
  ASSERT_TRUE(framesUntil([&] { return application_->simulation().state().generation == 1; }));
  frames(3);
}

void WindowTest::reopen(const Scene& scene, bool paused) {
  if (playing()) act("Space");
  const std::string path = scene.name + ".toml";
  saveScene(scene, path, true);
  const std::uint64_t generation = state().generation;
  drop({path.c_str()});
  ASSERT_TRUE(begins(generation + 1)) << panel().message;
  if (!paused) act("Space");
  frames(3);
}

void WindowTest::frames(int count) {
  for (int i = 0; i < count && !left_; ++i) left_ = !application_->frame();
}

bool WindowTest::framesUntil(const std::function<bool()>& done) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(20 * test::kPatience);
  while (!done()) {
    if (left_ || Clock::now() > deadline) return false;
    frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

bool WindowTest::begins(std::uint64_t generation) {
  return framesUntil([&] { return state().generation == generation; });
}

bool WindowTest::says(const std::string& part) {
  return framesUntil([&] { return holds(panel().message, part); });
}

void WindowTest::act(const std::string& deeds) {
  std::istringstream text(deeds);
  for (std::string name; text >> std::ws && !text.eof();) {
    if (text.peek() == '[') {
      text.get();
      std::getline(text, name, ']');
      click(name);
      continue;
    }
    text >> name;
    const KeyChord& chord = chordOf(name);
    const int mods = (chord.control ? GLFW_MOD_CONTROL : 0) | (chord.shift ? GLFW_MOD_SHIFT : 0);
    const int code = glfwGetKeyScancode(chord.key);
    report(glfwSetKeyCallback, chord.key, code, GLFW_PRESS, mods);
    frames(1);
    report(glfwSetKeyCallback, chord.key, code, GLFW_RELEASE, mods);
  }
  frames(1);
}

void WindowTest::expect(const std::vector<Deed>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(fmt::format("row {}: {}", i + 1, rows[i].done));
    ASSERT_NO_FATAL_FAILURE(act(rows[i].done));
    ASSERT_TRUE(!rows[i].effect || framesUntil(rows[i].effect)) << panel().message;
    EXPECT_EQ(panel().message, rows[i].message != nullptr ? rows[i].message : panel().message);
  }
}

void WindowTest::step(int count) {
  for (int i = 0; i < count; ++i) {
    const std::int64_t next = state().steps + edited().stepsPerFrame;
    act(".");
    ASSERT_TRUE(framesUntil([&] { return state().steps == next; })) << panel().message;
    frames(2);
  }
}

/// No tool drags files over a bare X server.
void WindowTest::drop(const std::vector<const char*>& paths) {
  std::vector<const char*> given = paths;
  report(glfwSetDropCallback, static_cast<int>(given.size()), given.data());
  frames(1);
}

void WindowTest::xdotool(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "xdotool");
  ASSERT_EQ(runTool(arguments), 0) << arguments[1];
  frames(2);
}

/// Newer versions of Dear ImGui take one event a frame: a key pressed, a key released, or a character.
void WindowTest::type(const std::string& text) {
  xdotool({"type", "--delay", "20", text});
  frames(3 * static_cast<int>(text.size()) + 3);
}

void WindowTest::moveTo(double x, double y) {
  xdotool({"mousemove", std::to_string(static_cast<int>(x)), std::to_string(static_cast<int>(y))});
}

void WindowTest::click(const std::string& control) {
  ASSERT_TRUE(has(control)) << control;
  const ImVec2 at = placeOf(control).centre();
  moveTo(at.x, at.y);
  for (const int action : {GLFW_PRESS, GLFW_RELEASE}) {
    report(glfwSetMouseButtonCallback, GLFW_MOUSE_BUTTON_LEFT, action, 0);
    frames(1);
  }
  frames(1);
}

void WindowTest::pull(double x, double y, double toX, double toY) {
  moveTo(x, y);
  xdotool({"mousedown", "1"});
  moveTo(toX, toY);
  xdotool({"mouseup", "1"});
}

bool WindowTest::programShows() {
  return runTool({"timeout", "30", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Ringlet$"}) == 0;
}

Image WindowTest::screen() {
  EXPECT_EQ(runTool({"import", "-window", "root", "screen.png"}), 0);
  return readPng("screen.png");
}

Image WindowTest::savedPicture() {
  const std::string name = fmt::format("ringlet-{:04}.png", ++pictures_);
  act("S");
  EXPECT_TRUE(framesUntil([&] { return fs::exists(name); })) << panel().message;
  return readPng(name);
}

}  // namespace app
