#pragma once

#include <string>

#include "files/image.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "panel/control_panel.h"

namespace app {

/// The panel on a picture in memory, driven through ImGui's own input state: no window, no display. One change of input
/// a frame, as ImGui wants it.
class GuiHarness {
 public:
  GuiHarness(int width, int height);
  ~GuiHarness();
  GuiHarness(const GuiHarness&) = delete;
  GuiHarness& operator=(const GuiHarness&) = delete;

  PanelState state;
  SceneDocument document;
  SimulationState flow;
  SimulationStatus status;
  PanelReadout readout;
  StageHistory history;

  /// Draws one frame and adds the panel's requests to the result of the running gesture.
  void frame();
  /// Opens all groups of the panel.
  void unfoldAll();
  /// The gestures below return everything that the panel requested meanwhile. Controls are found by name; an unknown
  /// name fails the test.
  PanelRequests click(const std::string& name);
  PanelRequests doubleClickAndType(const std::string& name, const std::string& text);
  /// Ctrl + click, which turns a slider into a text field; then types `text` and Return.
  PanelRequests typeInto(const std::string& slider, const std::string& text);
  /// Drags from the middle of a control by this share of its width.
  PanelRequests drag(const std::string& name, float share);
  /// Presses a key (ImGuiKey_...), or turns the wheel with Ctrl, while the pointer is on a control.
  PanelRequests stepWithKey(const std::string& name, int key);
  PanelRequests stepWithWheel(const std::string& name, float steps);
  /// Lets the pointer rest on a control.
  void rest(const std::string& name, float seconds);
  PanelRequests choose(const std::string& control, const std::string& value);

  bool has(const std::string& name) const { return state.widgets.rects().count(name) > 0; }
  /// The last frame as pixels.
  Image picture() const;

 private:
  bool moveTo(const std::string& name);
  void press();
  void pressKey(int key);
  void enter(const std::string& text);
  PanelRequests take();

  HeadlessContext context_;
  Texture texture_;
  Framebuffer framebuffer_;
  int width_, height_;
  PanelRequests collected_;
};

}  // namespace app
