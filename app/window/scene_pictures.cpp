#include "window/scene_pictures.h"

#include <GL/glew.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/png_file.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

std::optional<Texture> pictureOf(const std::string& scene) {
  const std::filesystem::path path = dataDirectory() / "assets" / "thumbnails" / (scene + ".png");
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return std::nullopt;
  try {
    const Image image = readPng(path.string());
    Texture texture(GL_RGB8, image.width, image.height, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture.name(), 0, 0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    checkGl("glTextureSubImage2D(thumbnail)");
    return texture;
  } catch (const FileError&) {
    return std::nullopt;  // the scene is listed without a picture
  }
}

/// The texture's name in the bits of a pointer, as ImGui's OpenGL backend expects it.
ImTextureID idOf(const Texture& texture) {
  const std::uintptr_t name = texture.name();
  ImTextureID id = nullptr;
  std::memcpy(&id, &name, sizeof id);
  return id;
}

}  // namespace

void ScenePictures::fill(Gallery& gallery) {
  if (!gallery.scenes.empty()) return;
  for (const std::string& name : sceneNames()) {
    const Scene scene = loadScene(name);
    GalleryScene shown{name, scene.title, scene.about};
    if (auto texture = pictureOf(name)) {
      shown.picture = idOf(*texture);
      textures_.push_back(std::move(*texture));
    }
    gallery.scenes.push_back(std::move(shown));
  }
}

}  // namespace app
