#pragma once

#include <string>
#include <vector>

#include <imgui.h>

namespace app {

struct PanelContext;

/// A scene as the gallery shows it.
struct GalleryScene {
  std::string name;               ///< by which it is opened
  std::string title;              ///< for people
  std::string about;              ///< a sentence; may be empty
  ImTextureID picture = nullptr;  ///< null: there is none
};

/// What the gallery remembers.
struct Gallery {
  bool open = false;
  std::vector<GalleryScene> scenes;  ///< filled when it is first opened
};

/// All scenes that come with the program, with a picture and a sentence each, over the picture; a click opens one.
void drawGallery(PanelContext& context);

}  // namespace app
