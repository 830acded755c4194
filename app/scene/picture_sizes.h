#pragma once

#include <array>

#include "scene/scene_settings.h"

namespace app {

/// A size of films that has a name, as on televisions, cameras and pages.
struct NamedSize {
  const char* name;
  PictureSize size;
};

/// Lying pictures, then those for telephones.
inline constexpr std::array<NamedSize, 6> kNamedSizes = {{{"720p", {1280, 720}},
                                                          {"1080p", {1920, 1080}},
                                                          {"1440p", {2560, 1440}},
                                                          {"4K", {3840, 2160}},
                                                          {"square", {1080, 1080}},
                                                          {"upright", {1080, 1920}}}};

}  // namespace app
