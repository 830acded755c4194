#pragma once

namespace app {

/// Dark style of the panel with round corners, for the current ImGui context; lengths are multiplied by `scale` (1 for
/// an ordinary screen, 2 for a dense one).
void applyPanelStyle(float scale);

/// Replaces the current context's font by assets/font/DejaVuSans.ttf, this many pixels high, with Greek and
/// mathematical signs. The backend must be told to make its texture anew. Throws FileError if the file is missing.
void loadPanelFont(float pixels);

constexpr float kFontPixels = 15;  ///< at scale 1

}  // namespace app
