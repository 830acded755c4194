#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "panel/panel_layout.h"
#include "panel/widgets/panel_widgets.h"
#include "window/window.h"

namespace app {

/// Keeps the layout in the user's configuration from one session to the next, or does nothing at all.
class LayoutKeeper {
 public:
  /// Reads the layout that was kept, unless it is not to be remembered or to start anew. One that cannot be read is
  /// told in one line on stderr, and the session starts with the first layout.
  LayoutKeeper(bool remember, bool startAnew);

  /// What the session starts with.
  const PanelLayout& start() const { return start_; }
  /// Is it time to look whether the layout has changed? Every few seconds, so that a crash loses little.
  bool due() const;
  /// Writes the layout if it is another than the one that is kept. What the disk refuses is told once on stderr.
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

  /// Starts a frame; follows the window to a screen of another density.
  void beginFrame();
  /// Draws the frame into framebuffer 0.
  void endFrame();
  /// ImGui up to 1.86 looks at the keys once a frame; this one it shall see even if it is up again by then.
  void keyPressed(const KeyPress& press);
  /// Where a button of the mouse goes down or up counts, also where the pointer is elsewhere by the next frame.
  void pointed(const PointerEvent& event);
  /// Draws a texture of OpenGL, whose first row is the lowest, over this part of the picture [screen coordinates] and
  /// below the user interface, in the current frame; `share` of it is seen, 0 to 1.
  void cover(unsigned texture, const WidgetRect& place, double share);
  /// How large the user interface is from the next frame on, times what the screen asks for.
  void setSize(double size) { size_ = static_cast<float>(size); }
  /// Factor on all lengths of the user interface.
  float scale() const { return scale_; }
  /// While on, the mouse does nothing to the user interface.
  void ignoreMouse(bool on);
  /// Is a text field or number being typed into?
  bool wantsText() const;
  /// Is a control being dragged or typed into?
  bool held() const;
  /// Does this point, in screen coordinates of the window, lie in a window of the user interface that takes the mouse?
  bool covers(double x, double y) const;
  /// Is a list open whose rectangle may lie anywhere?
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
  std::deque<ImVec2> clicks_;      ///< places where a button went down or up, one a frame from now on
  std::vector<int> taps_;          ///< keys shown to ImGui in this frame that are up already
};

}  // namespace app
