#pragma once

namespace app {

struct PanelContext;

/// The line itself: a ruler of film seconds, the keys as diamonds to click and drag, the camera's pace along the flight
/// as a faint hill, and the playhead.
void drawTimelineTrack(PanelContext& context, float height);

}  // namespace app
