#pragma once

#include <string>

#include "files/user_error.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"

namespace test {

/// A ring in a scene's text.
inline const std::string kRing = "[[ring]]\nradius = 0.3\ncore_radius = 0.05\n";

/// The message with which a scene of this text, s.toml, is refused; "accepted" where it is read.
inline std::string refusedScene(const std::string& text) {
  return refusal<app::UserError>([&] { app::parseScene(text, "s.toml"); });
}

}  // namespace test
