#include "app/support/gui_harness.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>

#include "gl/picture_reader.h"
#include "panel/panel_sections.h"
#include "panel/widgets/panel_style.h"

namespace app {
namespace {

// Dear ImGui 1.87 replaced the arrays of keys, which programs fill, by events.
#if IMGUI_VERSION_NUM >= 18900
void prepareKeys() {
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;  // a frame takes all queued events
}
void setKey(int key, bool down) {
  ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(key), down);
}
void holdControl(bool down) {
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, down);
}
#else
void prepareKeys() {
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
}
void setKey(int key, bool down) {
  ImGui::GetIO().KeysDown[key] = down;
}
void holdControl(bool down) {
  ImGui::GetIO().KeyCtrl = down;
}
#endif

}  // namespace

GuiHarness::GuiHarness(int width, int height)
    : texture_(GL_RGBA8, width, height, GL_NEAREST), framebuffer_(texture_), width_(width), height_(height) {
  readout.flow = &flow;
  readout.status = &status;
  state.pressed = true;  // no first hint beside the panel
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1.f / 60;
  prepareKeys();
  applyPanelStyle(1);
  loadPanelFont(kFontPixels);
  ImGui_ImplOpenGL3_Init("#version 450");
}

GuiHarness::~GuiHarness() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void GuiHarness::frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  const PanelRequests requests = drawPanel(state, document, readout, history);
  ImGui::Render();
  if (requests.action) collected_.action = requests.action;
  if (requests.open) collected_.open = requests.open;
  if (requests.timeline.place) collected_.timeline.place = requests.timeline.place;
  if (requests.timeline.glide) collected_.timeline.glide = requests.timeline.glide;
  collected_.timeline.save |= requests.timeline.save;
  collected_.timeline.overwrite |= requests.timeline.overwrite;
  collected_.timeline.load |= requests.timeline.load;
  if (requests.fieldOfView) collected_.fieldOfView = requests.fieldOfView;
  collected_.settings |= requests.settings;
  collected_.save |= requests.save;
  collected_.keepLook |= requests.keepLook;
  collected_.overwrite |= requests.overwrite;
  collected_.dismissMessage |= requests.dismissMessage;
  collected_.dismissToast |= requests.dismissToast;
  collected_.saveDiagnostics |= requests.saveDiagnostics;
  collected_.overwriteDiagnostics |= requests.overwriteDiagnostics;
}

void GuiHarness::unfoldAll() {
  for (const PanelSection& section : panelSections()) state.openSections[section.name] = true;
  frame();
}

bool GuiHarness::moveTo(const std::string& name) {
  frame();
  const auto& rects = state.widgets.rects();
  const auto found = rects.find(name);
  if (found == rects.end()) {
    ADD_FAILURE() << "the panel has no control \"" << name << '"';
    return false;
  }
  ImGui::GetIO().MousePos = found->second.centre();
  frame();
  return true;
}

void GuiHarness::press() {
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }
  frame();
}

void GuiHarness::pressKey(int key) {
  for (const bool down : {true, false}) {
    setKey(key, down);
    frame();
  }
}

void GuiHarness::enter(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frame();
  pressKey(ImGuiKey_Enter);
  frame();
}

PanelRequests GuiHarness::take() {
  PanelRequests requests = collected_;
  collected_ = {};
  return requests;
}

PanelRequests GuiHarness::click(const std::string& name) {
  if (moveTo(name)) press();
  return take();
}

PanelRequests GuiHarness::doubleClickAndType(const std::string& name, const std::string& text) {
  if (moveTo(name)) {
    press();
    holdControl(true);
    pressKey(ImGuiKey_A);
    holdControl(false);
    enter(text);
  }
  return take();
}

PanelRequests GuiHarness::typeInto(const std::string& slider, const std::string& text) {
  if (moveTo(slider)) {
    holdControl(true);
    press();
    holdControl(false);
    enter(text);
  }
  return take();
}

PanelRequests GuiHarness::drag(const std::string& name, float share) {
  if (moveTo(name)) {
    const WidgetRect rect = state.widgets.rects().at(name);
    ImGuiIO& io = ImGui::GetIO();
    io.MouseDown[0] = true;
    frame();
    io.MousePos.x += share * (rect.high.x - rect.low.x);
    frame();
    io.MouseDown[0] = false;
    frame();
  }
  return take();
}

PanelRequests GuiHarness::stepWithKey(const std::string& name, int key) {
  if (moveTo(name)) pressKey(key);
  return take();
}

PanelRequests GuiHarness::stepWithWheel(const std::string& name, float steps) {
  if (moveTo(name)) {
    holdControl(true);
    ImGui::GetIO().MouseWheel = steps;
    frame();
    holdControl(false);
  }
  return take();
}

void GuiHarness::rest(const std::string& name, float seconds) {
  if (!moveTo(name)) return;
  ImGui::GetIO().DeltaTime = seconds;
  frame();
  ImGui::GetIO().DeltaTime = 1.f / 60;
  frame();
}

PanelRequests GuiHarness::choose(const std::string& control, const std::string& value) {
  if (!has(control + "/" + value)) click(control);  // opens a list; segments are visible
  return click(control + "/" + value);
}

Image GuiHarness::picture() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, width_, height_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return readPicture(framebuffer_, width_, height_);
}

}  // namespace app
