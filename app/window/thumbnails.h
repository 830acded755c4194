#pragma once

#include <string>
#include <vector>

#include "gl/gl_objects.h"
#include "panel/control_panel.h"

namespace app {

/// Small pictures of scenes and looks, as textures. A picture that cannot be read is left out. All functions are called
/// on the thread of the GL context.
class Thumbnails {
 public:
  /// Fills the gallery with the scenes that come with the program, if it is empty. Throws FileError if the scenes
  /// cannot be listed, UserError if a scene cannot be read.
  void fill(Gallery& gallery);
  /// Reads those of these looks, which replace all that were there.
  void fill(LookPictures& pictures, const std::vector<NamedLook>& looks);

 private:
  std::vector<Texture> scenes_, looks_;
};

}  // namespace app
