#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "files/image.h"
#include "panel/panel_layout.h"
#include "panel/widgets/panel_widgets.h"
#include "window/window.h"

namespace app {

/// Keeps the layout in the user's configuration from one run to the next, or does nothing.
class LayoutKeeper {
 public:
  /// Reads the saved layout if `remember` is set and `startAnew` is not. If the file cannot be read, reports that in
  /// one line on stderr and starts with the default layout. Without `writes` the file stays as it is.
  LayoutKeeper(bool remember, bool startAnew, bool writes = true);

  /// The layout at the start.
  const PanelLayout& start() const { return start_; }
  /// True every few seconds, when the layout is to be compared with the saved one, so that a crash loses little.
  bool due() const;
  /// Writes the layout if it differs from the saved one. A failure is reported once on stderr.
  void keep(const PanelLayout& layout);

 private:
  std::string path_;  // empty: nothing is kept
  std::string kept_;  // the file's text
  PanelLayout start_;
  std::chrono::steady_clock::time_point looked_;
};

/// Dear ImGui in a window: context, style, font, input and drawing. Made after the window, destroyed before it.
class Gui {
 public:
  /// Throws FileError if the font is missing.
  explicit Gui(Window& window);
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Starts a frame; adapts to a change of the screen's density.
  void beginFrame();
  /// Draws the frame into framebuffer 0.
  void endFrame();
  /// Shows a key press to ImGui even if it ends before the next frame; ImGui up to 1.86 reads keys once a frame.
  void keyPressed(const KeyPress& press);
  /// Records where a mouse button goes down or up, since the pointer may be elsewhere by the next frame.
  void pointed(const PointerEvent& event);
  /// Draws an OpenGL texture, lowest row first, over this part of the picture [screen coordinates] and below the user
  /// interface, in the current frame; `share` is its opacity, 0 to 1.
  void cover(unsigned texture, const WidgetRect& place, double share);
  /// Draws a page of its own, outside the window, and returns it as pixels. `draw` fills ImGui's whole display some
  /// times; the page becomes as high as the content that it returns needs. Not during a frame. Throws GlError.
  Image print(ImVec2 size, const std::function<float()>& draw);
  /// Sets the size of the user interface from the next frame on, a factor on the screen's scale.
  void setSize(double size) { size_ = static_cast<float>(size); }
  /// Factor on all lengths of the user interface.
  float scale() const { return scale_; }
  /// While on, the mouse does nothing to the user interface.
  void ignoreMouse(bool on);
  /// True while a text field or number is being typed into.
  bool wantsText() const;
  /// True while a control is being dragged or typed into.
  bool held() const;
  /// True if this point [screen coordinates] lies in a window of the user interface that takes the mouse.
  bool covers(double x, double y) const;
  /// True if a list is open, whose rectangle may lie anywhere.
  bool popupOpen() const;

 private:
  /// ImGui's context with both of its backends.
  struct Context {
    explicit Context(Window& window);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
  };

  void adaptToScreen();
  void showTaps();
  void endTaps();

  Window& window_;
  Context context_;
  float size_ = 1;
  float scale_ = 0;
  float fontPixels_ = 0;
  std::vector<KeyPress> pressed_;  ///< since the last frame
  std::deque<ImVec2> clicks_;      ///< places where a button went down or up, handled one per frame
  std::vector<int> taps_;          ///< keys shown to ImGui as down in this frame, though already released
};

}  // namespace app
