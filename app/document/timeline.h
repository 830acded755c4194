#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera_path.h"

namespace app {

struct PanelContext;

/// A flight of the camera as it is being made: its key frames on a line of film seconds. Plain data; the functions
/// below keep the keys sorted, kKeyGap or more apart, and inside the line.
struct Timeline {
  bool visible = false;
  std::vector<CameraKey> keys;
  bool ease = true;
  bool loop = false;       ///< every `duration` seconds
  double duration = 10;    ///< of the line [film seconds]
  double filmLength = 10;  ///< of the film, and of the line, when they were compared last [film seconds]
  double lineLength = 10;
  bool filmAlong = false;  ///< films go along the flight: frame k at k/fps
  bool holdFlow = false;   ///< ... while the flow stands still, so that the camera's loop closes without a seam

  double playhead = 0;  ///< [film seconds]
  bool playing = false;
  std::optional<std::size_t> selected;

  std::string path = "camera.toml";  ///< where it is saved
  bool confirmOverwrite = false;     ///< that file is there: ask before it is replaced

  std::optional<std::size_t> dragged;  ///< key under the mouse button
  bool dragging = false;               ///< ... which has been moved
  double height = 0;                   ///< of the window on the screen; 0 while it is hidden
};

constexpr double kKeyGap = 0.01;      ///< film seconds, which the mouse sets times to a multiple of, too
constexpr double kNextKey = 2;        ///< film seconds from the last key to one that is added behind it
constexpr double kLongestLine = 1e4;  ///< film seconds

/// What the time line asks for.
struct TimelineRequests {
  std::optional<CameraPose> place;  ///< the camera is to be there at once ...
  std::optional<CameraPose> glide;  ///< ... or to glide there
  bool save = false;                ///< to `path`
  bool overwrite = false;           ///< ... even if the file is there
  bool load = false;                ///< from `path`
};

/// The flight as a file would have it. At least one key (assertion).
CameraFlight flightOf(const Timeline& timeline, bool follow);
/// The pose at a time; empty without keys.
std::optional<CameraPose> poseAt(const Timeline& timeline, double time);
/// Takes over a flight; the line becomes as long as it needs. Keys of a loop are put into its first round.
void setFlight(Timeline& timeline, const CameraFlight& flight);

/// Adds a key of this pose at the playhead and selects it. Where a key is there already, the new one is put half way to
/// the next one, or kNextKey seconds behind the last one, and the playhead goes there: no key is lost.
void addKey(Timeline& timeline, const CameraPose& pose);
/// Keys of one turn about the target of a pose, at an even pace, in a loop as long as the line; for a line without
/// keys.
void makeTurntable(Timeline& timeline, const CameraPose& pose);
/// Moves a key to the time nearest to `time` that is free, past others where need be; it stays selected.
void moveKey(Timeline& timeline, std::size_t index, double time);
void removeKey(Timeline& timeline, std::size_t index);
/// Selects a key, and puts the playhead on it.
void selectKey(Timeline& timeline, std::size_t index);
/// Of the shortest line that has room for the keys, with the way back of a loop.
double lengthOfKeys(const Timeline& timeline);
/// Makes the line this long, at least as long as its keys need.
void setDuration(Timeline& timeline, double seconds);
/// Line and film have one length: whichever was changed since the last call gives it to the other, the film where both
/// were. A line that its keys make longer than the film stays so, and leaves the film alone.
void shareLength(Timeline& timeline, double& filmSeconds);
/// Does a film along the flight show the flow as it stands?
bool filmsStill(const Timeline& timeline);
/// Switches the loop; the line becomes longer where the last key would meet the first one again.
void setLoop(Timeline& timeline, bool on);
/// Plays on by this many seconds; at the end it stops, or goes on from the beginning of a loop.
void advance(Timeline& timeline, double seconds);

/// The window at the lower edge of the picture.
void drawTimeline(PanelContext& context);

}  // namespace app
