#pragma once

#include <vector>

#include "gl/gl_objects.h"
#include "panel/windows/gallery_window.h"

namespace app {

/// The pictures of the gallery, as textures. All functions are called on the thread of the GL context.
class ScenePictures {
 public:
  /// Fills the gallery with the scenes that come with the program, if it is empty. A picture that cannot be read is
  /// left out. Throws FileError if the scenes cannot be listed, UserError if a scene cannot be read.
  void fill(Gallery& gallery);

 private:
  std::vector<Texture> textures_;
};

}  // namespace app
