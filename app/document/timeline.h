#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera_path.h"

namespace app {

struct PanelContext;

/// A flight of the camera while it is edited: its key frames on a line of film seconds. Plain data; the functions below
/// keep the keys sorted, kKeyGap or more apart, and inside the line.
struct Timeline {
  bool visible = false;
  std::vector<CameraKey> keys;
  bool ease = true;
  bool loop = false;       ///< every `duration` seconds
  double duration = 10;    ///< of the line [film seconds]
  double filmLength = 10;  ///< of the film, and below of the line, at the last shareLength() [film seconds]
  double lineLength = 10;
  bool filmAlong = false;  ///< films follow the flight: frame k at k/fps
  bool holdFlow = false;   ///< ... while the flow stands still, so that the camera's loop closes without a seam

  double playhead = 0;  ///< [film seconds]
  bool playing = false;
  bool left = false;  ///< the user has moved the view since the flight last set it
  std::optional<std::size_t> selected;

  std::string path = "camera.toml";  ///< where it is saved
  bool confirmOverwrite = false;     ///< the file exists: ask before it is replaced

  std::optional<std::size_t> dragged;  ///< key under the mouse button
  bool dragging = false;               ///< ... which has been moved
  double height = 0;                   ///< of the window on the screen; 0 while it is hidden
};

constexpr double kKeyGap = 0.01;      ///< film seconds; the mouse sets times to multiples of it
constexpr double kNextKey = 2;        ///< film seconds from the last key to one added after it
constexpr double kLongestLine = 1e4;  ///< film seconds

/// Requests of the time line.
struct TimelineRequests {
  std::optional<CameraPose> place;  ///< the camera jumps there ...
  std::optional<CameraPose> glide;  ///< ... or glides there
  bool save = false;                ///< to `path`
  bool overwrite = false;           ///< ... even if the file is there
  bool load = false;                ///< from `path`
};

/// The flight as saved in a file. There must be a key (assertion).
CameraFlight flightOf(const Timeline& timeline, bool follow);
/// The pose at a time; empty without keys.
std::optional<CameraPose> poseAt(const Timeline& timeline, double time);
/// Takes over a flight; the line becomes as long as it needs. Keys of a loop are moved into its first round.
void setFlight(Timeline& timeline, const CameraFlight& flight);

/// Replaces the keys, those that undo or redo brings back. A line that is too short for them becomes longer.
void setKeys(Timeline& timeline, const std::vector<CameraKey>& keys);

/// Adds a key of this pose at the playhead and selects it. If there is a key already, the new one is put half way to
/// the next one, or kNextKey seconds after the last one, and the playhead moves there: no key is lost.
void addKey(Timeline& timeline, const CameraPose& pose);
/// Adds keys of one even turn about the target of a pose, in a loop as long as the line, if there are no keys.
void makeTurntable(Timeline& timeline, const CameraPose& pose);
/// Moves a key to the free time nearest to `time`, past others if need be, and selects it.
void moveKey(Timeline& timeline, std::size_t index, double time);
void removeKey(Timeline& timeline, std::size_t index);
/// Selects a key, and puts the playhead on it.
void selectKey(Timeline& timeline, std::size_t index);
/// Length of the shortest line that has room for the keys, and for the way back of a loop [film seconds].
double lengthOfKeys(const Timeline& timeline);
/// Makes the line this long, at least as long as its keys need.
void setDuration(Timeline& timeline, double seconds);
/// Keeps line and film at one length: the one that was changed since the last call sets the other; if both were, the
/// film does. A line that its keys make longer than the film stays so, and leaves the film alone.
void shareLength(Timeline& timeline, double& filmSeconds);
/// True if a film along the flight shows a flow that stands still.
bool filmsStill(const Timeline& timeline);
/// Switches the loop; the line becomes longer if the last key would meet the first one again.
void setLoop(Timeline& timeline, bool on);
/// Plays on by this many seconds; stops at the end, or restarts in a loop.
void advance(Timeline& timeline, double seconds);

/// Draws the window at the lower edge of the picture.
void drawTimeline(PanelContext& context);

}  // namespace app
