#include "window/thumbnails.h"

#include <GL/glew.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/png_file.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

std::optional<Texture> pictureIn(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return std::nullopt;
  try {
    const Image image = readPng(path);
    Texture texture(GL_RGB8, image.width, image.height, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture.name(), 0, 0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    checkGl("glTextureSubImage2D(thumbnail)");
    return texture;
  } catch (const FileError&) {
    return std::nullopt;  // its name is listed without a picture
  }
}

/// The texture's name in the bits of a pointer, as ImGui's OpenGL backend expects it.
ImTextureID idOf(const Texture& texture) {
  const std::uintptr_t name = texture.name();
  ImTextureID id = nullptr;
  std::memcpy(&id, &name, sizeof id);
  return id;
}

/// The picture in this file, kept in `textures`; null if there is none.
ImTextureID keep(const std::string& path, std::vector<Texture>& textures) {
  std::optional<Texture> texture = pictureIn(path);
  if (!texture) return nullptr;
  textures.push_back(std::move(*texture));
  return idOf(textures.back());
}

}  // namespace

void Thumbnails::fill(Gallery& gallery) {
  if (!gallery.scenes.empty()) return;
  const std::filesystem::path folder = dataDirectory() / "assets" / "thumbnails";
  for (const std::string& name : sceneNames()) {
    const Scene scene = loadScene(name);
    gallery.scenes.push_back({name, scene.title, scene.about, keep((folder / (name + ".png")).string(), scenes_)});
  }
}

void Thumbnails::fill(LookPictures& pictures, const std::vector<NamedLook>& looks) {
  pictures.clear();
  looks_.clear();
  for (const NamedLook& look : looks)
    if (const ImTextureID picture = keep(lookPictureFile(look.name), looks_)) pictures[look.name] = picture;
}

}  // namespace app
