#pragma once

#include <string>
#include <vector>

#include <imgui.h>

namespace app {

struct PanelContext;

/// A scene as the gallery shows it.
struct GalleryScene {
  std::string name;               ///< name by which it is opened
  std::string title;              ///< for people
  std::string about;              ///< a sentence; may be empty
  ImTextureID picture = nullptr;  ///< null: none
};

/// State of the gallery.
struct Gallery {
  bool open = false;
  std::vector<GalleryScene> scenes;  ///< filled when it is first opened
};

/// Draws a picture and a sentence for each scene that comes with the program, over the picture; a click opens one.
void drawGallery(PanelContext& context);

}  // namespace app
